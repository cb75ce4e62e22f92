import type { ExitPrice } from '#core/exit-value.ts';
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
