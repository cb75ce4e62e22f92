import { areCompatible } from '#page/finder/item-text.ts';

/** An element that carries what may be an item's name or id. */
export interface SignElement {
  /** `undefined`: it says nothing about which item it is, as a translated name or a sticker does. */
  readonly core: string | undefined;
}

/** Levels above a sign at which its card is looked for. */
const maxLevels = 14;
/** Children that are compared with one; a list of any length has its kind among the first. */
const maxCompared = 60;
/** Children of a list of cards that are tried as further cards. */
const maxKindred = 300;
/** Equal children with the same item that make a list. */
const listLength = 3;

interface Region {
  core: string | undefined;
  mixed: boolean;
  readonly children: Set<Element>;
}

/** For each sign the largest element with neighbours of its kind that have signs, and with one item. Pauses from time to time. */
export function* searchCards(signs: ReadonlyMap<Element, SignElement>): Generator<undefined, ReadonlySet<Element>> {
  const regions = new Map<Element, Region>();
  for (const [element, { core }] of signs) {
    if (element.isConnected) addToRegions(element, core, regions);
    yield undefined;
  }
  const cards = new Set<Element>();
  for (const element of signs.keys()) {
    const card = element.isConnected ? cardAround(element, regions) : undefined;
    if (card) cards.add(card);
    yield undefined;
  }
  yield* removeParts(cards);
  yield* addKindred(cards, regions);
  return cards;
}

/** Adds elements between cards that are of their kind: their items may have names that no text alone shows, as agents do. */
function* addKindred(cards: Set<Element>, regions: ReadonlyMap<Element, Region>): Generator<undefined> {
  for (const [list, [first, ...others]] of Map.groupBy([...cards], ({ parentElement }) => parentElement)) {
    if (!list || !first || others.length + 1 < listLength) continue;
    for (const each of [...list.children].slice(0, maxKindred))
      if (!regions.get(each)?.mixed && isAlike(first, each)) cards.add(each);
    yield undefined;
  }
}

function addToRegions(element: Element, core: string | undefined, regions: Map<Element, Region>): void {
  let child: Element | undefined;
  let at: Element | null = element;
  for (let level = 0; at && level < maxLevels; level++) {
    const region: Region = regions.get(at) ?? { core: undefined, mixed: false, children: new Set() };
    regions.set(at, region);
    if (child) region.children.add(child);
    if (core !== undefined) {
      if (region.core !== undefined && !areCompatible(region.core, core)) region.mixed = true;
      else if (region.core === undefined || core.length > region.core.length) region.core = core;
    }
    child = at;
    at = at.parentElement;
  }
}

/** The child of the first region with several items, or else of a list of equal items. */
function cardAround(sign: Element, regions: ReadonlyMap<Element, Region>): Element | undefined {
  let listed: Element | undefined;
  let child = sign;
  if (regions.get(sign)?.mixed) return undefined;
  for (let level = 0; level < maxLevels; level++) {
    const parent = child.parentElement;
    const region = parent && regions.get(parent);
    if (!parent || !region || parent.localName === 'html') break;
    const alike = kindred(child, region);
    if (region.mixed) return alike >= 2 ? asCard(child) : listed;
    if (alike >= listLength) listed ??= asCard(child);
    child = parent;
  }
  return listed;
}

/** How many children with signs are of a child's kind, itself included; it counts to three. */
function kindred(child: Element, { children }: Region): number {
  let count = 0;
  let compared = 0;
  for (const other of children) {
    if (other.isConnected && isAlike(child, other)) count++;
    if (count >= listLength || ++compared >= maxCompared) break;
  }
  return count;
}

/** Whether two elements are of one kind: the same tag, and a common class where both have some. */
function isAlike(one: Element, other: Element): boolean {
  if (one === other) return true;
  if (one.localName !== other.localName) return false;
  if (one.classList.length === 0 || other.classList.length === 0)
    return one.classList.length === other.classList.length;
  return [...one.classList].some((name) => other.classList.contains(name));
}

/** The element itself, or the closest one around it, that is one of some. */
export function closestIn(some: { readonly has: (each: Element) => boolean }, element: Element): Element | undefined {
  for (let at: Element | null = element; at; at = at.parentElement) if (some.has(at)) return at;
  return undefined;
}

const noCards =
  /^(?:html|body|head|main|img|input|select|option|svg|path|picture|br|td|th|tbody|thead|table|ul|ol|nav|header|footer|p|h[1-6]|label)$/;

export const asCard = (element: Element): Element | undefined =>
  noCards.test(element.localName) ? undefined : element;

/** Parts stand within another card, or within an element of the kind of the cards beside it: a card that names two items. */
function* removeParts(cards: Set<Element>): Generator<undefined> {
  const all = new Set(cards);
  const beside = Map.groupBy(all, ({ parentElement }) => parentElement);
  const isCardLike = (element: Element): boolean =>
    all.has(element) ||
    (beside.get(element.parentElement) ?? []).slice(0, maxCompared).some((card) => isAlike(card, element));
  const isPart = (card: Element): boolean => {
    let at = card.parentElement;
    for (let level = 0; at && level < maxLevels; level++, at = at.parentElement) if (isCardLike(at)) return true;
    return false;
  };
  for (const card of all) {
    if (isPart(card)) cards.delete(card);
    yield undefined;
  }
}
