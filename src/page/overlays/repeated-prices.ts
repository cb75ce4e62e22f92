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

/** The first of neighbours that is not hidden shows the prices; the others show their difference and what a sale leaves. */
export class RepeatedPrices {
  readonly #cards: Cards;
  readonly #onChange: () => void;
  readonly #hidden = new WeakSet<Card>();
  #runs: readonly (readonly Card[])[] = [];
  #repeated: ReadonlySet<Card> = new Set();
  /** The cards with the prices, and those before them that are hidden. */
  #watched: readonly Card[] = [];
  #sizes: ResizeObserver | undefined;

  /** `onChange` is called when the page has hidden cards, as a filter does, or shown them again. */
  constructor(cards: Cards, onChange: () => void) {
    this.#cards = cards;
    this.#onChange = onChange;
  }

  has = (card: Card): boolean => this.#repeated.has(card);

  /** Chooses anew, after cards were read. Returns the cards for which that changes something. */
  update(): Iterable<Card> {
    this.#runs = runsOf(this.#cards);
    const firsts = this.#runs.map((run) => run.findIndex((card) => !this.#hidden.has(card)));
    const repeated = this.#runs.flatMap((run, at) =>
      run.filter((card, index) => index !== firsts[at] && isOffer(card)),
    );
    this.#watch(this.#runs.flatMap((run, at) => run.slice(0, (firsts[at] ?? 0) + 1)));
    const changed = new Set(repeated).symmetricDifference(this.#repeated);
    this.#repeated = new Set(repeated);
    return changed;
  }

  stop(): void {
    this.#sizes?.disconnect();
  }

  #watch(cards: readonly Card[]): void {
    if (cards.length === this.#watched.length && cards.every((card, at) => card === this.#watched[at])) return;
    this.#watched = cards;
    this.#sizes?.disconnect();
    this.#sizes ??= new ResizeObserver(() => this.#onResize());
    for (const { element } of cards) this.#sizes.observe(element);
  }

  #onResize(): void {
    const changed = this.#runs.flat().filter((card) => !card.element.checkVisibility() !== this.#hidden.has(card));
    for (const card of changed) if (!this.#hidden.delete(card)) this.#hidden.add(card);
    if (changed.length > 0) this.#onChange();
  }
}
