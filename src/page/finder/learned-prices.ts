import { referenceMarkets } from '#core/markets.ts';
import type { Quote } from '#core/quote.ts';
import type { Reading } from '#core/site.ts';
import { type Amount, amountsOf } from '#page/finder/amounts.ts';
import type { FinderDeps } from '#page/finder/deps.ts';
import type { NameLookup } from '#page/finder/name-lookup.ts';
import { findPricePlace, type PricedCard, type PricePlace, priceAt } from '#page/finder/price-place.ts';
import type { Visibility } from '#page/finder/visibility.ts';

/** Addresses of what the user owns or trades: the prices are estimates or offers, and nothing is for sale. */
const ownPage =
  /(?:^|[/_=-])(?:inventor\w*|sell\w*|deposit|offers?|trades?|trade-?offers?|portfolio|profile|my[-_]?(?:items|listings|skins|inventory))(?=[/_&-]|$)/i;

/** Pause before the place of the price is looked for again, ms. */
const pauseMs = 500;

/** A hundred cards are evidence enough. */
const maxCards = 100;

/** Learns where a page's cards show their price, and reads it there. */
export class LearnedPrices {
  readonly #lookup: Pick<NameLookup, 'quoteOf' | 'rates'>;
  readonly #isShown: (element: Element) => boolean;
  readonly #environment: Pick<FinderDeps, 'document' | 'after' | 'mayLearn'>;
  readonly #run: () => void;
  #place: PricePlace | undefined;
  #isPausing = false;
  /** There are other cards than before. */
  isDue = false;

  /** `run` is called when it has become due after a pause. */
  constructor(
    lookup: Pick<NameLookup, 'quoteOf' | 'rates'>,
    { of }: Visibility,
    environment: Pick<FinderDeps, 'document' | 'after' | 'mayLearn'>,
    run: () => void,
  ) {
    this.#lookup = lookup;
    this.#isShown = (element) => of(element) === true;
    this.#environment = environment;
    this.#run = run;
  }

  /** Prices may come after names, and move. */
  later(): void {
    if (this.#isPausing) return;
    this.#isPausing = true;
    this.#environment.after(() => {
      this.#isPausing = false;
      this.isDue = true;
      this.#run();
    }, pauseMs);
  }

  /** Looks at all cards anew; returns to the caller after each one, and at the end whether another place was found. */
  *learn(readings: Iterable<readonly [Element, Reading]>): Generator<undefined, boolean> {
    this.isDue = false;
    const cards: PricedCard[] = [];
    for (const [card, reading] of readings) {
      const priced = this.#pricedCard(card, reading);
      if (priced) cards.push(priced);
      if (cards.length >= maxCards) break;
      yield undefined;
    }
    const before = JSON.stringify(this.#place);
    const { pathname, search } = this.#environment.document.location;
    this.#place = ownPage.test(pathname + search) ? undefined : findPricePlace(cards, this.#lookup.rates);
    return JSON.stringify(this.#place) !== before;
  }

  /** The reading with the price that its card shows at the learned place. */
  withListing(card: Element, reading: Reading): Reading {
    if (this.#environment.mayLearn?.() === false) return reading;
    const priced = this.#place && this.#pricedCard(card, reading);
    const listing = this.#place && priced && priceAt(this.#place, priced, this.#lookup.rates);
    return listing ? { ...reading, listing } : reading;
  }

  /** `undefined` without a reliable price of the item. */
  #pricedCard(card: Element, { item }: Reading): PricedCard | undefined {
    const reference = referenceOf(this.#lookup.quoteOf(item));
    return reference === undefined ? undefined : { item, reference, amounts: this.#amountsOf(card) };
  }

  #amountsOf = (card: Element): readonly Amount[] => amountsOf(card, this.#isShown) ?? [];
}

/** The middle one of the reference markets' prices, USD cents. */
function referenceOf(quote: Quote | undefined): number | undefined {
  if (!quote || quote.inflated) return undefined;
  const known = referenceMarkets.flatMap((market) => quote[market] ?? []).toSorted((one, other) => one - other);
  return known[Math.floor((known.length - 1) / 2)];
}
