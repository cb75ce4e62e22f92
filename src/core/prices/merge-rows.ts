import type { Row } from '#core/site.ts';

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

/** What two rows tell alike of the piece itself: what it bears, and how worn it is. One that is sold may be either. */
const samePiece = (one: Row, other: Row): Partial<Row> => ({
  ...((one.sold || other.sold) && { sold: true }),
  ...(one.own !== other.own && { own: undefined }),
  ...(JSON.stringify(one.attached) !== JSON.stringify(other.attached) && { attached: undefined }),
  ...(one.wearValue !== other.wearValue && { wearValue: undefined }),
  ...(one.locked !== other.locked && { locked: undefined }),
});

const hasSameListing = ({ listing: one }: Row, { listing: other }: Row): boolean =>
  one?.cents === other?.cents && one?.currency === other?.currency;

/** The later row of a shared key; what two items of one name bear counts where it is the same. Of a bid and an ask, the bid. */
export function mergeShared(one: Row | undefined, later: Row): Row {
  if (!one) return later;
  if (!hasSameItem(one, later)) return { key: later.key, shared: true };
  const isBid = one.kind === 'bid' && hasSameListing(one, later);
  const row = isBid ? { ...later, kind: one.kind } : later;
  return { ...row, ...samePiece(one, later) };
}

/** Rows that differ in item or phase become a row without an item; rows that differ in price become one without a price. */
function mergeRow(one: Row | undefined, other: Row): Row {
  if (!one) return other;
  if (!hasSameItem(one, other)) return { key: one.key, ...(one.shared && { shared: true }) };
  return {
    ...one,
    ...(!hasSameListing(one, other) && { listing: undefined }),
    ...samePiece(one, other),
  };
}
