import { isMarketId, marketIds } from '#core/markets.ts';
import { commaList } from '#protocol/environment.ts';
import { endpoints, optionalFields } from '#protocol/price-api.ts';
import { Refusal } from '#relay/http/http-error.ts';

/** The shapes of data that the price API serves. */
export type Shape = keyof typeof endpoints;

/** Bounds on an item's cheapest selected market: cents, or coins on `/api/csgoroll-prices`. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** What a client asks for, normalised: two clients that mean the same have the same `source` and `name`. */
export interface Query {
  readonly shape: Shape;
  /** Path and query that upstream is asked with: never with bounds. */
  readonly source: string;
  /** `source` with the bounds, where there are any. */
  readonly name: string;
  readonly bounds: Bounds | undefined;
}

const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const fields: ReadonlySet<string> = new Set(optionalFields);
const isField = (name: string): boolean => fields.has(name);

/**
 * Reads the query string of a data endpoint (price-api.md, "Query parameters"); unknown parameters are ignored.
 * @param search the query string with its question mark, or ''
 * @throws Refusal 414 over `maxBytes`; 400 for a repeated parameter, an unknown market or field, a bad number
 */
export function readQuery(shape: Shape, search: string, maxBytes: number): Query {
  if (search.length > maxBytes) throw new Refusal(414, `the query string is longer than ${maxBytes} bytes`);
  const params = new URLSearchParams(search);
  const repeated = [...params.keys()].find((name, at, all) => all.indexOf(name) !== at);
  if (repeated !== undefined) throw new Refusal(400, `parameter ${quoted(repeated)} is repeated`);
  const source = endpoints[shape] + (shape === 'prices' ? selection(params) : '');
  const bounds = shape === 'partner' ? undefined : readBounds(params);
  return { shape, source, name: bounds ? `${source} ${bounds.min}..${bounds.max}` : source, bounds };
}

/** `markets` and `fields` in one order, without duplicates; all 13 markets is the same as none named. */
function selection(params: URLSearchParams): string {
  const markets = readList(params, 'markets', isMarketId);
  const wanted = readList(params, 'fields', isField);
  const parts = [
    ...(markets.length > 0 && markets.length < marketIds.length ? [`markets=${markets.join(',')}`] : []),
    ...(wanted.length > 0 ? [`fields=${wanted.join(',')}`] : []),
  ];
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** Names are trimmed, empty entries and an empty list count for nothing: price-api.md leaves that open. */
function readList(params: URLSearchParams, name: string, known: (entry: string) => boolean): string[] {
  const entries = commaList.parse(params.get(name) ?? '');
  const stranger = entries.find((entry) => !known(entry));
  if (stranger !== undefined) throw new Refusal(400, `${quoted(stranger)} is not one of the ${name}`);
  return [...new Set(entries)].sort();
}

function readBounds(params: URLSearchParams): Bounds | undefined {
  const min = readNumber(params, 'min');
  const max = readNumber(params, 'max');
  return min === undefined && max === undefined ? undefined : { min: min ?? -Infinity, max: max ?? Infinity };
}

function readNumber(params: URLSearchParams, name: string): number | undefined {
  const text = params.get(name)?.trim();
  if (text === undefined) return undefined;
  if (!number.test(text) || !Number.isFinite(Number(text))) throw new Refusal(400, `${name} is not a number`);
  return Number(text);
}

const quoted = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
