import { referenceMarkets } from '#core/markets.ts';
import { toCsv } from '#core/watch-csv.ts';
import type { WatchAnswer, WatchedItem } from '#protocol/watch-list-messages.ts';

const alertColumns = ['item', 'alert', 'threshold', 'unit', 'state', 'reached_at', 'reached_market', 'reached_usd'];
const priceColumns = ['buff163_usd', 'youpin_usd', 'csfloat_usd', 'doubt', 'prices_as_of'];

/** The watch list as a CSV file: amounts in US dollars with a point, times in ISO 8601. */
export const watchCsv = ({ items, asOf }: WatchAnswer): string =>
  toCsv([[...alertColumns, ...priceColumns], ...items.map((item) => itemCells(item, asOf))]);

const itemCells = (item: WatchedItem, asOf: number | null) => {
  const { name, reached, quote, doubt } = item;
  return [
    name,
    ...alertCells(item),
    reached ? new Date(reached.at).toISOString() : undefined,
    reached?.market,
    reached ? reached.cents / 100 : undefined,
    ...referenceMarkets.map((market) => inDollars(quote?.[market])),
    doubt ?? undefined,
    asOf === null ? undefined : new Date(asOf).toISOString(),
  ];
};

function alertCells({ alert, reached }: WatchedItem) {
  if (!alert) return [undefined, undefined, undefined, undefined];
  const state = reached ? 'reached' : 'waiting';
  return alert.kind === 'below'
    ? [alert.kind, alert.cents / 100, 'USD', state]
    : [alert.kind, alert.percent, 'percent', state];
}

const inDollars = (cents: number | undefined): number | undefined => (cents === undefined ? undefined : cents / 100);
