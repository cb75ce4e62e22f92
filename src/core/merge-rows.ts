import type { Row } from '#core/site.ts';

/** One row for each key. */
export function mergeRows(rows: readonly Row[]): readonly Row[] {
  const byKey = new Map<string, Row>();
  for (const row of rows) byKey.set(row.key, mergeRow(byKey.get(row.key), row));
  return [...byKey.values()];
}

/**
 * The row of a key that two rows have. Rows that differ in item or phase become a row without an item; rows that differ in
 * price become a row without a price.
 */
export function mergeRow(one: Row | undefined, other: Row): Row {
  if (!one) return other;
  const { key, shared } = one;
  if (one.item !== other.item || one.assembled !== other.assembled || one.phase !== other.phase)
    return { key, ...(shared && { shared }) };
  const isSamePrice =
    one.listing?.amount === other.listing?.amount && one.listing?.currency === other.listing?.currency;
  const isSameAttached = JSON.stringify(one.attached) === JSON.stringify(other.attached);
  return { ...one, ...(!isSamePrice && { listing: undefined }), ...(!isSameAttached && { attached: undefined }) };
}
