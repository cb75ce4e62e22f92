import { type ExitPrice, type ExitRules, exitNow } from '#core/exit-value.ts';
import { type ConfirmedFees, feesOf, netCents } from '#core/fees.ts';
import type { ReferenceMarket } from '#core/markets.ts';
import type { DatedRates } from '#core/rates.ts';
import type { OwnedKind } from '#core/site.ts';

/** Equal items of an inventory. */
export interface InventoryEntry {
  readonly item: string;
  readonly phase?: string | undefined;
  readonly count: number;
  /** `doubtful`: the prices are an outlier's or those of any phase. `unknown`: the table does not have the item. */
  readonly state: 'priced' | 'doubtful' | 'unknown';
  /** USD cents; empty unless `priced`. */
  readonly cents: { readonly [market in ReferenceMarket]?: number | undefined };
  /** Where one is sold best; only if `priced`. */
  readonly exit?: ExitPrice | undefined;
}

/** The value by each reference of an inventory's items, or of what the user has put up for sale. */
export interface Totals {
  readonly of: OwnedKind;
  /** Number of items that were read. */
  readonly items: number;
  /** Items in a sum. `doubtful` items have no exact or no reliable price; all others are not in the table. */
  readonly priced: number;
  readonly doubtful: number;
  /** USD cents and number of items, in the order of `referenceMarkets`. */
  readonly sums: readonly { readonly market: ReferenceMarket; readonly cents: number; readonly items: number }[];
  /** Every item that was read, equal ones together, for the sums after fees and for a copy. */
  readonly entries: readonly InventoryEntry[];
  /** For the conversion of the sums. */
  readonly rates: DatedRates | null;
}

/** What arrives after all items with a price are sold on a market, USD cents; `undefined` without confirmed fees. */
export function netTotal({ entries }: Totals, market: ReferenceMarket, fees: ConfirmedFees): number | undefined {
  const ofMarket = feesOf(fees, market);
  if (!ofMarket) return undefined;
  // Nothing arrives for an item that the fees consume.
  return entries.reduce((sum, { cents, count }) => sum + (netCents(cents[market] ?? 0, ofMarket, count) ?? 0), 0);
}

/** What arrives when each item is sold where that pays best, USD cents, and how many items can be. */
export function exitTotal({ entries }: Totals, rules: ExitRules): { readonly cents: number; readonly items: number } {
  let [cents, items] = [0, 0];
  for (const { exit, count } of entries) {
    const net = exit && soldAt(exit, count, rules);
    if (net === undefined) continue;
    cents += net;
    items += count;
  }
  return { cents, items };
}

/** What equal items leave when all are sold at an exit, USD cents; `undefined` where the exit counts no more. */
export function soldAt(exit: ExitPrice, count: number, rules: ExitRules): number | undefined {
  const sold = exitNow(exit, rules);
  return typeof sold === 'string' ? undefined : netCents(sold.sells.cents, sold.fees, count);
}
