/** Readers of values from a page or its server: each takes any value and does not throw unless it says so. */

export type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The fields of an object; no fields for anything else. The object itself: the finder's proxies see what is read of it. */
export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

/** The value at a path of field names; `undefined` where a part of the path is missing. */
export const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner === undefined ? undefined : fieldsOf(inner)[name]), value);

/** @throws TypeError without one: the body has another shape than the adapter expects */
export function listAt(body: unknown, ...path: readonly string[]): readonly unknown[] {
  const list = at(body, ...path);
  if (!Array.isArray(list)) throw new TypeError(`no list at "${path.join('.')}"`);
  return list;
}

/** `null` stays. @throws TypeError for anything else */
export function objectAt(body: unknown, ...path: readonly string[]): unknown {
  const value = at(body, ...path);
  if (typeof value !== 'object') throw new TypeError(`no object at "${path.join('.')}"`);
  return value;
}

/** Whether a field is Steam's number of another game than CS2; where there is none, the page's own game counts. */
export const isOtherApp = (app: unknown): boolean => app !== undefined && String(app) !== '730';

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** `true` where a field says another thing than that an item is for sale; nothing where there is no such field. */
export const soldUnless = (state: unknown, ...forSale: readonly string[]): true | undefined =>
  (textOf(state) !== undefined && !forSale.includes(String(state))) || undefined;

export const idOf = (value: unknown): string | undefined =>
  Number.isSafeInteger(value) ? String(value) : textOf(value);

/** The one distinct value; `undefined` for none and for several. */
export function single<T>(values: Iterable<T>): T | undefined {
  const [value, ...others] = new Set(values);
  return others.length === 0 ? value : undefined;
}
