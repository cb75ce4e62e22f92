import { type MarketId, marketIds } from '#core/markets.ts';
import { commaList } from '#protocol/node-server.ts';
import { type OptionalField, optionalFields } from '#protocol/price-api.ts';
import { Refusal } from '#service/refusal.ts';

/** Least and greatest value, both included. */
export interface Bounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** The parameters of `/api/prices`, normalised: without duplicates, in price-api.md's order, never without a market. */
export interface PricesQuery extends Bounds {
  readonly markets: readonly MarketId[];
  readonly fields: readonly OptionalField[];
}

const shown = (text: string): string => JSON.stringify(text.slice(0, 80));

/** A parameter that is given twice reads as one list; no number is one, so a bound given twice is refused. */
const textOf = (params: URLSearchParams, name: string): string => params.getAll(name).join(',');

/** The names that a list parameter holds, in the order of `known`. */
function readNames<T extends string>(params: URLSearchParams, name: string, known: readonly T[]): T[] {
  const names = commaList.parse(textOf(params, name));
  const unknown = names.find((each) => !known.some((one) => one === each));
  if (unknown !== undefined) throw new Refusal(400, `unknown name in ${name}: ${shown(unknown)}`);
  return known.filter((each) => names.includes(each));
}

const decimal = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;

function readBound(params: URLSearchParams, name: string): number | undefined {
  if (!params.has(name)) return undefined;
  const text = textOf(params, name);
  const value = decimal.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) throw new Refusal(400, `${name} is not a number: ${shown(text)}`);
  return value;
}

/**
 * Reads `min` and `max`.
 * @throws Refusal (400) for a value that is not a number.
 */
export const readBounds = (params: URLSearchParams): Bounds => ({
  min: readBound(params, 'min'),
  max: readBound(params, 'max'),
});

/**
 * Reads the parameters of `/api/prices` (price-api.md, "GET {base_url}/api/prices").
 * @throws Refusal (400) for an unknown or internal market, an unknown field, or a bound that is not a number.
 */
export function readPricesQuery(params: URLSearchParams): PricesQuery {
  const markets = readNames(params, 'markets', marketIds);
  const fields = readNames(params, 'fields', optionalFields);
  return { markets: markets.length > 0 ? markets : marketIds, fields, ...readBounds(params) };
}
