import { marketIds } from '#core/prices/markets.ts';
import { commaList } from '#protocol/environment.ts';
import { HttpError } from '#protocol/http.ts';
import { optionalFields } from '#protocol/price-api.ts';

export const quote = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** Each once, trimmed, in the order of `known`; empty entries count as absent. @throws HttpError 400 for another name */
export function parseNames<T extends string>(text: string | null, name: string, known: readonly T[]): T[] {
  const names = commaList.parse(text ?? '');
  const unknown = names.find((each) => !known.some((one) => one === each));
  if (unknown !== undefined) throw new HttpError(400, `${quote(unknown)} is not one of the ${name}`);
  return known.filter((each) => names.includes(each));
}

/** `Number` alone also accepts '', '0x10' and 'Infinity'. */
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Reads a bound; `undefined` without one. @throws HttpError 400 for what is no finite decimal */
function parseBound(text: string | null, name: string): number | undefined {
  if (text === null) return undefined;
  const value = decimal.test(text.trim()) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) throw new HttpError(400, `${name} is not a number`);
  return value;
}

/** Lowest and highest price, both included. */
export interface PriceBounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

export const isBounded = ({ min, max }: PriceBounds): boolean => min !== undefined || max !== undefined;

export const isWithin = (value: number, { min = -Infinity, max = Infinity }: PriceBounds): boolean =>
  value >= min && value <= max;

/** At least one market, without duplicates, in the order of the specification. */
export type PricesQuery = ReturnType<typeof parsePricesQuery>;

/** A repeated parameter is joined to one list. No joined text is a number, so a repeated bound is refused. */
const textOf = (params: URLSearchParams, name: string): string | null =>
  params.has(name) ? params.getAll(name).join(',') : null;

/** Parses `min` and `max`. @throws HttpError 400 */
export const parsePriceBounds = (params: URLSearchParams): PriceBounds => ({
  min: parseBound(textOf(params, 'min'), 'min'),
  max: parseBound(textOf(params, 'max'), 'max'),
});

/** Parses the parameters of `/api/prices`. @throws HttpError 400 */
export function parsePricesQuery(params: URLSearchParams) {
  const markets = parseNames(textOf(params, 'markets'), 'markets', marketIds);
  const fields = parseNames(textOf(params, 'fields'), 'fields', optionalFields);
  return { markets: markets.length > 0 ? markets : marketIds, fields, ...parsePriceBounds(params) };
}
