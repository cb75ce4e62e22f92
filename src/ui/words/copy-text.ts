import { inCurrency, unitsOf } from '#core/money/rates.ts';
import type { ComparisonRow } from '#core/prices/comparison.ts';
import { type ColumnField, columnFields, entryField } from '#core/prices/detail.ts';
import { balanceMarket, isMarketId, type MarketId, markets } from '#core/prices/markets.ts';
import { toTsv } from '#core/tables/write-table.ts';
import { type CopyFormat, copyFormats, type PanelModel } from '#ui/overlay/panel-model.ts';
import { leavesText } from '#ui/words/exit-text.ts';
import { formatAmount } from '#ui/words/format.ts';
import { limitText, noteText } from '#ui/words/panel-words.ts';
import { text } from '#ui/words/text.ts';

const source = 'Skinlens';

/** One market's row as data: amounts in the shown currency, two digits. */
function record(offer: ComparisonRow, { overlay: { shown }, at }: PanelModel) {
  const amount = (cents: number | undefined) => (cents === undefined ? null : unitsOf(inCurrency(cents, shown)));
  const copied = (id: ColumnField) => (entryField(id).type === 'cents' ? amount(offer[id]) : (offer[id] ?? null));
  return {
    market: markets[offer.market].name,
    price: amount(offer.cents),
    coins: offer.coins ?? null,
    difference_percent: offer.diff ?? null,
    ...Object.fromEntries(columnFields.map((id) => [entryField(id).copied ?? id, copied(id)])),
    net: offer.market === balanceMarket ? null : amount(offer.netCents),
    balance: offer.market === balanceMarket ? amount(offer.netCents) : null,
    cost: amount(offer.costCents),
    updated_at: offer.ageMs === undefined ? null : new Date(at - offer.ageMs).toISOString(),
    note: offer.outlier !== undefined ? 'outlier' : (offer.doubt ?? null),
    link: offer.link ?? null,
  };
}

/** Source, time, currency and rate of the copied rows. */
const origin = ({ overlay: { shown }, at }: PanelModel) => ({
  source,
  time: new Date(at).toISOString(),
  currency: shown.code,
  rate: `1 USD = ${shown.perUsd} ${shown.code}`,
  rate_of: shown.of,
});

/** What a button copies: a price to type, the comparison, or the row of one market. */
export function copiedText(model: PanelModel, button: Element): string | undefined {
  const attribute = (name: string) => button.getAttribute(`data-${name}`) ?? '';
  const limit = model.limits?.find(({ kind }) => kind === attribute('limit'));
  if (limit) return limitText(limit, model.overlay).typed;
  const [format, market] = [copyFormats.find((name) => name === attribute('format')), attribute('market')];
  return format && copyText(model, format, isMarketId(market) ? market : undefined);
}

/** The comparison, or the row of one market, for pasting elsewhere. */
export function copyText(model: PanelModel, format: CopyFormat, only?: MarketId): string {
  const { listing, comparison } = model;
  const item = oneLine(model.item);
  const phase = model.phase && oneLine(model.phase);
  const offers = comparison.offers.filter(({ market }) => only === undefined || market === only);
  const rows = offers.map((offer) => record(offer, model));
  const about = { item, phase: phase ?? null, listing: listing ?? null, ...origin(model) };
  if (format === 'json') return JSON.stringify({ ...about, markets: rows }, null, 2);
  if (format === 'tsv') return table(rows.map((row) => ({ item, ...row, ...origin(model) })));
  return [item, ...offers.map((offer) => rowText(offer, model)), tail(model)].join('\n');
}

function table(rows: readonly Readonly<Record<string, string | number | null>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cell = (value: string | number | null | undefined) =>
    typeof value === 'string' ? oneLine(value) : (value ?? undefined);
  return toTsv([names, ...rows.map((row) => names.map((name) => cell(row[name])))]);
}

/** A text of the page without line ends, tabs and characters that change the direction of writing. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ');

/** A row as text, with amounts as everywhere. */
function rowText(offer: ComparisonRow, model: PanelModel): string {
  const { shown } = model.overlay;
  const { market, price, coins, difference_percent: diff, note, updated_at: updated } = record(offer, model);
  const amount = (cents: number | undefined) => cents !== undefined && formatAmount(inCurrency(cents, shown));
  const cost = amount(offer.costCents);
  const priceText = price === null ? coinsOf(coins) : amount(offer.cents);
  const parts = [
    diff === null ? priceText : `${priceText} (${text('copyDiff', `${diff > 0 ? '+' : ''}${diff}`)})`,
    offer.netCents !== undefined && leavesText(inCurrency(offer.netCents, shown), offer.market),
    cost && text('copyCost', cost),
    note && noteText(note),
    updated && text('copyAsOf', updated),
  ];
  return `${market}: ${parts.filter(Boolean).join(', ')}`;
}

const coinsOf = (coins: number | null): string =>
  coins === null ? text('wordNoPrice') : text('panelCoins', String(coins));

function tail(model: PanelModel): string {
  const { time, rate, rate_of } = origin(model);
  const converted = `${rate} (${rate_of === 'own' ? text('copyOwnRate') : rate_of})`;
  return `${source}, ${time}, ${rate_of === 'base' ? 'USD' : converted}`;
}
