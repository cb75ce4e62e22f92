import type { Row } from '#core/site.ts';

/** One row for each key. */
export function mergeRows(rows: readonly Row[]): readonly Row[] {
  const byKey = new Map<string, Row>();
  for (const row of rows) byKey.set(row.key, mergeRow(byKey.get(row.key), row));
  return [...byKey.values()];
}

/** Whether two rows name the same item, or none. */
const hasSameItem = (one: Row, other: Row): boolean =>
  one.item === other.item &&
  one.assembled === other.assembled &&
  one.phase === other.phase &&
  one.otherGame === other.otherGame;

const hasSameAttached = (one: Row, other: Row): boolean =>
  JSON.stringify(one.attached) === JSON.stringify(other.attached);

/** The later row of a shared key; what two items of one name bear counts where it is the same. */
export function mergeShared(one: Row | undefined, later: Row): Row {
  if (!one) return later;
  if (!hasSameItem(one, later)) return { key: later.key, shared: true };
  return hasSameAttached(one, later) ? later : { ...later, attached: undefined };
}

/**
 * The row of a key that two rows have. Rows that differ in item or phase become a row without an item; rows that differ in
 * price become a row without a price.
 */
function mergeRow(one: Row | undefined, other: Row): Row {
  if (!one) return other;
  if (!hasSameItem(one, other)) return { key: one.key, ...(one.shared && { shared: true }) };
  const isSamePrice =
    one.listing?.amount === other.listing?.amount && one.listing?.currency === other.listing?.currency;
  return {
    ...one,
    ...(!isSamePrice && { listing: undefined }),
    ...(!hasSameAttached(one, other) && { attached: undefined }),
  };
}
