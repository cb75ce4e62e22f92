import { type CardReading, otherGame, type Reading, type Row, type Rows } from '#core/site.ts';
import { showsItem } from '#sites/reading/shows-item.ts';

/** The reading of a card by its row. `added`: what the row alone does not tell, such as the listing. */
export function joinedReading(
  row: Row | undefined,
  added?: (row: Row & Pick<Reading, 'item'>) => Omit<Reading, 'item'>,
): CardReading {
  if (row?.otherGame) return otherGame;
  if (!row?.item) return undefined;
  const { item, phase, kind, assembled, attached, wearValue, locked } = row;
  return { item, phase, kind, assembled, attached, wearValue, locked, ...added?.({ ...row, item }) };
}

/** The row of the id in the address of an item's own page, which must show its item: elements outlive a change of route. */
export function rowOfPage(page: Element, id: RegExp, rows: Rows): Row | undefined {
  const row = rows.get(id.exec(page.ownerDocument.location.pathname)?.[1] ?? '');
  return row?.item && showsItem(page.textContent, row.item) ? row : undefined;
}
