import type { ItemKind } from '#core/items/item-kinds.ts';
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
  'offers',
  'age',
] as const;
export type PlainColumn = (typeof plainColumns)[number];
export type ColumnId = PlainColumn | `price:${MarketId}`;

export function marketOfColumn(id: ColumnId): MarketId | undefined {
  const market = id.startsWith('price:') ? id.slice('price:'.length) : '';
  return isMarketId(market) ? market : undefined;
}

export interface Sorting {
  readonly column: ColumnId;
  readonly descending: boolean;
}

export const specials = ['any', 'plain', 'statTrak', 'souvenir'] as const;

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
  readonly special: (typeof specials)[number];
}

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

interface KindOfView {
  readonly sorting: Sorting;
  /** First what the view is named after: a narrow window shows two columns. A usual age has none. */
  readonly columns: readonly PlainColumn[];
  /** It compares a price to buy at with one to sell at, or changes over time; else it shows items as they are. */
  readonly compares?: 'prices' | 'days';
}

const trendColumns = [
  'change7',
  'against7',
  'against30',
  'change1',
  'change30',
  'cheapest',
  'liquidity',
  'offers',
] as const satisfies readonly PlainColumn[];

const kinds: Readonly<Record<ViewKind, KindOfView>> = {
  all: {
    // By name, the first would be items without a proper name.
    sorting: { column: 'liquidity', descending: true },
    columns: ['exit', 'payAtMost', 'spread', 'change7', 'against7', 'liquidity', 'offers'],
  },
  cheaper: {
    sorting: { column: 'patience', descending: true },
    columns: [
      'patience',
      'profitPercent',
      'profit',
      'difference',
      'buy',
      'cost',
      'sell',
      'change7',
      'against7',
      'liquidity',
    ],
    compares: 'prices',
  },
  steam: {
    sorting: { column: 'cash', descending: true },
    columns: ['cash', 'buy', 'sell', 'net', 'liquidity', 'offers'],
    compares: 'prices',
  },
  balance: {
    sorting: { column: 'toBalance', descending: true },
    columns: ['toBalance', 'buy', 'cost', 'sell', 'credit', 'liquidity', 'offers'],
    compares: 'prices',
  },
  falling: { sorting: { column: 'change7', descending: false }, columns: trendColumns, compares: 'days' },
  rising: { sorting: { column: 'change7', descending: true }, columns: trendColumns, compares: 'days' },
};

/** Whether a view compares a price to buy at with one to sell at. */
export const isRouteKind = (kind: ViewKind): boolean => kinds[kind].compares === 'prices';
export const isTrendKind = (kind: ViewKind): boolean => kinds[kind].compares === 'days';

/** One cent more is half the price of an item of two cents: below a dollar, per cents say little. USD cents. */
const leastComparedCents = 100;

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
  sorting: kinds[kind].sorting,
});

export interface ColumnBasis {
  /** Without confirmed fees no exit is shown unless it is chosen; with them profit takes the place of the difference. */
  readonly hasFees: boolean;
  /** A market charges for buying: else a cost is the price, and is not shown. */
  readonly hasCosts: boolean;
  /** Changes are recorded: they are shown in place of prices against averages. */
  readonly hasChanges: boolean;
}

/** The columns of a view, the item first. */
export function columnsOf(
  { kind, columns }: ExploreView,
  markets: readonly MarketId[],
  basis: ColumnBasis,
): readonly ColumnId[] {
  const chosen = columns?.filter((column) => {
    const market = marketOfColumn(column);
    return !market || markets.includes(market);
  });
  return ['item', ...(chosen ?? ownColumns(kind, markets, basis)).filter((column) => column !== 'item')];
}

const exitColumns: readonly PlainColumn[] = ['exit', 'payAtMost'];

/** The columns of a kind of view. A view without a route shows each market's price. */
function ownColumns(
  kind: ViewKind,
  markets: readonly MarketId[],
  { hasFees, hasCosts, hasChanges }: ColumnBasis,
): readonly ColumnId[] {
  const withoutUse = new Set<PlainColumn>(hasFees ? ['difference'] : exitColumns);
  if (!hasCosts) withoutUse.add('cost');
  const otherTrends = hasChanges ? 'against' : 'change';
  const plain = kinds[kind].columns.filter((column) => !withoutUse.has(column) && !column.startsWith(otherTrends));
  const prices = isRouteKind(kind) ? [] : markets.map((market): ColumnId => `price:${market}`);
  // What the item brings stays beside it, however many markets are compared.
  const first = plain.filter((column) => isTrendKind(kind) || exitColumns.includes(column));
  return [...new Set<ColumnId>([...first, ...prices, ...plain])];
}
