import { coinMarket, type MarketId, partnerFields, referenceMarkets } from '#core/prices/markets.ts';
import { type FieldKey, marketFields, type PartnerRow } from '#protocol/price-api.ts';
import { isBounded, isWithin, type PriceBounds, type PricesQuery } from '#protocol/price-query.ts';
import type { Column, MarketColumns, MarketState } from '#service/market.ts';

type Row = readonly [name: string, row: object];

function* members(rows: Iterable<Row>): Generator<string> {
  let separator = '';
  for (const [name, row] of rows) {
    yield `${separator}${JSON.stringify(name)}:${JSON.stringify(row)}`;
    separator = ',';
  }
}

function* rowsOf(state: MarketState, read: Column<object>): Generator<Row> {
  for (const [item, name] of state.names.entries()) {
    const row = read(item);
    if (row) yield [name, row];
  }
}

/** The lowest price of an item in cents; `Infinity` when no market has one. */
function lowestOf(state: MarketState, ids: readonly MarketId[]): (item: number) => number {
  const columns = ids.filter((id) => id !== coinMarket).map((id) => state.market(id).value);
  return (item) => columns.reduce((lowest, value) => Math.min(lowest, value(item) ?? lowest), Infinity);
}

/** One market's entry. JSON omits extras that are `undefined`. */
function entryReader(id: MarketId, columns: MarketColumns, extras: readonly FieldKey[]): Column<object> {
  const key = id === coinMarket ? 'coins' : 'price';
  return (item) => {
    const value = columns.value(item);
    if (value === undefined) return undefined;
    const entry: Record<string, unknown> = { [key]: value };
    for (const field of extras) entry[field] = columns[field](item);
    return entry;
  };
}

/** One item; `undefined` when no selected market has it (decisions.md, 8). */
function itemReader(state: MarketState, { markets: ids, fields }: PricesQuery): Column<object> {
  const extras = marketFields.filter((field) => fields.includes(field));
  const readers = ids.map((id) => [id, entryReader(id, state.market(id), extras)] as const);
  const hasLiquidity = fields.includes('liquidity');
  return (item) => {
    const row: Record<string, unknown> = {};
    for (const [id, read] of readers) row[id] = read(item);
    if (Object.values(row).every((entry) => entry === undefined)) return undefined;
    if (hasLiquidity) row['liquidity'] = state.liquidity(item);
    return row;
  };
}

/** The body of `/api/prices` (src/protocol/price-api.md), in pieces: a full one is 94 MB. */
export function* writePrices(state: MarketState, query: PricesQuery): Generator<string> {
  const read = itemReader(state, query);
  const lowest = lowestOf(state, query.markets);
  /** Whether an item is within the bounds; an item without a price is not (decisions.md, 9). */
  const isKept = (item: number): boolean => {
    const price = lowest(item);
    return price < Infinity && isWithin(price, query);
  };
  const head = { updated_at: state.updatedAt, markets: query.markets };
  yield `${JSON.stringify(head).slice(0, -1)},"items":{`;
  yield* members(rowsOf(state, isBounded(query) ? (item) => (isKept(item) ? read(item) : undefined) : read));
  yield '}}';
}

/** The body of `/api/csgoroll-prices`, whose bounds are in coins. */
export function* writeCsgorollPrices(state: MarketState, bounds: PriceBounds): Generator<string> {
  const { value } = state.market('csgoroll');
  const read = (item: number): object | undefined => {
    const coins = value(item);
    return coins === undefined || !isWithin(coins, bounds) ? undefined : { coins };
  };
  yield `${JSON.stringify({ updated_at: state.updatedAt }).slice(0, -1)},"items":{`;
  yield* members(rowsOf(state, read));
  yield '}}';
}

export function* writePartnerPrices(state: MarketState): Generator<string> {
  const told = referenceMarkets.map((market) => ({ ...state.market(market), field: partnerFields[market] }));
  const read = (item: number): PartnerRow | undefined => {
    const prices = told.map(({ field, value }) => [field, value(item)] as const);
    if (prices.every(([, price]) => price === undefined)) return undefined;
    const is_inflated = told.some((market) => market.is_inflated(item) === true);
    return { ...Object.fromEntries(prices), liquidity: state.liquidity(item), is_inflated };
  };
  yield '{';
  yield* members(rowsOf(state, read));
  yield '}';
}
