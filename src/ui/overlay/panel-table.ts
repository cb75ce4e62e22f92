import { coinAmount } from '#core/money/money.ts';
import { inCurrency } from '#core/money/rates.ts';
import type { ComparisonRow } from '#core/prices/comparison.ts';
import { type ColumnField, columnFields, isColumnField } from '#core/prices/detail.ts';
import { balanceMarket, type MarketId, markets } from '#core/prices/markets.ts';
import { marketMark } from '#ui/marks/market-mark.ts';
import { el, tableOf, wholeCents } from '#ui/overlay/element.ts';
import type { PanelModel } from '#ui/overlay/panel-model.ts';
import { arrow, moneyText, percentText } from '#ui/words/difference-text.ts';
import { leavesText } from '#ui/words/exit-text.ts';
import { formatAge, formatAmount } from '#ui/words/format.ts';
import { rowMeaning } from '#ui/words/overlay-words.ts';
import { coinsText, columnText, doubtText, fieldText, type panelColumns } from '#ui/words/panel-words.ts';
import { text } from '#ui/words/text.ts';

type Column = keyof typeof panelColumns;

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
      title: text('panelOpen', markets[market].name),
      'data-key': key,
    },
    markets[market].name,
    el('span', { 'aria-hidden': 'true' }, ' ↗'),
  );

export const hasPrice = ({ cents, coins }: ComparisonRow): boolean => cents !== undefined || coins !== undefined;

export function marketTable(model: PanelModel): HTMLElement {
  const shown = columnsOf(model);
  const heads = shown.map((name) => {
    const { text, title } = columnText(name);
    return el('th', { scope: 'col', class: name, title }, text);
  });
  const rows = model.comparison.offers.filter(hasPrice).map((offer) => row(offer, shown, model));
  return tableOf([...heads, el('td')], rows);
}

/** Whether a market's row has a difference or a reason for having none. */
const hasDifferenceCell = (offer: ComparisonRow): boolean =>
  offer.cents !== undefined && (offer.diff ?? doubtText(offer)) !== undefined;

const columnsOf = ({ withNet, comparison, overlay }: PanelModel): readonly Column[] => [
  'market',
  'price',
  ...(comparison.offers.some(hasDifferenceCell) ? (['diff'] as const) : []),
  ...columnFields,
  ...(withNet ? (['net'] as const) : []),
  ...(withNet && !overlay.own ? (['cost'] as const) : []),
  'age',
];

function row(offer: ComparisonRow, shown: readonly Column[], model: PanelModel): HTMLElement {
  const { market, cents, stale, doubt } = offer;
  const copy = { 'data-market': market, 'data-format': 'text' };
  return el(
    'tr',
    {
      class: stale || cents === undefined || doubt === 'any-phase' ? 'old' : '',
      'data-market': market,
      ...wholeCents({ cents }),
      'data-diff': offer.diff?.toFixed(1),
    },
    ...shown.map((column) => (isColumnField(column) ? fieldCell(column, offer, model) : cells[column](offer, model))),
    el('td', { class: 'act' }, button('copy', '❐', text('panelCopyRow', markets[market].name), copy)),
  );
}

const td = (name: string, text: string, title?: string): HTMLElement => el('td', { class: name, title }, text);

const optionalCell = (name: string, value: string | undefined, title?: string): HTMLElement =>
  value === undefined ? td(name, '—', text('panelUnknown')) : td(name, value, title);

const amountCell = (name: string, cents: number | undefined, { overlay }: PanelModel, title?: string): HTMLElement =>
  optionalCell(name, cents === undefined ? undefined : formatAmount(inCurrency(cents, overlay.shown)), title);

function fieldCell(id: ColumnField, offer: ComparisonRow, { overlay }: PanelModel): HTMLElement {
  const value = offer[id];
  if (value === undefined) return optionalCell(id, undefined);
  const current = offer.stale || offer.flagged ? undefined : offer.cents;
  const { text, title = columnText(id).title } = fieldText(id, value, current, overlay.shown);
  return td(id, text, title);
}

const cells: Readonly<Record<Exclude<Column, ColumnField>, (offer: ComparisonRow, model: PanelModel) => HTMLElement>> =
  {
    market: ({ market, link }) => {
      const label = link ? linkTo(market, link) : markets[market].name;
      return el('th', { scope: 'row', class: 'market' }, marketMark(market), label);
    },
    price: ({ cents, coins = 0 }, model) =>
      cents === undefined
        ? td('price', coinsText(coinAmount(coins)), text('panelNoCoinRate'))
        : amountCell('price', cents, model),
    diff: diffCell,
    net: ({ market, netCents, noCashOut }, model) => {
      if (noCashOut) return td('net', '—', text('exitNoCashOut'));
      if (market !== balanceMarket || netCents === undefined)
        return amountCell('net', netCents, model, columnText('net').title);
      return td('net', leavesText(inCurrency(netCents, model.overlay.shown), market), text('panelNetSteam'));
    },
    cost: ({ costCents }, model) => amountCell('cost', costCents, model, columnText('cost').title),
    age: ({ ageMs, stale }) => {
      const title = stale ? text('panelStaleTitle') : columnText('age').title;
      return optionalCell(stale ? 'age warn' : 'age', ageMs === undefined ? undefined : formatAge(ageMs), title);
    },
  };

function diffCell(offer: ComparisonRow, { overlay }: PanelModel): HTMLElement {
  const { diff, cents } = offer;
  const doubt = cents === undefined ? undefined : doubtText(offer);
  if (doubt) return td(doubt.text.startsWith('⚠') ? 'diff warn' : 'diff mute', doubt.text, doubt.title);
  if (diff === undefined || cents === undefined || overlay.listingCents === undefined) return td('diff', '');
  const money = moneyText(inCurrency(overlay.listingCents - cents, overlay.shown));
  const title = rowMeaning(markets[offer.market].name, { cents, diff }, overlay.shown);
  return el(
    'td',
    { class: 'diff', title },
    `${arrow(diff)} ${percentText(diff)}`,
    el('span', { class: 'mute money' }, ` ${money}`),
  );
}
