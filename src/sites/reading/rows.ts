import { piecesOf, wears } from '#core/items/item-kinds.ts';
import { normaliseName } from '#core/items/names.ts';
import { type CardReading, otherGame, type Reading, type Row, type Rows } from '#core/site.ts';
import { listAt } from '#sites/reading/values.ts';

type ReadEntry = (entry: unknown) => Row | readonly Row[] | undefined;

/** A reader of answers with a list at a path: of the rows of its entries. */
export const rowsIn =
  (read: ReadEntry, ...path: readonly string[]) =>
  (body: unknown): readonly Row[] =>
    listAt(body, ...path).flatMap((entry) => read(entry) ?? []);

/** The reading of a card by its row. `added`: what the row alone does not tell, such as the listing. */
export function joinedReading(
  row: Row | undefined,
  added?: (row: Row & Pick<Reading, 'item'>) => Omit<Reading, 'item'>,
): CardReading {
  if (row?.otherGame) return otherGame;
  if (!row?.item) return undefined;
  const { item, phase, kind, sold, own, assembled, attached, wearValue, locked } = row;
  return { item, phase, kind, sold, own, assembled, attached, wearValue, locked, ...added?.({ ...row, item }) };
}

/** The row of the id in the address of an item's own page, which must show its item: elements outlive a change of route. */
export function rowOfPage(page: Element, id: RegExp, rows: Rows): Row | undefined {
  const row = rows.get(id.exec(page.ownerDocument.location.pathname)?.[1] ?? '');
  return row?.item && showsItem(page.textContent, row.item) ? row : undefined;
}

/** All pieces of its name, and no other wear alone. A page's address changes before its content does. */
export function showsItem(text: string, item: string): boolean {
  const shown = normaliseName(text);
  const shownWears = wears.filter((wear) => shown.includes(wear));
  const isOtherWear = shownWears.length > 0 && !shownWears.some((wear) => item.includes(wear));
  return !isOtherWear && hasPieces(shown, item);
}

/** Whether a text contains the weapon and the finish of an item, or the whole name of an item without a finish. */
export const hasPieces = (shown: string, item: string): boolean =>
  piecesOf(item).every((piece) => shown.includes(piece));
