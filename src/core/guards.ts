/**
 * Guards for what a worker reads before its first answer: to make a schema, and to read the library that it is made
 * with, takes a worker that wakes longer than its answer. Tests hold them to the schemas.
 */
export type Guard<T> = (value: unknown) => value is T;

/** What can be asked for its members; a list is none. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text, be it empty. */
export const isText: Guard<string> = (value) => typeof value === 'string';

/** Yes or no. */
export const isFlag: Guard<boolean> = (value) => typeof value === 'boolean';

/** A number that is one: neither endless nor NaN. */
export const isReal: Guard<number> = (value): value is number => Number.isFinite(value);

/** One of some words or numbers. */
export const oneOf =
  <const T extends string | number>(...words: readonly T[]): Guard<T> =>
  (value): value is T =>
    words.some((word) => word === value);

/** It may be absent. */
export const maybe =
  <T>(guard: Guard<T>): Guard<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || guard(value);

/** It may be `null`. */
export const orNull =
  <T>(guard: Guard<T>): Guard<T | null> =>
  (value): value is T | null =>
    value === null || guard(value);

/** An object with these members, and perhaps others. */
export const hasShape =
  <T extends object>(shape: { readonly [K in keyof T]-?: Guard<T[K]> }): Guard<T> =>
  (value): value is T => {
    if (!isObject(value)) return false;
    for (const key in shape) if (!shape[key](value[key])) return false;
    return true;
  };

/** A list of so many at most. */
export const isListOf =
  <T>(guard: Guard<T>, most: number): Guard<T[]> =>
  (value): value is T[] =>
    // `every` would pass over a hole.
    Array.isArray(value) && value.length <= most && Array.from(value).every(guard);

/** A map whose keys and values all fit. */
export const isMapOf =
  <T>(isKey: (key: string) => boolean, guard: Guard<T>): Guard<Record<string, T>> =>
  (value): value is Record<string, T> =>
    isObject(value) && Object.entries(value).every(([key, one]) => key !== '__proto__' && isKey(key) && guard(one));
