import { itemKinds, wears } from '#core/items/item-kinds.ts';
import { maxNameLength, maxQueryLength } from '#core/items/names.ts';
import { isMarketId, type MarketId } from '#core/prices/markets.ts';
import {
  type ColumnId,
  type ExploreView,
  firstView,
  overrulableReasons,
  plainColumns,
  type RowFilters,
  type Sorting,
  specials,
  viewKinds,
} from '#core/rows/view.ts';

export interface Place {
  readonly view: ExploreView;
  readonly item?: string | undefined;
  /** The form of that item's alert is open. */
  readonly alert?: true | undefined;
  /** `list` prices pasted lists. An opened item covers its page. */
  readonly page: (typeof pages)[number];
}

const pages = ['table', 'list', 'portfolio'] as const;

/** A limit of the first view that the user has removed. */
const none = 'none';

/** Writes a place as the part of an address after #. What is as at first is left out. */
export function writePlace({ view, item, alert, page }: Place): string {
  const { kind, filters, rules, columns, sorting } = view;
  const first = firstView(kind);
  const params = new URLSearchParams();
  const put = (key: string, value: string | number | undefined) => {
    if (value !== undefined && value !== '') params.set(key, String(value));
  };
  put('view', kind === 'all' ? '' : kind);
  put('q', filters.text);
  if (filters.minCents !== first.filters.minCents) put('min', filters.minCents ?? none);
  put('max', filters.maxCents);
  put('profit', filters.minProfitCents);
  put('percent', filters.minProfitPercent);
  put('patience', filters.minPatience);
  put('kind', filters.kinds.join());
  put('wear', filters.wears.join());
  put('special', filters.special === 'any' ? '' : filters.special);
  put('buy', rules.buy.join());
  put('sell', rules.sell.join());
  put('offers', rules.minOffers);
  put('liquidity', rules.minLiquidity);
  put('age', rules.maxAgeMinutes);
  put('show', rules.overruled.join());
  put('columns', columns?.join());
  if (sorting.column !== first.sorting.column || sorting.descending !== first.sorting.descending)
    put('sort', `${sorting.descending ? '-' : ''}${sorting.column}`);
  put('item', item);
  if (alert) put('alert', 1);
  if (page !== 'table') put(page, '1');
  return params.toString();
}

/** Reads an address, which anybody may have written: what is not valid is as at first. */
export function readPlace(hash: string): Place {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const first = firstView(oneOf(params.get('view'), viewKinds) ?? 'all');
  const columns = params.has('columns') ? listOf(params.get('columns'), readColumn) : undefined;
  return {
    view: {
      kind: first.kind,
      filters: readFilters(params, first.filters),
      rules: {
        buy: listOf(params.get('buy'), readMarket),
        sell: listOf(params.get('sell'), readMarket),
        minOffers: numberIn(params.get('offers'), 0, 1e6),
        minLiquidity: numberIn(params.get('liquidity'), 0, 100),
        maxAgeMinutes: numberIn(params.get('age'), 1, 1e6),
        overruled: listOf(params.get('show'), (text) => oneOf(text, overrulableReasons)),
      },
      columns: columns && columns.length > 0 ? columns : undefined,
      sorting: readSorting(params.get('sort')) ?? first.sorting,
    },
    item: params.get('item')?.slice(0, maxNameLength) || undefined,
    alert: params.get('alert') === '1' || undefined,
    page: pages.find((page) => params.get(page) === '1') ?? 'table',
  };
}

const readFilters = (params: URLSearchParams, first: RowFilters): RowFilters => ({
  text: (params.get('q') ?? '').slice(0, maxQueryLength),
  minCents: params.get('min') === none ? undefined : (numberIn(params.get('min'), 0, 1e10) ?? first.minCents),
  maxCents: numberIn(params.get('max'), 0, 1e10),
  minProfitCents: numberIn(params.get('profit'), -1e10, 1e10),
  minProfitPercent: numberIn(params.get('percent'), -100, 1e6),
  minPatience: numberIn(params.get('patience'), -100, 1e6),
  kinds: listOf(params.get('kind'), (text) => oneOf(text, itemKinds)),
  wears: listOf(params.get('wear'), (text) => (/^[0-9]$/.test(text) ? numberIn(text, 0, wears.length) : undefined)),
  special: oneOf(params.get('special'), specials) ?? 'any',
});

const oneOf = <const T extends string>(text: string | null, all: readonly T[]): T | undefined =>
  all.find((one) => one === text);

function numberIn(text: string | null, least: number, most: number): number | undefined {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return value >= least && value <= most ? value : undefined;
}

/** The valid parts of a list, each once. */
function listOf<T>(text: string | null, read: (part: string) => T | undefined): readonly T[] {
  const parts = (text ?? '').split(',', 100).flatMap((part) => read(part) ?? []);
  return [...new Set(parts)];
}

const readMarket = (text: string): MarketId | undefined => (isMarketId(text) ? text : undefined);

function readColumn(text: string): ColumnId | undefined {
  const [, market = ''] = /^price:(.*)$/.exec(text) ?? [];
  return isMarketId(market) ? `price:${market}` : oneOf(text, plainColumns);
}

function readSorting(text: string | null): Sorting | undefined {
  const column = readColumn((text ?? '').replace(/^-/, ''));
  return column && { column, descending: text?.startsWith('-') ?? false };
}
