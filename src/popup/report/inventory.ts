import { type ConfirmedFees, feesOf, netCents } from '#core/fees.ts';
import { markets, type ReferenceMarket } from '#core/markets.ts';
import { toCsv } from '#core/watch-csv.ts';
import type { InventoryEntry, Totals } from '#protocol/inventory-messages.ts';

/** What arrives after all items with a price are sold on a market, USD cents; `undefined` without confirmed fees. */
export function netTotal({ entries }: Totals, market: ReferenceMarket, fees: ConfirmedFees): number | undefined {
  const ofMarket = feesOf(fees, market);
  if (!ofMarket) return undefined;
  // Nothing arrives for an item that the fees consume.
  return entries.reduce((sum, { cents, count }) => sum + (netCents(cents[market] ?? 0, ofMarket) ?? 0) * count, 0);
}

/** Columns of the copy; they have the same name in every language, as in the other files. */
const head = ['name', 'phase', 'count', 'market', 'price_usd', 'net_usd', 'note', 'age_minutes', 'source'] as const;

/** The items as CSV: one line for each item and market with a price, and one for each item that is in no sum. */
export function inventoryCsv(
  { entries }: Totals,
  compared: readonly ReferenceMarket[],
  fees: ConfirmedFees,
  ageMs: number,
): string {
  const age = Math.floor(ageMs / 60_000);
  const lines = entries.flatMap((entry) => {
    const { item, phase, count, state } = entry;
    const priced = compared.filter((market) => entry.cents[market] !== undefined);
    if (priced.length === 0)
      return [[item, phase, count, undefined, undefined, undefined, noteOf(state), undefined, undefined]];
    return priced.map((market) => {
      const cents = entry.cents[market] ?? 0;
      const ofMarket = feesOf(fees, market);
      const net = ofMarket && (netCents(cents, ofMarket) ?? 0);
      return [item, phase, count, markets[market].name, dollars(cents), dollars(net), undefined, age, 'Skinlens'];
    });
  });
  return toCsv([head, ...lines]);
}

const noteOf = (state: InventoryEntry['state']): string => (state === 'doubtful' ? 'price in doubt' : 'no price');

const dollars = (cents: number | undefined): number | undefined =>
  cents === undefined ? undefined : Math.round(cents) / 100;
