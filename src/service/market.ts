import { type EntryField, entryField, entryFields, fieldIds } from '#core/prices/detail.ts';
import type { MarketId } from '#core/prices/markets.ts';
import type { EntryExtras, FieldKey } from '#protocol/price-api.ts';

/** One value of each item, by the item's index. */
export type Column<T> = (item: number) => T | undefined;

export type FieldColumns = { readonly [key in FieldKey]: Column<NonNullable<EntryExtras[key]>> };

/** The values of one market (src/protocol/price-api.md, "Per-market entry"). */
export interface MarketColumns extends FieldColumns {
  /** Integer USD cents, or coins on a market that counts in coins. An item without it is not on this market. */
  readonly value: Column<number>;
}

export interface MarketState {
  /** Changes with any of the other values. */
  readonly version: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly updatedAt: string;
  /** Market hash names in the order of the items' indexes. */
  readonly names: readonly string[];
  readonly liquidity: Column<number>;
  readonly market: (id: MarketId) => MarketColumns;
}

/** Returns the current prices; `undefined` before there are any. A lack of data never rejects. */
export type MarketSource = () => Promise<MarketState | undefined>;

export const byField = (of: (key: FieldKey, field: EntryField) => Column<unknown>): FieldColumns =>
  Object.fromEntries(
    fieldIds.map((id) => [entryFields[id].key, of(entryFields[id].key, entryField(id))]),
  ) as FieldColumns;
