import { piecesOf } from '#core/items/item-kinds.ts';
import { normaliseName } from '#core/items/names.ts';
import { wears } from '#core/items/wears.ts';

/**
 * Whether a text shows an item: all pieces of its name, and no other wear alone. A page's address changes before its
 * content does, so an item's own page is read only when it shows the item of its address.
 */
export function showsItem(text: string, item: string): boolean {
  const shown = normaliseName(text);
  const shownWears = wears.filter((wear) => shown.includes(wear));
  const isOtherWear = shownWears.length > 0 && !shownWears.some((wear) => item.includes(wear));
  return !isOtherWear && piecesOf(item).every((piece) => shown.includes(piece));
}
