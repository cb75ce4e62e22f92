import { type EntryColumns, emptyColumns } from '#core/prices/detail.ts';
import type { MarketId } from '#core/prices/markets.ts';
import type { ChangeSpan } from '#data/history/change-columns.ts';
import type { ItemTraits } from '#explore/data/item-traits.ts';

/** One market's prices, one value a row. A column may end before the last row: there the market has no price. */
export interface MarketColumn extends EntryColumns {
  readonly market: MarketId;
  /** USD cents; 0: none. */
  readonly cents: Float64Array<ArrayBuffer>;
  /**
   * Of the market's own data, which tell the listings on offer: `reading` from the store, or `missing` there: the worker
   * has not loaded them yet.
   */
  readonly state: 'reading' | 'missing' | 'loaded';
}

/** Changes over one span: those of the first compared market whose past is known. */
export interface ChangeColumn {
  /** Per cent; NaN: not known. */
  readonly percent: Float32Array<ArrayBuffer>;
  /** Index of the market in `ItemTable.markets`. */
  readonly market: Uint8Array<ArrayBuffer>;
  /** 1: the item has been recorded for less than 30 days. */
  readonly thin: Uint8Array<ArrayBuffer>;
}

/** All items with the prices of the compared markets, in columns. */
export interface ItemTable {
  readonly names: readonly string[];
  readonly traits: ItemTraits;
  /** 0 to 100; NaN: not known. */
  readonly liquidity: Float32Array<ArrayBuffer>;
  /** In the user's order. */
  readonly markets: readonly MarketColumn[];
  readonly changes: Readonly<Partial<Record<ChangeSpan, ChangeColumn>>>;
  /** The rank of each name in alphabetical order; a row beyond its end comes last. */
  readonly ranks: Uint32Array<ArrayBuffer>;
  /** The prices are made up. */
  readonly sample: boolean;
  /** The time of the price table, ms since the epoch; `undefined` without one. */
  readonly asOf: number | undefined;
}

export const emptyTable: ItemTable = {
  names: [],
  traits: { kinds: new Uint8Array(), wears: new Uint8Array(), marks: new Uint8Array() },
  liquidity: new Float32Array(),
  markets: [],
  changes: {},
  ranks: new Uint32Array(),
  sample: false,
  asOf: undefined,
};

export const emptyColumn = (market: MarketId, rows: number): MarketColumn => ({
  market,
  cents: new Float64Array(rows),
  ...emptyColumns(rows),
  state: 'loaded',
});

/** The markets that the worker has not loaded yet. */
export const missingOf = ({ markets }: ItemTable): readonly MarketId[] =>
  markets.filter(({ state }) => state === 'missing').map(({ market }) => market);
