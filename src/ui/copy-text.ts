import type { ComparisonRow } from '#core/comparison.ts';
import { type MarketId, markets } from '#core/markets.ts';
import type { CopyFormat, PanelModel } from '#ui/panel-model.ts';
import { noteOf } from '#ui/panel-words.ts';
import { text } from '#ui/text.ts';

const source = 'Skinlens';

/** One market's row as data: amounts in the shown currency, two digits. */
function record(offer: ComparisonRow, { overlay: { shown }, at }: PanelModel) {
  const amount = (cents: number | undefined) =>
    cents === undefined ? null : Number(((cents / 100) * shown.perUsd).toFixed(2));
  return {
    market: markets[offer.market].name,
    price: amount(offer.cents),
    coins: offer.coins ?? null,
    difference_percent: offer.diff ?? null,
    average_7_days: amount(offer.avg7),
    average_30_days: amount(offer.avg30),
    offers: offer.count ?? null,
    net: amount(offer.netCents),
    updated_at: offer.ageMs === undefined ? null : new Date(at - offer.ageMs).toISOString(),
    note: offer.outlier !== undefined ? 'outlier' : (offer.doubt ?? null),
    link: offer.link ?? null,
  };
}

/** Where the rows come from, when, and in which currency at which rate. */
const origin = ({ overlay: { shown }, at }: PanelModel) => ({
  source,
  time: new Date(at).toISOString(),
  currency: shown.code,
  rate: `1 USD = ${shown.perUsd} ${shown.code}`,
  rate_of: shown.of,
});

/** The comparison, or one market's row of it, to be pasted elsewhere. */
export function copyText(model: PanelModel, format: CopyFormat, only?: MarketId): string {
  const { listing, comparison } = model;
  const item = oneLine(model.item);
  const phase = model.phase && oneLine(model.phase);
  const rows = comparison.offers
    .filter(({ market }) => only === undefined || market === only)
    .map((offer) => record(offer, model));
  const about = { item, phase: phase ?? null, listing: listing ?? null, ...origin(model) };
  if (format === 'json') return JSON.stringify({ ...about, markets: rows }, null, 2);
  if (format === 'tsv') return table(rows.map((row) => ({ item, ...row, ...origin(model) })));
  return [item, ...rows.map((row) => line(row, model)), tail(model)].join('\n');
}

function table(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  return [names, ...rows.map((row) => names.map((name) => cell(row[name])))]
    .map((cells) => cells.join('\t'))
    .join('\n');
}

/**
 * A value as one cell of a spreadsheet. Words that would be a formula there get an apostrophe, which says that they are
 * none (OWASP, "CSV Injection"); a quotation mark, which would swallow what follows, is doubled and quoted (RFC 4180).
 */
function cell(value: unknown): string {
  if (typeof value !== 'string') return String(value ?? '');
  const words = oneLine(value);
  const plain = /^[\s]*[=+\-@＝＋－＠]/.test(words) ? `'${words}` : words;
  return plain.includes('"') ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** A page's words without what would end a line or a cell, or turn the direction of what follows. */
const oneLine = (words: string): string => words.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ');

/** Amounts as in the other forms: what is pasted is read on by programs as well. */
function line(row: ReturnType<typeof record>, { overlay: { shown } }: PanelModel): string {
  const { market, price, coins, difference_percent: diff, note, updated_at: updated } = row;
  const asked = price === null ? coinsOf(coins) : `${price} ${shown.code}`;
  const parts = [
    diff === null ? asked : `${asked} (${text('copyDiff', `${diff > 0 ? '+' : ''}${diff}`)})`,
    note && noteOf(note),
    updated && text('copyAsOf', updated),
  ];
  return `${market}: ${parts.filter(Boolean).join(', ')}`;
}

const coinsOf = (coins: number | null): string =>
  coins === null ? text('copyNoPrice') : text('panelCoins', String(coins));

function tail(model: PanelModel): string {
  const { time, rate, rate_of } = origin(model);
  const converted = `${rate} (${rate_of === 'own' ? text('copyOwnRate') : rate_of})`;
  return `${source}, ${time}, ${rate_of === 'base' ? 'USD' : converted}`;
}
