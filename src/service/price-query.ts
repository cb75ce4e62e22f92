import { type MarketId, marketIds } from '#core/prices/markets.ts';
import { type OptionalField, optionalFields } from '#protocol/price-api.ts';
import { parseBound, parseNames } from '#protocol/price-query.ts';

/** Lowest and highest price, both included. */
export interface PriceBounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** The parameters of `/api/prices`: at least one market, without duplicates, in the order of the specification. */
export interface PricesQuery extends PriceBounds {
  readonly markets: readonly MarketId[];
  readonly fields: readonly OptionalField[];
}

/** A repeated parameter is joined to one list. No joined text is a number, so a repeated bound is refused. */
const textOf = (params: URLSearchParams, name: string): string | null =>
  params.has(name) ? params.getAll(name).join(',') : null;

/** Parses `min` and `max`. @throws HttpError 400 */
export const parsePriceBounds = (params: URLSearchParams): PriceBounds => ({
  min: parseBound(textOf(params, 'min'), 'min'),
  max: parseBound(textOf(params, 'max'), 'max'),
});

/** Parses the parameters of `/api/prices`. @throws HttpError 400 */
export function parsePricesQuery(params: URLSearchParams): PricesQuery {
  const markets = parseNames(textOf(params, 'markets'), 'markets', marketIds);
  const fields = parseNames(textOf(params, 'fields'), 'fields', optionalFields);
  return { markets: markets.length > 0 ? markets : marketIds, fields, ...parsePriceBounds(params) };
}
