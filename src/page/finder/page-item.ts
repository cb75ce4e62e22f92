import { asCard, closestIn } from '#page/finder/card-search.ts';
import type { FoundReading } from '#page/finder/read-words.ts';

/** Levels above a name within which an item's own page shows a price. */
const maxLevels = 6;
/** Panels of one page, and the longest text of one, characters. */
const maxPanels = 20;
const maxPanelText = 800;

const money = /[$€£¥￥₽]|\d ?(?:USD|EUR|GBP|CNY|RUB)\b/;

/** Outside all cards, the smallest elements with a name and a price: what a page of one item shows. Pauses from time to time. */
export function* searchPanels(
  signs: Iterable<Element>,
  cards: ReadonlySet<Element>,
): Generator<undefined, ReadonlySet<Element>> {
  const panels = new Set<Element>();
  for (const sign of signs) {
    const panel = panels.size < maxPanels ? panelAround(sign, cards) : undefined;
    if (panel) panels.add(panel);
    yield undefined;
  }
  return panels;
}

function panelAround(sign: Element, cards: ReadonlySet<Element>): Element | undefined {
  if (closestIn(cards, sign)) return undefined;
  let at: Element | null = sign;
  for (let level = 0; at && level < maxLevels; level++) {
    const text = at.textContent;
    if (text.length > maxPanelText || containsOne(at, cards)) return undefined;
    if (money.test(text)) return asCard(at);
    at = at.parentElement;
  }
  return undefined;
}

const containsOne = (element: Element, cards: ReadonlySet<Element>): boolean =>
  cards.values().some((card) => element.contains(card));

/** Least number of items; fewer are mentions, unless the page's data say the same of their cards. */
const minItems = 3;

type Readings = ReadonlyMap<Element, unknown>;

/** The cards of items, and the smallest panels of items that no card has. `isSure`: whether the page's data name a card's item. */
export function shownOf(
  readings: Readings,
  panels: ReadonlySet<Element>,
  isSure: (card: Element, reading: FoundReading) => boolean,
): readonly Element[] {
  const listed = readableOf(readings, (card) => !panels.has(card));
  const cards = listed.length < minItems ? listed.filter((each) => isSure(...each)) : listed;
  const items = new Set(cards.map(([, { item }]) => item));
  const own = readableOf(readings, (card) => panels.has(card)).filter(([, { item }]) => !items.has(item));
  const holdsOther = (panel: Element) => own.some(([other]) => other !== panel && panel.contains(other));
  return [...cards, ...own.filter(([panel]) => !holdsOther(panel))].map(([element]) => element);
}

const readableOf = (
  readings: Readings,
  is: (element: Element) => boolean,
): readonly (readonly [Element, FoundReading])[] =>
  [...readings].flatMap(([element, reading]) =>
    isReading(reading) && element.isConnected && is(element) ? [[element, reading] as const] : [],
  );

const isReading = (state: unknown): state is FoundReading => typeof state === 'object';
