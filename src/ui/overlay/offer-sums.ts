import type { Money } from '#core/money/money.ts';
import { inCurrency, type Rate } from '#core/money/rates.ts';
import type { OfferRow, OfferSums, SidesSum } from '#core/owned/inventory.ts';
import { balanceMarket, type MarketId, marketNames } from '#core/prices/markets.ts';
import { marketMark } from '#ui/marks/market-mark.ts';
import { columnHead, el, tableOf, wholeCents } from '#ui/overlay/element.ts';
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

/** Markets that are in sight before the user asks for all. */
const firstMarkets = 3;

/** What the sales of both sides leave in cash: Steam's balance is none. */
const cashOf = ({ market, giveNet = 0, getNet = 0 }: OfferRow): number =>
  market === balanceMarket ? 0 : giveNet + getNet;

export function renderOffer(model: OfferModel): HTMLElement {
  const { counts, exit } = model;
  const rows = model.rows.toSorted((one, other) => cashOf(other) - cashOf(one));
  const [first, more] = [rows.slice(0, firstMarkets), rows.slice(firstMarkets)];
  const words = differenceWords(model);
  const best =
    exit !== undefined &&
    exit.give + exit.get > 0 &&
    !isBestOfEach(model, rows[0]) &&
    line(exit, model, { 'data-exit': '', title: text('reportExitTitle') }, text('wordBestOfEach'));
  const linesOf = (some: readonly OfferRow[]) => some.map((row) => marketLine(row, model));
  const heads = [
    el('td'),
    columnHead(`${text('offerGive')} (${counts.give})`, text('offerGiveTitle')),
    columnHead(`${text('offerGet')} (${counts.get})`, text('offerGetTitle')),
    columnHead(text(words), text(`${words}Title`)),
  ];
  const table = tableOf(heads, [...(best ? [best] : []), ...linesOf(first)]);
  table.append(el('tbody', { class: 'more' }, ...linesOf(more)));
  return el(
    'section',
    { class: 'sums', 'aria-label': text('offerTitle') },
    table,
    more.length > 0 &&
      el(
        'details',
        { 'data-key': 'all' },
        el('summary', { 'data-key': 'more' }, text('sumsAll', String(rows.length))),
        ...missingTexts(more, model.lacks).map((note) => el('p', {}, note)),
      ),
    model.sample && el('p', { class: 'sample' }, `⚠ ${text('overlaySampleTitle')}`),
    ...notes(model, first).map((note) => el('p', {}, note)),
  );
}

/** Where each item sells best on one market, its row says so. */
const isBestOfEach = ({ exit }: OfferModel, row: OfferRow | undefined): boolean =>
  exit !== undefined && row !== undefined && exit.give === row.giveNet && exit.get === row.getNet;

/** All differences of an offer are of one basis: with confirmed fees of what sales leave. */
const differenceWords = ({ exit }: OfferModel) => (exit ? 'offerDifferenceNet' : 'offerDifferenceAsks');

function marketLine(row: OfferRow, model: OfferModel): HTMLElement {
  const { market } = row;
  const head = [marketMark(market), marketNames[market]];
  const lack = model.lacks[market];
  if (!lack)
    return line(row, model, { 'data-market': market, ...(isBestOfEach(model, row) && { 'data-exit': '' }) }, ...head);
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
function differenceText(difference: Money, share: number): string {
  // Ten times as much is no bargain, but another kind of trade.
  const isBargain = Math.abs(share) < 10;
  return [moneyText(difference), ...(isBargain ? [percentText(share * 100)] : [])].join(' ');
}

/** Why there is no difference. @param rows the markets in sight */
const notes = ({ lacks, exit, unread, oldMs }: OfferModel, rows: readonly OfferRow[]): readonly string[] => [
  ...(oldMs === undefined ? [] : [text('overlayOld', formatAge(oldMs))]),
  ...(unread > 0 ? [plural('offerUnread', unread, String(unread))] : []),
  ...missingTexts(rows, lacks),
  ...(exit && exit.give + exit.get > 0 && exit.missing.length > 0
    ? [text('offerNoExit', exit.missing.join(', '))]
    : []),
];

function missingTexts(rows: readonly OfferRow[], lacks: MarketLacks): readonly string[] {
  const missing = new Map<string, MarketId[]>();
  for (const row of rows) {
    const names = row.missing.join(', ');
    if (names && (lacks[row.market] ?? 'no-price') === 'no-price')
      missing.set(names, [...(missing.get(names) ?? []), row.market]);
  }
  return [...missing].map(([names, on]) => text('offerMissing', on.map((id) => marketNames[id]).join(', '), names));
}
