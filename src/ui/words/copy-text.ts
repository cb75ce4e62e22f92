import { coinAmount, hundredthsOf } from '#core/money/money.ts';
import { inCurrency } from '#core/money/rates.ts';
import type { ComparisonRow } from '#core/prices/comparison.ts';
import { type ColumnField, columnFields, entryField } from '#core/prices/detail.ts';
import { balanceMarket, markets } from '#core/prices/markets.ts';
import { type Cell, plainCell, quantity, toTsv } from '#core/tables/write-table.ts';
import { type CopyFormat, copyFormats, type PanelModel } from '#ui/overlay/panel-model.ts';
import { leavesText } from '#ui/words/exit-text.ts';
import { formatAmount } from '#ui/words/format.ts';
import { coinsText, limitText, noteText } from '#ui/words/panel-words.ts';
import { text } from '#ui/words/text.ts';

const source = 'Skinlens';

/** One market's row as data: amounts in the shown currency, two digits. */
function record(offer: ComparisonRow, { overlay: { shown }, at }: PanelModel) {
  const amount = (cents: number | undefined) =>
    cents === undefined ? undefined : hundredthsOf(inCurrency(cents, shown));
  const copied = (id: ColumnField) => (entryField(id).type === 'cents' ? amount : quantity)(offer[id]);
  return {
    market: markets[offer.market].name,
    price: amount(offer.cents),
    coins: offer.coins === undefined ? undefined : coinAmount(offer.coins),
    difference_percent: quantity(offer.diff),
    ...Object.fromEntries(columnFields.map((id) => [entryField(id).copied ?? id, copied(id)])),
    net: offer.market === balanceMarket ? undefined : amount(offer.netCents),
    balance: offer.market === balanceMarket ? amount(offer.netCents) : undefined,
    cost: amount(offer.costCents),
    updated_at: timeText(offer, at),
    note: noteOf(offer),
    link: offer.link,
  };
}

const timeText = ({ ageMs }: ComparisonRow, at: number): string | undefined =>
  ageMs === undefined ? undefined : new Date(at - ageMs).toISOString();

const noteOf = ({ outlier, doubt }: ComparisonRow): string | undefined => (outlier === undefined ? doubt : 'outlier');

const origin = ({ overlay: { shown }, at }: PanelModel) => ({
  source,
  time: new Date(at).toISOString(),
  currency: shown.code,
  rate: `1 USD = ${shown.perUsd} ${shown.code}`,
  rate_of: shown.of,
});

export function copiedText(model: PanelModel, button: Element): string | undefined {
  const attribute = (name: string) => button.getAttribute(`data-${name}`) ?? '';
  const limit = model.limits?.find(({ kind }) => kind === attribute('limit'));
  if (limit) return limitText(limit, model.overlay)?.typed;
  const format = copyFormats.find((name) => name === attribute('format'));
  return format && copyText(model, format);
}

export function copyText(model: PanelModel, format: CopyFormat): string {
  const { listing } = model;
  const { offers } = model.comparison;
  const item = oneLine(model.item);
  const phase = model.phase && oneLine(model.phase);
  const rows = offers.map((offer) => record(offer, model));
  const about = { item, phase: phase ?? null, listing: listing ?? null, ...origin(model) };
  if (format === 'json') return JSON.stringify({ ...about, markets: rows.map(toPlain) }, null, 2);
  if (format === 'tsv') return table(rows.map((row) => ({ item, ...row, ...origin(model) })));
  return [item, ...offers.map((offer) => rowText(offer, model)), tail(model)].join('\n');
}

/** What is not known is `null`. */
const toPlain = (row: Readonly<Record<string, Cell>>) =>
  Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, plainCell(cell) ?? null]));

function table(rows: readonly Readonly<Record<string, Cell>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cell = (value: Cell) => (typeof value === 'string' ? oneLine(value) : value);
  return toTsv([names, ...rows.map((row) => names.map((name) => cell(row[name])))]);
}

/** A text of the page without line ends, tabs and characters that change the direction of writing. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ');

function rowText(offer: ComparisonRow, { overlay: { shown }, at }: PanelModel): string {
  const { market, cents, coins, diff, netCents, costCents } = offer;
  const [note, updated] = [noteOf(offer), timeText(offer, at)];
  const inCoins = coins === undefined ? text('wordNoPrice') : coinsText(coinAmount(coins));
  const price = cents === undefined ? inCoins : formatAmount(inCurrency(cents, shown));
  const parts = [
    diff === undefined ? price : `${price} (${text('copyDiff', `${diff > 0 ? '+' : ''}${diff}`)})`,
    netCents !== undefined && leavesText(inCurrency(netCents, shown), market),
    costCents !== undefined && text('copyCost', formatAmount(inCurrency(costCents, shown))),
    note && noteText(note),
    updated && text('copyAsOf', updated),
  ];
  return `${markets[market].name}: ${parts.filter(Boolean).join(', ')}`;
}

function tail(model: PanelModel): string {
  const { time, rate, rate_of } = origin(model);
  const converted = `${rate} (${rate_of === 'own' ? text('copyOwnRate') : rate_of})`;
  return `${source}, ${time}, ${rate_of === 'base' ? 'USD' : converted}`;
}
