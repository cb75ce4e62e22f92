import { fieldsOf } from '#sites/reading/json.ts';

/**
 * The objects with all of these fields in a Nuxt payload: a list in which each object's fields are indexes of their values.
 * Values that are objects themselves stay indexes' values of their own. Empty for any other value.
 */
export function objectsInPayload(payload: unknown, fields: readonly string[]): Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(payload)) return [];
  const values: readonly unknown[] = payload;
  return values.flatMap((value) => {
    const indexes = fieldsOf(value);
    if (!fields.every((field) => field in indexes)) return [];
    return [Object.fromEntries(Object.entries(indexes).map(([field, index]) => [field, valueAt(values, index)]))];
  });
}

/** The value at an index; a negative index stands for a value that JSON cannot hold, such as `undefined`. */
const valueAt = (values: readonly unknown[], index: unknown): unknown =>
  typeof index === 'number' ? values[index] : undefined;
