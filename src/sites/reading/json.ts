/** Readers of unknown JSON from a page or its server: each takes any value and does not throw unless it says so. */

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The fields of an object; no fields for anything else. The object itself: the finder's proxies see what is read of it. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

/** The value at a path of field names; `undefined` where a part of the path is missing. */
export const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner === undefined ? undefined : fieldsOf(inner)[name]), value);

/**
 * The list at a path.
 * @throws TypeError without one: the body has another shape than the adapter expects.
 */
export function listAt(body: unknown, ...path: readonly string[]): readonly unknown[] {
  const list = at(body, ...path);
  if (!Array.isArray(list)) throw new TypeError(`no list at "${path.join('.')}"`);
  return list;
}

/**
 * The object, or `null`, at a path.
 * @throws TypeError for anything else.
 */
export function objectAt(body: unknown, ...path: readonly string[]): unknown {
  const value = at(body, ...path);
  if (typeof value !== 'object') throw new TypeError(`no object at "${path.join('.')}"`);
  return value;
}

/** A string that is not empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** An id as a string, given as a string or as a whole number. */
export const idOf = (value: unknown): string | undefined =>
  Number.isSafeInteger(value) ? String(value) : textOf(value);
