/**
 * Reading what a page or its server sent, of which nothing is known: each of these takes any value and never throws,
 * but where it says so.
 */

/** The fields of an object; none of anything else. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** What stands at a path of field names; `undefined` where it breaks off. */
export const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner === undefined ? undefined : fieldsOf(inner)[name]), value);

/**
 * The list at a path.
 * @throws TypeError when there is none: the body has another shape than the adapter was written for.
 */
export function listAt(body: unknown, ...path: readonly string[]): readonly unknown[] {
  const list = at(body, ...path);
  if (!Array.isArray(list)) throw new TypeError(`no list at "${path.join('.')}"`);
  return list;
}

/** A text that is not empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** An id as text, whether it came as text or as a whole number. */
export const idOf = (value: unknown): string | undefined =>
  Number.isSafeInteger(value) ? String(value) : textOf(value);
