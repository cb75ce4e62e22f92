import type { Offer } from '#core/comparison.ts';
import { type MarketId, markets } from '#core/markets.ts';
import type { CopyFormat, PanelModel } from '#ui/panel-model.ts';

const source = 'Skinlens';

/** One market's row as data: amounts in the shown currency, two digits. */
function record(offer: Offer, { overlay: { shown }, at }: PanelModel) {
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
  const { item, phase, listing, comparison } = model;
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
  // A tab or a line break in a value would become another cell.
  const cell = (value: unknown) => String(value ?? '').replace(/[\t\r\n]+/g, ' ');
  return [names, ...rows.map((row) => names.map((name) => cell(row[name])))]
    .map((cells) => cells.join('\t'))
    .join('\n');
}

function line(row: ReturnType<typeof record>, { overlay: { shown } }: PanelModel): string {
  const price =
    row.price === null ? (row.coins === null ? 'no price' : `${row.coins} coins`) : `${row.price} ${shown.code}`;
  const diff =
    row.difference_percent === null
      ? ''
      : ` (listing ${row.difference_percent > 0 ? '+' : ''}${row.difference_percent} %)`;
  return `${row.market}: ${price}${diff}${row.note ? `, ${row.note}` : ''}${row.updated_at ? `, as of ${row.updated_at}` : ''}`;
}

function tail(model: PanelModel): string {
  const { time, rate, rate_of } = origin(model);
  return `${source}, ${time}${rate_of === 'base' ? ', USD' : `, ${rate} (${rate_of === 'own' ? 'own rate' : rate_of})`}`;
}
