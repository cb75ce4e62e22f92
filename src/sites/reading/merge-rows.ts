import type { Row } from '#core/site.ts';

/**
 * One row for each key. Rows that differ in item or phase become a row without an item; rows that differ in price
 * become a row without a price.
 */
export function mergeRows(rows: readonly Row[]): readonly Row[] {
  const byKey = new Map<string, Row>();
  for (const row of rows) {
    const other = byKey.get(row.key);
    byKey.set(row.key, other ? merge(other, row) : row);
  }
  return [...byKey.values()];
}

function merge(one: Row, other: Row): Row {
  if (one.item !== other.item || one.assembled !== other.assembled || one.phase !== other.phase)
    return { key: one.key };
  const isSamePrice =
    one.listing?.amount === other.listing?.amount && one.listing?.currency === other.listing?.currency;
  const isSameAttached = JSON.stringify(one.attached) === JSON.stringify(other.attached);
  return { ...one, ...(!isSamePrice && { listing: undefined }), ...(!isSameAttached && { attached: undefined }) };
}
