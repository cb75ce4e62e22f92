import type { Card, Cards } from '#page/cards/cards.ts';
import { quoteKey } from '#page/quotes/quote-loader.ts';

/** Neighbours that are offers of one item, at least, of which only the first shows the prices. */
const minOffers = 3;

/** Each of the user's own says how it stands. */
const isOffer = ({ reading }: Card): boolean => reading?.listing !== undefined && !reading.own;

/** Whether two cards show the same prices. An item's own panel beside similar offers is of another kind. */
const isAlike = (one: Card, other: Card | undefined): boolean =>
  one.kind === other?.kind && one.reading && other.reading ? quoteKey(one.reading) === quoteKey(other.reading) : false;

/** The neighbours that are offers of one item; the order of the cards is the page's. */
function runsOf(cards: Cards): readonly (readonly Card[])[] {
  const runs: Card[][] = [];
  for (const card of cards.values()) {
    if (!card.reading) continue;
    const run = runs.at(-1);
    if (run && isAlike(card, run[0])) run.push(card);
    else runs.push([card]);
  }
  return runs.filter((run) => run.filter(isOffer).length >= minOffers);
}

/**
 * The first of neighbours that is not hidden shows the prices; the others show their difference and what a sale leaves.
 * `onChange` is called when the page has hidden cards, as a filter does, or shown them again.
 */
export function findRepeatedPrices(cards: Cards, onChange: () => void) {
  const hidden = new WeakSet<Card>();
  let runs: readonly (readonly Card[])[] = [];
  let repeated: ReadonlySet<Card> = new Set();
  /** The cards with the prices, and those before them that are hidden. */
  let watched: readonly Card[] = [];
  let sizes: ResizeObserver | undefined;
  const onResize = () => {
    const changed = runs.flat().filter((card) => !card.element.checkVisibility() !== hidden.has(card));
    for (const card of changed) if (!hidden.delete(card)) hidden.add(card);
    if (changed.length > 0) onChange();
  };
  const watch = (next: readonly Card[]) => {
    if (next.length === watched.length && next.every((card, at) => card === watched[at])) return;
    watched = next;
    sizes?.disconnect();
    sizes ??= new ResizeObserver(onResize);
    for (const { element } of next) sizes.observe(element);
  };
  return {
    has: (card: Card): boolean => repeated.has(card),
    /** Chooses anew, after cards were read. Returns the cards for which that changes something. */
    update: (): Iterable<Card> => {
      runs = runsOf(cards);
      const firsts = runs.map((run) => run.findIndex((card) => !hidden.has(card)));
      const next = runs.flatMap((run, at) => run.filter((card, index) => index !== firsts[at] && isOffer(card)));
      watch(runs.flatMap((run, at) => run.slice(0, (firsts[at] ?? 0) + 1)));
      const changed = new Set(next).symmetricDifference(repeated);
      repeated = new Set(next);
      return changed;
    },
    stop: () => sizes?.disconnect(),
  };
}
