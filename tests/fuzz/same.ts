import { isDeepStrictEqual } from 'node:util';

/** Throws unless two values are deeply equal. An absent field equals an `undefined` one. */
export function same(actual: unknown, expected: unknown, of: unknown = ''): void {
  if (isDeepStrictEqual(actual, expected) || isDeepStrictEqual(withoutUndefined(actual), withoutUndefined(expected)))
    return;
  throw new Error(`${show(actual)} instead of ${show(expected)}${of === '' ? '' : ` for ${show(of)}`}`);
}

export function holds(condition: boolean, what: unknown): void {
  if (!condition) throw new Error(typeof what === 'string' ? what : show(what));
}

const show = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 2000);

function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (inner === undefined ? [] : [[key, withoutUndefined(inner)]])),
  );
}
