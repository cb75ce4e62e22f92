import type { ComparisonRow } from '#core/comparison.ts';
import { markets } from '#core/markets.ts';
import { countText } from '#ui/age.ts';
import { attachedList } from '#ui/attached-list.ts';
import { cashTable } from '#ui/cash-table.ts';
import { arrow, differenceTone, moneyText, percentText } from '#ui/difference-text.ts';
import { el } from '#ui/element.ts';
import { exitText } from '#ui/exit-text.ts';
import { exitTrace } from '#ui/exit-words.ts';
import { formatAge, formatAmount } from '#ui/format.ts';
import { marketMark } from '#ui/market-mark.ts';
import { conversionFact, noDifferenceText, rowMeaning } from '#ui/overlay-words.ts';
import { copyFormats, type PanelModel } from '#ui/panel-model.ts';
import {
  agreementTexts,
  averageText,
  coinsText,
  columnText,
  doubtText,
  formatName,
  listingText,
  missingPriceTexts,
  type panelColumns,
} from '#ui/panel-words.ts';
import { text } from '#ui/text.ts';

type Column = keyof typeof panelColumns;

/**
 * Renders the comparison of one item. `data-act` is the action of a button: `close`, `explore` (opens the item's own page), or `copy` in the `data-format`, with
 * `data-market` for one row only. `history` is the item's price history, which lives longer than one rendering.
 */
export function renderPanel(model: PanelModel, history?: HTMLElement): HTMLElement {
  const label = text('panelPrices', model.item);
  return el(
    'div',
    { class: 'panel', role: 'dialog', 'aria-label': label, tabindex: -1, 'data-key': 'panel' },
    head(model),
    el(
      'div',
      { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': label, 'data-key': 'scroll' },
      exitSum(model.overlay),
      table(model),
      attachedList(model.overlay),
      model.cash && cashTable(model.cash, model.overlay.shown),
      history,
    ),
    foot(model),
  );
}

/** The exit value with its sum, or why there is none. */
function exitSum(overlay: PanelModel['overlay']): HTMLElement | undefined {
  const lines = exitTrace(overlay);
  if (lines.length === 0) return undefined;
  const short = exitText(overlay);
  const lead = short && [short.lead, short.percent, short.market].filter(Boolean).join(' · ');
  return el(
    'div',
    { class: 'exit-sum' },
    el('strong', { class: short?.tone ?? 'mute' }, lead ?? text('exitNone')),
    ...lines.map((line) => el('p', { class: 'mute' }, line)),
  );
}

const button = (act: string, text: string, label: string, more: Record<string, string> = {}): HTMLElement =>
  el(
    'button',
    { type: 'button', 'data-act': act, title: label, 'aria-label': label, 'data-key': label, ...more },
    el('span', { 'aria-hidden': 'true' }, text),
  );

const hasPrice = ({ cents, coins }: ComparisonRow): boolean => cents !== undefined || coins !== undefined;

function head({ item, phase, listing }: PanelModel): HTMLElement {
  const sub = [phase, listing && listingText(listing)].filter(Boolean).join(' · ');
  return el(
    'div',
    { class: 'head' },
    el('div', { class: 'title' }, el('strong', {}, item), el('span', { class: 'mute' }, sub)),
    button('explore', '⤢', text('exploreOpenItem')),
    button('close', '✕', text('panelClose')),
  );
}

function table(model: PanelModel): HTMLElement {
  const shown = columnsOf(model);
  const heads = shown.map((name) => {
    const { text, title } = columnText(name);
    return el('th', { scope: 'col', class: name, title }, text);
  });
  const rows = model.comparison.offers.filter(hasPrice).map((offer) => row(offer, shown, model));
  return el('table', {}, el('thead', {}, el('tr', {}, ...heads, el('td'))), el('tbody', {}, ...rows));
}

/** Whether a market's row has a difference or a reason for having none. */
const hasDifferenceCell = (offer: ComparisonRow): boolean =>
  offer.cents !== undefined && (offer.diff ?? doubtText(offer)) !== undefined;

const columnsOf = ({ withNet, comparison }: PanelModel): readonly Column[] => [
  'market',
  'price',
  ...(comparison.offers.some(hasDifferenceCell) ? (['diff'] as const) : []),
  'avg7',
  'avg30',
  'count',
  ...(withNet ? (['net', 'cost'] as const) : []),
  'age',
];

function row(offer: ComparisonRow, shown: readonly Column[], model: PanelModel): HTMLElement {
  const { market, cents, stale } = offer;
  const { name } = markets[market];
  const data = { 'data-market': market, 'data-cents': cents === undefined ? undefined : Math.round(cents) };
  return el(
    'tr',
    { class: stale || cents === undefined ? 'old' : '', ...data, 'data-diff': offer.diff?.toFixed(1) },
    ...shown.map((column) => cells[column](offer, model)),
    el(
      'td',
      { class: 'act' },
      button('copy', '❐', text('panelCopyRow', name), { 'data-market': market, 'data-format': 'text' }),
    ),
  );
}

const td = (name: string, text: string, title?: string): HTMLElement => el('td', { class: name, title }, text);

/** A cell with a dash where the value is unknown. */
const optionalCell = (name: string, value: string | undefined, title?: string): HTMLElement =>
  value === undefined ? td(name, '—', text('panelUnknown')) : td(name, value, title);

const average = (name: 'avg7' | 'avg30', days: number) => (offer: ComparisonRow, model: PanelModel) => {
  const value = offer[name];
  if (value === undefined) return optionalCell(name, undefined);
  const { text, title } = averageText(value, offer.stale ? undefined : offer.cents, days, model.overlay.shown);
  return td(name, text, title);
};

const cells: Readonly<Record<Column, (offer: ComparisonRow, model: PanelModel) => HTMLElement>> = {
  market: ({ market, link }) => {
    const { name } = markets[market];
    const safe = { target: '_blank', rel: 'noopener noreferrer', title: text('panelOpen', name), 'data-key': name };
    const label = link ? el('a', { href: link, ...safe }, name, el('span', { 'aria-hidden': 'true' }, ' ↗')) : name;
    return el('th', { scope: 'row', class: 'market' }, marketMark(market), label);
  },
  price: (offer, { overlay }) => priceCell(offer, overlay.shown),
  diff: (offer, model) => diffCell(offer, model),
  avg7: average('avg7', 7),
  avg30: average('avg30', 30),
  count: ({ count }) =>
    optionalCell('count', count === undefined ? undefined : countText(count), columnText('count').title),
  net: ({ market, netCents }, { overlay }) =>
    optionalCell(
      'net',
      netCents === undefined ? undefined : formatAmount(netCents, overlay.shown),
      market === 'steam' ? text('panelNetSteam') : columnText('net').title,
    ),
  cost: ({ costCents }, { overlay }) =>
    optionalCell(
      'cost',
      costCents === undefined ? undefined : formatAmount(costCents, overlay.shown),
      columnText('cost').title,
    ),
  age: ({ ageMs, stale }) => {
    const title = stale ? text('panelStaleTitle') : columnText('age').title;
    return optionalCell(stale ? 'age warn' : 'age', ageMs === undefined ? undefined : formatAge(ageMs), title);
  },
};

function priceCell({ cents, coins = 0 }: ComparisonRow, shown: PanelModel['overlay']['shown']): HTMLElement {
  return cents === undefined
    ? td('price', coinsText(coins), text('panelNoCoinRate'))
    : td('price', formatAmount(cents, shown));
}

function diffCell(offer: ComparisonRow, { overlay }: PanelModel): HTMLElement {
  const { diff, cents } = offer;
  const doubt = cents === undefined ? undefined : doubtText(offer);
  if (doubt) return td(doubt.text.startsWith('⚠') ? 'diff warn' : 'diff mute', doubt.text, doubt.title);
  if (diff === undefined || cents === undefined || overlay.listingCents === undefined) return td('diff', '');
  const money = moneyText(overlay.listingCents - cents, overlay.shown);
  return el(
    'td',
    {
      class: `diff ${differenceTone(diff)}`,
      title: rowMeaning(markets[offer.market].name, { cents, diff }, overlay.shown),
    },
    `${arrow(diff)} ${percentText(diff)}`,
    el('span', { class: 'mute money' }, ` ${money}`),
  );
}

function foot(model: PanelModel): HTMLElement {
  const { overlay, comparison, withNet } = model;
  const priceless = comparison.offers.filter((offer) => !hasPrice(offer));
  const notes = [
    ...missingPriceTexts(priceless),
    noDifferenceText(overlay)?.title,
    conversionFact(overlay.used)?.title,
    withNet ? text('panelFees') : undefined,
  ];
  return el(
    'div',
    { class: 'foot' },
    el(
      'div',
      { class: 'agreement' },
      ...agreementTexts(comparison, overlay.shown).map(({ text, title }) =>
        el('span', { class: text.startsWith('⚠') ? 'warn' : '', title }, text),
      ),
    ),
    ...notes.flatMap((note) => (note ? [el('p', { class: 'mute' }, note)] : [])),
    el(
      'div',
      { class: 'copy' },
      el('span', { class: 'mute' }, text('panelCopy')),
      ...copyFormats.map((format) =>
        button('copy', formatName(format), text('panelCopyAs', formatName(format)), { 'data-format': format }),
      ),
      el('span', { class: 'copy-status', role: 'status' }),
    ),
  );
}
