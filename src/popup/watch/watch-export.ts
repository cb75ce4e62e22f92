import { type ConfirmedFees, costCents, feesOf, netCents } from '#core/fees.ts';
import { referenceMarkets } from '#core/markets.ts';
import { toCsv } from '#core/tables/write-table.ts';
import type { WatchAnswer, WatchedItem } from '#protocol/watch-list-messages.ts';

const alertColumns = ['item', 'alert', 'threshold', 'unit', 'alert_market', 'alert_state'];
const reachedColumns = ['reached_at', 'reached_market', 'reached_usd'];
const priceColumns = [...referenceMarkets.map((market) => `${market}_usd`), 'doubt', 'prices_as_of'];
const feeColumns = referenceMarkets.flatMap((market) => [`${market}_net_usd`, `${market}_cost_usd`]);

/**
 * The watch list as a CSV file: amounts in US dollars with a point, times in ISO 8601. Net and cost are empty without
 * confirmed fees of the market, and where the price is in doubt.
 */
export const watchCsv = ({ items, asOf }: WatchAnswer, fees: ConfirmedFees): string =>
  toCsv([
    [...alertColumns, ...reachedColumns, ...priceColumns, ...feeColumns],
    ...items.map((item) => [...itemCells(item, asOf), ...feeCells(item, fees)]),
  ]);

const feeCells = ({ quote, doubt }: WatchedItem, fees: ConfirmedFees) =>
  referenceMarkets.flatMap((market) => {
    const [cents, known] = [quote?.[market], feesOf(fees, market)];
    if (cents === undefined || !known || doubt) return [undefined, undefined];
    return [inDollars(netCents(cents, known)), inDollars(costCents(cents, known))];
  });

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

/** Without a market the alert looks at the lowest price of the compared ones. */
function alertCells({ alert, reached }: WatchedItem) {
  if (!alert) return [undefined, undefined, undefined, undefined, undefined];
  const line = 'cents' in alert ? [alert.cents / 100, 'USD'] : [alert.percent, 'percent'];
  return [alert.kind, ...line, 'market' in alert ? alert.market : undefined, reached ? 'reached' : 'waiting'];
}

const inDollars = (cents: number | undefined): number | undefined => (cents === undefined ? undefined : cents / 100);
