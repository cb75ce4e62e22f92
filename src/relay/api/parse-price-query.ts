import { isMarketId, marketIds } from '#core/markets.ts';
import { parseDecimal } from '#protocol/decimal.ts';
import { commaList } from '#protocol/environment.ts';
import { HttpError } from '#protocol/http-error.ts';
import { endpoints, optionalFields } from '#protocol/price-api.ts';
import type { PriceEndpoint, PriceQuery, PriceRange } from '#relay/feeds/price-query.ts';

const fields: ReadonlySet<string> = new Set(optionalFields);
const isField = (name: string): boolean => fields.has(name);

/**
 * Parses the query string of a data endpoint (src/protocol/price-api.md, "Parameters"); unknown parameters are ignored.
 * @param search the query string with its question mark, or ''
 * @throws HttpError 414 over `maxBytes`; 400 for a repeated parameter, an unknown market or field, a bad number
 */
export function parsePriceQuery(endpoint: PriceEndpoint, search: string, maxBytes: number): PriceQuery {
  if (search.length > maxBytes) throw new HttpError(414, `the query string is longer than ${maxBytes} bytes`);
  const params = new URLSearchParams(search);
  const repeated = [...params.keys()].find((name, at, all) => all.indexOf(name) !== at);
  if (repeated !== undefined) throw new HttpError(400, `parameter ${quote(repeated)} is repeated`);
  const source = endpoints[endpoint] + (endpoint === 'prices' ? normaliseSelection(params) : '');
  const range = endpoint === 'partner' ? undefined : parseRange(params);
  return { endpoint, source, name: range ? `${source} ${range.min}..${range.max}` : source, range };
}

/** `markets` and `fields` sorted and without duplicates. All 13 markets mean the same as none. */
function normaliseSelection(params: URLSearchParams): string {
  const markets = parseNames(params, 'markets', isMarketId);
  const wanted = parseNames(params, 'fields', isField);
  const parts = [
    ...(markets.length > 0 && markets.length < marketIds.length ? [`markets=${markets.join(',')}`] : []),
    ...(wanted.length > 0 ? [`fields=${wanted.join(',')}`] : []),
  ];
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** Names are trimmed; empty entries and an empty list count as absent. The price API does not specify this. */
function parseNames(params: URLSearchParams, name: string, isKnown: (entry: string) => boolean): string[] {
  const entries = commaList.parse(params.get(name) ?? '');
  const unknown = entries.find((entry) => !isKnown(entry));
  if (unknown !== undefined) throw new HttpError(400, `${quote(unknown)} is not one of the ${name}`);
  return [...new Set(entries)].sort();
}

function parseRange(params: URLSearchParams): PriceRange | undefined {
  const min = parseBound(params, 'min');
  const max = parseBound(params, 'max');
  return min === undefined && max === undefined ? undefined : { min: min ?? -Infinity, max: max ?? Infinity };
}

function parseBound(params: URLSearchParams, name: string): number | undefined {
  const text = params.get(name);
  if (text === null) return undefined;
  const value = parseDecimal(text);
  if (value === undefined) throw new HttpError(400, `${name} is not a number`);
  return value;
}

const quote = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
