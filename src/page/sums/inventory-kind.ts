import type { OffersByName } from '#core/owned/inventory.ts';
import type { Card } from '#page/cards/cards.ts';
import { inventoryTotals } from '#page/report/add-up-inventory.ts';
import type { PricedPage, SumsKind } from '#page/sums/page-block.ts';
import { type InventoryModel, renderInventory, sumInventory } from '#ui/overlay/inventory-sums.ts';

const isOwned = ({ kind, reading }: Card): boolean =>
  reading !== undefined && kind.kind === 'inventory' && !kind.recycles;

/** The sums of an inventory's loaded part, above it. */
export function inventoryKind(document: Document): SumsKind<InventoryModel> {
  const placeOfList = createListPlace(document);
  return {
    tag: 'skinlens-inventory',
    place: ({ cards }) => {
      const owned = [...cards.values()].filter(isOwned);
      const before = owned[0]?.kind.sumsBefore;
      return before === undefined ? placeOfList(owned.map(({ element }) => element)) : document.querySelector(before);
    },
    model: toModel,
    render: renderInventory,
  };
}

/** Old prices and samples have no sums, as in the popup. */
function toModel(
  { cards, cache, view, shown, oldMs, times, rules }: PricedPage,
  offers: OffersByName,
): InventoryModel | undefined {
  const owned = [...cards.values()].filter(isOwned);
  const totals = oldMs === undefined ? inventoryTotals(owned, cache, times) : null;
  if (!totals) return undefined;
  const { items, priced, sums, lacks, exit, locked } = sumInventory(totals.entries, offers, view, times, rules);
  return priced === 0 ? undefined : { items, priced, sums, lacks, exit, locked, shown };
}

/**
 * Finds the element before which something stands above a list of cards, across its whole width: the list, or what it is
 * laid out beside other things in.
 */
function createListPlace(document: Document): (cards: readonly Element[]) => Element | null {
  let last: { readonly list: Element | null; readonly place: Element | null } = { list: null, place: null };
  return (cards) => {
    const list = commonParent(cards);
    // The layout of the page is asked for once a list.
    if (list !== last.list || !last.place?.isConnected) last = { list, place: list && placeOf(list, document) };
    return last.place;
  };
}

/** The closest element around all cards. */
function commonParent([first, ...others]: readonly Element[]): Element | null {
  let common = first?.parentElement ?? null;
  for (const card of others) while (common && !common.contains(card)) common = common.parentElement;
  return common;
}

function placeOf(list: Element, { body }: Document): Element | null {
  if (!body.contains(list) || list === body) return null;
  let place = list;
  for (let at = list.parentElement; at && at !== body && laysOutBeside(at); at = at.parentElement) place = at;
  return place;
}

/** Whether an element lays its children out in columns, as a list beside its filters. */
function laysOutBeside(element: Element): boolean {
  const style = element.ownerDocument.defaultView?.getComputedStyle(element);
  if (!style) return false;
  return /grid$/.test(style.display) || (/flex$/.test(style.display) && !style.flexDirection.startsWith('column'));
}
