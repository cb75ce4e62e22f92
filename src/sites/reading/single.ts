/** The one distinct value; `undefined` for none and for several. */
export function single<T>(values: Iterable<T>): T | undefined {
  const [value, ...others] = new Set(values);
  return others.length === 0 ? value : undefined;
}
