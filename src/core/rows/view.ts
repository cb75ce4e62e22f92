import type { ItemKind } from '#core/items/item-kinds.ts';
import { exploreColumns } from '#core/prices/detail.ts';
import { isMarketId, type MarketId } from '#core/prices/markets.ts';
import { stageReasons } from '#core/rows/price-stages.ts';

export const viewKinds = ['all', 'cheaper', 'steam', 'balance', 'falling', 'rising'] as const;
export type ViewKind = (typeof viewKinds)[number];

/** Why a row is left out, in the order in which the reasons are looked for. */
export const leftOutReasons = [
  'sample',
  'history',
  'new',
  ...stageReasons.map(([, reason]) => reason),
  'average',
  'liquidity',
  'phases',
  'fees',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** Reasons that the user may overrule. */
export const overrulableReasons = ['new', 'inflated', 'old', 'offers', 'liquidity', 'phases'] as const;
export type OverrulableReason = (typeof overrulableReasons)[number];

export const plainColumns = [
  'item',
  'cheapest',
  'dearest',
  'spread',
  'exit',
  'buy',
  'sell',
  'difference',
  'cost',
  'net',
  'profit',
  'profitPercent',
  'patience',
  'payAtMost',
  'cash',
  'toBalance',
  'credit',
  'change1',
  'change7',
  'change30',
  'against7',
  'against30',
  'liquidity',
  ...exploreColumns,
  'age',
] as const;
export type PlainColumn = (typeof plainColumns)[number];
export type ColumnId = PlainColumn | `price:${MarketId}`;

/** The market whose prices a column holds. */
export function marketOfColumn(id: ColumnId): MarketId | undefined {
  const market = id.startsWith('price:') ? id.slice('price:'.length) : '';
  return isMarketId(market) ? market : undefined;
}

export interface Sorting {
  readonly column: ColumnId;
  readonly descending: boolean;
}

export const specials = ['any', 'plain', 'statTrak', 'souvenir'] as const;
export type Special = (typeof specials)[number];

/** Limits of a view. An absent one is no limit, or the user's own of the settings. */
export interface RowFilters {
  readonly text: string;
  /** USD cents: of the price where the item is bought. */
  readonly minCents?: number | undefined;
  readonly maxCents?: number | undefined;
  readonly minProfitCents?: number | undefined;
  readonly minProfitPercent?: number | undefined;
  /** Per cent, weighed: the column `patience`. */
  readonly minPatience?: number | undefined;
  /** Empty: any. */
  readonly kinds: readonly ItemKind[];
  /** Indexes of `wears` + 1; 0: without a wear. Empty: any. */
  readonly wears: readonly number[];
  readonly special: Special;
}

/** Rules by which prices count. */
export interface PriceRules {
  /** Markets to buy at; empty: all compared ones. */
  readonly buy: readonly MarketId[];
  /** Markets to sell at; empty: the settings' own. */
  readonly sell: readonly MarketId[];
  /** Absent: the settings' own. */
  readonly minOffers?: number | undefined;
  readonly minLiquidity?: number | undefined;
  readonly maxAgeMinutes?: number | undefined;
  readonly overruled: readonly OverrulableReason[];
}

export interface ExploreView {
  readonly kind: ViewKind;
  readonly filters: RowFilters;
  readonly rules: PriceRules;
  /** Absent: the columns of the kind of view. */
  readonly columns?: readonly ColumnId[] | undefined;
  readonly sorting: Sorting;
}

/** All items begin with what sells best: by name, the first would be ones without a proper name. */
const sortings: Readonly<Record<ViewKind, Sorting>> = {
  all: { column: 'liquidity', descending: true },
  cheaper: { column: 'profit', descending: true },
  steam: { column: 'cash', descending: true },
  balance: { column: 'toBalance', descending: true },
  falling: { column: 'change7', descending: false },
  rising: { column: 'change7', descending: true },
};

/** One cent more is half the price of an item of two cents: below a dollar, per cents say little. USD cents. */
const leastComparedCents = 100;

/** A view of a kind as it is at first. */
export const firstView = (kind: ViewKind): ExploreView => ({
  kind,
  filters: {
    text: '',
    minCents: kind === 'all' ? undefined : leastComparedCents,
    kinds: [],
    wears: [],
    special: 'any',
  },
  rules: { buy: [], sell: [], overruled: [] },
  sorting: sortings[kind],
});

const trendColumns = [
  'change7',
  'against7',
  'against30',
  'change1',
  'change30',
  'cheapest',
  'liquidity',
  'offers',
  'age',
] as const satisfies readonly PlainColumn[];

/** First what the view is named after: a narrow window shows two columns. */
const kindColumns: Readonly<Record<ViewKind, readonly PlainColumn[]>> = {
  all: ['exit', 'payAtMost', 'spread', 'change7', 'against7', 'liquidity', 'offers', 'age'],
  cheaper: [
    'profit',
    'profitPercent',
    'patience',
    'buy',
    'sell',
    'cost',
    'net',
    'difference',
    'liquidity',
    'offers',
    'age',
  ],
  steam: ['cash', 'buy', 'sell', 'net', 'liquidity', 'offers', 'age'],
  balance: ['toBalance', 'buy', 'cost', 'sell', 'credit', 'liquidity', 'offers', 'age'],
  falling: trendColumns,
  rising: trendColumns,
};

/** Kinds of views whose columns include each market's price. */
const withPrices: ReadonlySet<ViewKind> = new Set(['all', 'falling', 'rising']);

export interface ColumnBasis {
  /** Without confirmed fees no exit is shown unless it is chosen; with them profit takes the place of the difference. */
  readonly hasFees: boolean;
  /** Changes are recorded: they are shown in place of prices against averages. */
  readonly hasChanges: boolean;
}

/** The columns of a view, the item first. */
export function columnsOf(
  { kind, columns }: ExploreView,
  markets: readonly MarketId[],
  { hasFees, hasChanges }: ColumnBasis,
): readonly ColumnId[] {
  const prices = withPrices.has(kind) ? markets.map((market): ColumnId => `price:${market}`) : [];
  const plain = kindColumns[kind].filter(
    (column) =>
      !(hasFees ? ['difference'] : ['exit', 'payAtMost']).includes(column) &&
      !column.startsWith(hasChanges ? 'against' : 'change'),
  );
  // What the item brings stays beside it, however many markets are compared.
  const first = plain.filter((column) => isTrendKind(kind) || column === 'exit' || column === 'payAtMost');
  const own: readonly ColumnId[] = [...new Set<ColumnId>([...first, ...prices, ...plain])];
  const chosen = columns?.filter((column) => {
    const market = marketOfColumn(column);
    return !market || markets.includes(market);
  });
  return ['item', ...(chosen ?? own).filter((column) => column !== 'item')];
}

/** Whether a view compares a price to buy at with one to sell at. */
export const isRouteKind = (kind: ViewKind): boolean => ['cheaper', 'steam', 'balance'].includes(kind);
export const isTrendKind = (kind: ViewKind): boolean => kind === 'falling' || kind === 'rising';
