import { coinAmount } from '#core/money/money.ts';
import { inCurrency } from '#core/money/rates.ts';
import type { ComparisonRow } from '#core/prices/comparison.ts';
import { columnFields } from '#core/prices/detail.ts';
import { balanceMarket, type MarketId, marketNames } from '#core/prices/markets.ts';
import { balanceMark, marketMark } from '#ui/marks/market-mark.ts';
import { el, tableOf, wholeCents } from '#ui/overlay/element.ts';
import type { PanelModel } from '#ui/overlay/overlay-model.ts';
import { arrow, percentText } from '#ui/words/difference-text.ts';
import { leavesWord } from '#ui/words/exit-text.ts';
import { countText, formatAge, formatAmount } from '#ui/words/format.ts';
import { rowMeaning } from '#ui/words/overlay-words.ts';
import { coinsText, columnText, doubtText, fieldText, type HeadText } from '#ui/words/panel-words.ts';
import { text } from '#ui/words/text.ts';

type Column = 'market' | 'price' | 'diff' | 'avg7' | 'net' | 'count';

export const button = (act: string, text: string, label: string, more: Record<string, string> = {}): HTMLElement =>
  el(
    'button',
    { type: 'button', 'data-act': act, title: label, 'aria-label': label, 'data-key': label, ...more },
    el('span', { 'aria-hidden': 'true' }, text),
  );

/** `key` finds the link again when the panel is drawn anew. */
export const linkTo = (market: MarketId, href: string, key: string = market): HTMLElement =>
  el(
    'a',
    {
      href,
      target: '_blank',
      rel: 'noopener noreferrer',
      title: text('panelOpen', marketNames[market]),
      'data-key': key,
    },
    marketNames[market],
  );

const hasNet = ({ withNet, comparison: { offers } }: PanelModel): boolean =>
  withNet && offers.some(({ netCents }) => netCents !== undefined);

/** Why cells of the net are blank, said once. */
export const blankNetText = (model: PanelModel): string | undefined =>
  hasNet(model) && model.comparison.offers.some((offer) => offer.netCents === undefined && !reasonOf(offer))
    ? text('panelNoNet')
    : undefined;

/** The markets from the cheapest on. Each row has its difference, or why it has none, or without a listing its average. */
export function marketTable(model: PanelModel): HTMLElement {
  const { offers } = model.comparison;
  const beside = offers.some(({ diff }) => diff !== undefined) ? 'diff' : 'avg7';
  const shown: readonly Column[] = ['market', 'price', beside, ...(hasNet(model) ? (['net'] as const) : []), 'count'];
  const heads = shown.map((name) => {
    const { text, title } = columnText(name);
    return el('th', { scope: 'col', class: name, title }, text);
  });
  return tableOf(
    heads,
    offers.map((offer) => row(offer, shown, model)),
  );
}

function row(offer: ComparisonRow, shown: readonly Column[], model: PanelModel): HTMLElement {
  const { market, cents, stale, doubt, netCents, count } = offer;
  const { exit, sample } = model.overlay;
  const isDoubtful = stale || cents === undefined || doubt === 'any-phase' || sample;
  const isBest = typeof exit === 'object' && exit.market === market;
  const why = reasonOf(offer);
  const [, , beside] = shown;
  // A reason stands where the number would be, and takes the room of numbers that are missing behind it.
  const taken = shown.filter(
    (name) =>
      name === beside || (name === 'net' && netCents === undefined) || (name === 'count' && count === undefined),
  );
  return el(
    'tr',
    {
      class: isDoubtful ? 'doubt' : isBest ? 'best' : '',
      'data-market': market,
      ...wholeCents({ cents }),
      'data-diff': offer.diff?.toFixed(1),
    },
    ...shown.flatMap((name) =>
      !why || !taken.includes(name) ? cells[name](offer, model) : name === beside ? reasonCell(why, taken.length) : [],
    ),
  );
}

/** Doubts of all rows, which the panel says once. */
const saidOnce: readonly unknown[] = ['any-phase', 'sample', 'bid'];

function reasonOf(offer: ComparisonRow): HeadText | undefined {
  const { cents, coins, asOf, doubt } = offer;
  if (cents !== undefined) return saidOnce.includes(doubt) ? undefined : doubtText(offer);
  if (coins !== undefined) return { text: text('overlayNoRate', text('coin')), title: text('panelNoCoinRate') };
  return { text: text(asOf === undefined ? 'panelNotLoaded' : 'wordNoPrice') };
}

const reasonCell = ({ text, title }: HeadText, colspan: number): HTMLElement =>
  el('td', { class: text.startsWith('⚠') ? 'why warn' : 'why', title, colspan }, text);

const td = (name: string, text: string, title?: string): HTMLElement => el('td', { class: name, title }, text);

/** Blank: a column of dashes says nothing. */
const unknown = (name: string, title = text('panelUnknown')): HTMLElement => td(name, '', title);

function priceTitle(offer: ComparisonRow, { overlay: { shown } }: PanelModel): string {
  const { cents, costCents, ageMs, stale, flagged } = offer;
  const averages = columnFields.flatMap((id) => {
    const value = offer[id];
    return value === undefined ? [] : (fieldText(id, value, stale || flagged ? undefined : cents, shown).title ?? []);
  });
  const labelled = (label: string, value: string) => `${label}: ${value}`;
  return [
    ...averages,
    ...(costCents === undefined ? [] : [labelled(text('wordCost'), formatAmount(inCurrency(costCents, shown)))]),
    ...(ageMs === undefined ? [] : [labelled(text('wordAge'), formatAge(ageMs))]),
  ].join('\n');
}

const cells: Readonly<Record<Column, (offer: ComparisonRow, model: PanelModel) => HTMLElement>> = {
  market: ({ market, link }) => {
    const label = link ? linkTo(market, link) : marketNames[market];
    return el('th', { scope: 'row', class: 'market' }, el('span', {}, marketMark(market), label));
  },
  price: (offer, model) => {
    const { cents, coins } = offer;
    if (cents !== undefined)
      return td('price', formatAmount(inCurrency(cents, model.overlay.shown)), priceTitle(offer, model));
    return td('price', coins === undefined ? '—' : coinsText(coinAmount(coins)));
  },
  diff: diffCell,
  avg7: averageCell,
  net: ({ market, netCents, noCashOut }, { overlay }) => {
    if (netCents === undefined) return unknown('net', noCashOut && text('exitNoCashOut'));
    const amount = formatAmount(inCurrency(netCents, overlay.shown));
    if (market !== balanceMarket) return td('net', amount, columnText('net').title);
    return el('td', { class: 'net', title: text('panelNetSteam') }, balanceMark(leavesWord(market)), amount);
  },
  count: ({ count }) =>
    count === undefined ? unknown('count') : td('count', countText(count), columnText('count').title),
};

function diffCell(offer: ComparisonRow, { overlay: { shown } }: PanelModel): HTMLElement {
  const { market, diff, cents } = offer;
  if (diff === undefined || cents === undefined) return td('diff', '');
  const title = rowMeaning(marketNames[market], { cents, diff }, shown);
  return td('diff', `${arrow(diff)} ${percentText(diff)}`, title);
}

function averageCell(offer: ComparisonRow, { overlay: { shown } }: PanelModel): HTMLElement {
  if (offer.avg7 === undefined) return unknown('avg7');
  const { text, title } = fieldText('avg7', offer.avg7, offer.cents, shown);
  return td('avg7', text, title);
}
