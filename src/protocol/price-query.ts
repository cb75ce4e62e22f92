import { commaList } from '#protocol/environment.ts';
import { HttpError } from '#protocol/http.ts';

/** The parameters of the price API (src/protocol/price-api.md, "Parameters"), as the relay and the price service read them. */

export const quote = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

/**
 * The names of a list, each once and in the order of `known`. Names are trimmed; empty entries count as absent.
 * @throws HttpError 400 for another name
 */
export function parseNames<T extends string>(text: string | null, name: string, known: readonly T[]): T[] {
  const names = commaList.parse(text ?? '');
  const unknown = names.find((each) => !known.some((one) => one === each));
  if (unknown !== undefined) throw new HttpError(400, `${quote(unknown)} is not one of the ${name}`);
  return known.filter((each) => names.includes(each));
}

/** `Number` alone also accepts '', '0x10' and 'Infinity'. */
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Reads a bound; `undefined` without one. @throws HttpError 400 for what is no finite decimal */
export function parseBound(text: string | null, name: string): number | undefined {
  if (text === null) return undefined;
  const value = decimal.test(text.trim()) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) throw new HttpError(400, `${name} is not a number`);
  return value;
}
