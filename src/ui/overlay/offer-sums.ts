import type { Amount } from '#core/money/money.ts';
import { inCurrency, type Rate } from '#core/money/rates.ts';
import type { OfferRow, OfferSums, SidesSum } from '#core/owned/trade-offer.ts';
import { balanceMarket, type MarketId, markets } from '#core/prices/markets.ts';
import { marketMark } from '#ui/marks/market-mark.ts';
import { el, tableOf, wholeCents } from '#ui/overlay/element.ts';
import { moneyText, percentText } from '#ui/words/difference-text.ts';
import { leavesWord } from '#ui/words/exit-text.ts';
import { formatAge, formatAmount } from '#ui/words/format.ts';
import { lackWords, type MarketLacks } from '#ui/words/market-lacks.ts';
import { plural, text } from '#ui/words/text.ts';

export interface OfferModel extends OfferSums {
  readonly lacks: MarketLacks;
  readonly counts: { readonly give: number; readonly get: number };
  readonly shown: Rate;
  readonly sample: boolean;
  /** Age of the prices, ms, where they are too old to compare. */
  readonly oldMs: number | undefined;
}

export function renderOffer(model: OfferModel): HTMLElement {
  const { rows, counts, exit } = model;
  const words = differenceWords(model);
  const th = (name: string, title: string) => el('th', { scope: 'col', title }, name);
  return el(
    'section',
    { class: 'sums', 'aria-label': text('offerTitle') },
    tableOf(
      [
        el('td'),
        th(`${text('offerGive')} (${counts.give})`, text('offerGiveTitle')),
        th(`${text('offerGet')} (${counts.get})`, text('offerGetTitle')),
        th(text(words), text(`${words}Title`)),
      ],
      [
        ...(exit && exit.give + exit.get > 0
          ? [line(exit, model, { 'data-exit': '', title: text('reportExitTitle') }, text('wordBestOfEach'))]
          : []),
        ...rows.map((row) => marketLine(row, model)),
      ],
    ),
    model.sample && el('p', { class: 'sample' }, `⚠ ${text('overlaySampleTitle')}`),
    ...notes(model).map((note) => el('p', {}, note)),
  );
}

/** All differences of an offer are of one basis: with confirmed fees of what sales leave. */
const differenceWords = ({ exit }: OfferModel) => (exit ? 'offerDifferenceNet' : 'offerDifferenceAsks');

function marketLine(row: OfferRow, model: OfferModel): HTMLElement {
  const { market } = row;
  const head = [marketMark(market), markets[market].name];
  const lack = model.lacks[market];
  if (!lack) return line(row, model, { 'data-market': market }, ...head);
  const { sign, title } = lackWords(lack);
  const cells = [1, 2, 3].map(() => el('td', { class: 'mute', title }, sign));
  return el('tr', { 'data-market': market }, el('th', { scope: 'row' }, ...head), ...cells);
}

function line(
  sums: SidesSum & Partial<OfferRow>,
  model: OfferModel,
  attributes: Readonly<Record<string, string>>,
  ...head: readonly (Node | string)[]
): HTMLElement {
  const { counts, shown } = model;
  const { give, get, difference, market, giveNet, getNet } = sums;
  const netWord = leavesWord(market);
  const amount = (cents: number) => formatAmount(inCurrency(cents, shown));
  const netTitle = text(market === balanceMarket ? 'panelNetSteam' : 'reportNetTitle');
  const cell = (cents: number, net: number | undefined, title: string, count: number) => {
    // Items of which none has a price are not worth nothing.
    if (cents === 0 && count > 0) return el('td', { class: 'mute', title }, '–');
    const arrives =
      net !== undefined && el('span', { title: netTitle }, el('span', { class: 'word' }, `${netWord} `), amount(net));
    return el('td', { title }, amount(cents), arrives && ' ', arrives);
  };
  // On a phone the word stands once, below the market.
  const word = (giveNet ?? getNet) !== undefined && el('span', { class: 'net' }, netWord);
  const tone = difference === undefined ? 'mute' : difference > 0 ? 'good' : difference < 0 ? 'bad' : 'mute';
  return el(
    'tr',
    { ...attributes, ...wholeCents({ give, get, difference }) },
    el('th', { scope: 'row' }, ...head, word),
    cell(give, giveNet, text('offerGiveTitle'), counts.give),
    cell(get, getNet, text('offerGetTitle'), counts.get),
    difference === undefined
      ? el('td', { class: tone, title: text('offerNoDifferenceTitle') }, '–')
      : el(
          'td',
          { class: tone, title: text(`${differenceWords(model)}Title`) },
          differenceText(inCurrency(difference, shown), difference / (giveNet ?? give)),
        ),
  );
}

/** In money, and in per cent of what is given: "+$11.51 +25.5%". */
function differenceText(difference: Amount, share: number): string {
  // Ten times as much is no bargain, but another kind of trade.
  const isBargain = Math.abs(share) < 10;
  return [moneyText(difference), ...(isBargain ? [percentText(share * 100)] : [])].join(' ');
}

/** Why there is no difference, with the names of the items that lack a price. */
function notes({ rows, lacks, exit, unread, oldMs }: OfferModel): readonly string[] {
  const missing = new Map<string, MarketId[]>();
  for (const row of rows) {
    const names = row.missing.join(', ');
    if (names && (lacks[row.market] ?? 'no-price') === 'no-price')
      missing.set(names, [...(missing.get(names) ?? []), row.market]);
  }
  return [
    ...(oldMs === undefined ? [] : [text('overlayOld', formatAge(oldMs))]),
    ...(unread > 0 ? [plural('offerUnread', unread, String(unread))] : []),
    ...[...missing].map(([names, on]) => text('offerMissing', on.map((id) => markets[id].name).join(', '), names)),
    ...(exit && exit.give + exit.get > 0 && exit.missing.length > 0
      ? [text('offerNoExit', exit.missing.join(', '))]
      : []),
  ];
}
