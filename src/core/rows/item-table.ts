import { itemKinds, kindOf, wearOf, wears } from '#core/items/item-kinds.ts';
import { hasPhases } from '#core/items/names.ts';
import { type EntryColumns, emptyColumns } from '#core/prices/detail.ts';
import type { MarketId } from '#core/prices/markets.ts';

/** Spans of the changes, days. */
export const changeSpans = [1, 7, 30] as const;
export type ChangeSpan = (typeof changeSpans)[number];

/** One market's prices, one value a row. A column may end before the last row: there the market has no price. */
export interface MarketColumn extends EntryColumns {
  readonly market: MarketId;
  /** USD cents; 0: none. */
  readonly cents: Float64Array<ArrayBuffer>;
  /** Of the market's own data: `reading` from the store, or `missing` there until the worker loads them. */
  readonly state: 'reading' | 'missing' | 'loaded';
}

/** Age from which changes are not shown, ms: they no longer lead to the present price. */
export const maxChangeAgeMs = 6 * 60 * 60_000;

/** Changes over one span: those of the first compared market whose past is known. */
export interface ChangeColumn {
  /** Per cent; NaN: not known. */
  readonly percent: Float32Array<ArrayBuffer>;
  /** Index of the market in `ItemTable.markets`. */
  readonly market: Uint8Array<ArrayBuffer>;
  /** 1: the item has been recorded for less than 30 days. */
  readonly thin: Uint8Array<ArrayBuffer>;
}

/** Bits of `marks`. */
export const mark = { statTrak: 1, souvenir: 2, phases: 4 } as const;

/** What the names say, one value a row. */
export function traitsOf(names: readonly string[]) {
  const traits = {
    /** Index of `itemKinds`. */
    kinds: new Uint8Array(names.length),
    /** Index of `wears` + 1; 0: none. */
    wears: new Uint8Array(names.length),
    /** Bits of `mark`. */
    marks: new Uint8Array(names.length),
  };
  for (const [row, name] of names.entries()) {
    const wear = wearOf(name);
    traits.wears[row] = wear ? wears.indexOf(wear) + 1 : 0;
    traits.kinds[row] = itemKinds.indexOf(kindOf(name));
    traits.marks[row] =
      (name.includes('StatTrak™') ? mark.statTrak : 0) |
      (name.startsWith('Souvenir ') ? mark.souvenir : 0) |
      (name.includes('Doppler') && hasPhases(name) ? mark.phases : 0);
  }
  return traits;
}

export interface ItemTable {
  readonly names: readonly string[];
  readonly traits: Readonly<ReturnType<typeof traitsOf>>;
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
