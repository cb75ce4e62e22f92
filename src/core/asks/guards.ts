/** Type guards for values that the worker parses before its first answer: loading a schema library takes longer. */
export type Guard<T> = (value: unknown) => value is T;
/** What a guard lets through; what may be `undefined` may be missing. */
export type Guarded<G> =
  G extends Guard<infer T>
    ? { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
        readonly [K in keyof T as undefined extends T[K] ? K : never]?: T[K];
      }
    : never;

/** An object that is no array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isString: Guard<string> = (value) => typeof value === 'string';

export const isBoolean: Guard<boolean> = (value) => typeof value === 'boolean';

export const isFiniteNumber: Guard<number> = (value): value is number => Number.isFinite(value);

export const oneOf =
  <const T extends string | number | boolean>(...values: readonly T[]): Guard<T> =>
  (value): value is T =>
    values.some((one) => one === value);

export const optional =
  <T>(guard: Guard<T>): Guard<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || guard(value);

export const nullable =
  <T>(guard: Guard<T>): Guard<T | null> =>
  (value): value is T | null =>
    value === null || guard(value);

/** An object with these members; it may have more. */
export const isObjectOf =
  <T extends object>(shape: { readonly [K in keyof T]-?: Guard<T[K]> }): Guard<T> =>
  (value): value is T => {
    if (!isObject(value)) return false;
    for (const key in shape) if (!shape[key](value[key])) return false;
    return true;
  };

export const isArrayOf =
  <T>(guard: Guard<T>, maxLength: number): Guard<readonly T[]> =>
  (value): value is readonly T[] =>
    // `every` skips holes.
    Array.isArray(value) && value.length <= maxLength && Array.from(value).every(guard);

export const isRecordOf =
  <T>(isKey: (key: string) => boolean, guard: Guard<T>): Guard<Record<string, T>> =>
  (value): value is Record<string, T> =>
    isObject(value) && Object.entries(value).every(([key, one]) => key !== '__proto__' && isKey(key) && guard(one));
