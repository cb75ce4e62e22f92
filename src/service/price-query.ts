import { type MarketId, marketIds } from '#core/prices/markets.ts';
import { commaList, parseDecimal } from '#protocol/environment.ts';
import { HttpError } from '#protocol/http.ts';
import { type OptionalField, optionalFields } from '#protocol/price-api.ts';

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

const quote = (text: string): string => JSON.stringify(text.slice(0, 80));

/** A repeated parameter is joined to one list. No joined text is a number, so a repeated bound is refused. */
const textOf = (params: URLSearchParams, name: string): string => params.getAll(name).join(',');

/** The names of a list parameter, in the order of `known`. */
function parseNames<T extends string>(params: URLSearchParams, name: string, known: readonly T[]): T[] {
  const names = commaList.parse(textOf(params, name));
  const unknown = names.find((each) => !known.some((one) => one === each));
  if (unknown !== undefined) throw new HttpError(400, `unknown name in ${name}: ${quote(unknown)}`);
  return known.filter((each) => names.includes(each));
}

function parseBound(params: URLSearchParams, name: string): number | undefined {
  if (!params.has(name)) return undefined;
  const text = textOf(params, name);
  const value = parseDecimal(text);
  if (value === undefined) throw new HttpError(400, `${name} is not a number: ${quote(text)}`);
  return value;
}

/**
 * Parses `min` and `max`.
 * @throws HttpError 400 for a value that is not a number
 */
export const parsePriceBounds = (params: URLSearchParams): PriceBounds => ({
  min: parseBound(params, 'min'),
  max: parseBound(params, 'max'),
});

/**
 * Parses the parameters of `/api/prices` (src/protocol/price-api.md, "Parameters").
 * @throws HttpError 400 for an unknown or internal market, an unknown field, or a bound that is not a number
 */
export function parsePricesQuery(params: URLSearchParams): PricesQuery {
  const markets = parseNames(params, 'markets', marketIds);
  const fields = parseNames(params, 'fields', optionalFields);
  return { markets: markets.length > 0 ? markets : marketIds, fields, ...parsePriceBounds(params) };
}
