import type { Row } from '#core/site.ts';

export function mergeRows(rows: readonly Row[]): readonly Row[] {
  const byKey = new Map<string, Row>();
  for (const row of rows) byKey.set(row.key, mergeRow(byKey.get(row.key), row));
  return [...byKey.values()];
}

/** Whether two readings name the same item, or none: the prices of one apply to the other. */
export const readsSameItem = (one: Partial<Row> | undefined, other: Partial<Row> | undefined): boolean =>
  (['item', 'assembled', 'phase', 'otherGame'] as const).every((field) => one?.[field] === other?.[field]);

/** What two rows tell alike of the piece itself: what it bears, and how worn it is. Sold or own is what one says to be. */
const samePiece = (one: Row, other: Row, ...more: readonly 'listing'[]): Partial<Omit<Row, 'key'>> => ({
  ...((one.sold || other.sold) && { sold: true }),
  ...((one.own || other.own) && { own: true }),
  ...Object.fromEntries(
    (['attached', 'wearValue', 'locked', ...more] as const)
      .filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]))
      .map((field) => [field, undefined]),
  ),
});

type Listed = Pick<Row, 'listing'>;

export const hasSameListing = ({ listing: one }: Listed, { listing: other }: Listed): boolean =>
  one?.cents === other?.cents && one?.currency === other?.currency;

/** The later row of a shared key; what two items of one name bear counts where it is the same. Of a bid and an ask, the bid. */
export function mergeShared(one: Row | undefined, later: Row): Row {
  if (!one) return later;
  if (!readsSameItem(one, later)) return { key: later.key, shared: true };
  const isBid = one.kind === 'bid' && hasSameListing(one, later);
  return { ...later, ...(isBid && { kind: one.kind }), ...samePiece(one, later) };
}

/** Rows that differ in item or phase become a row without an item; rows that differ in price become one without a price. */
function mergeRow(one: Row | undefined, other: Row): Row {
  if (!one) return other;
  if (!readsSameItem(one, other)) return { key: one.key, ...(one.shared && { shared: true }) };
  return { ...one, ...samePiece(one, other, 'listing') };
}
