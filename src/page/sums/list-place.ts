/**
 * Finds the element before which something stands above a list of cards, across its whole width: the list, or what it is
 * laid out beside other things in.
 */
export function createListPlace(document: Document): (cards: readonly Element[]) => Element | null {
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
  let around = place.parentElement;
  while (around && around !== body && laysOutBeside(around)) {
    place = around;
    around = place.parentElement;
  }
  return place;
}

/** Whether an element lays its children out in columns, as a list beside its filters. */
function laysOutBeside(element: Element): boolean {
  const style = element.ownerDocument.defaultView?.getComputedStyle(element);
  if (!style) return false;
  return /grid$/.test(style.display) || (/flex$/.test(style.display) && !style.flexDirection.startsWith('column'));
}
