import { referenceOf } from '#core/prices/quote.ts';
import type { Reading } from '#core/site.ts';
import { amountsOf } from '#page/finder/amounts.ts';
import type { FinderDeps } from '#page/finder/deps.ts';
import type { NameLookup } from '#page/finder/name-lookup.ts';
import {
  amountAt,
  enoughToForget,
  findPricePlace,
  maxCards,
  type PricedCard,
  type PricePlace,
} from '#page/finder/price-place.ts';
import type { Visibility } from '#page/finder/visibility.ts';

/** Addresses of what the user owns or trades: the prices are estimates or offers, and nothing is for sale. */
const ownPage =
  /(?:^|[/_=-])(?:inventor\w*|sell\w*|deposit|offers?|trades?|trade-?offers?|portfolio|profile|my[-_]?(?:items|listings|skins|inventory))(?=[/_&-]|$)/i;

/** Pause before the place of the price is looked for again, ms. */
const pauseMs = 500;

/** Parameters of an address that choose among the same cards. Any other, such as a tab's, may mean another price. */
const filters =
  /^(?:q|query|search|keyword|name|p|page|offset|limit|sort\w*|min\w*|max\w*|price\w*|wear|exterior|rarity|category)$/i;

/** The route of an address: its path without numbers, and its tabs. */
function routeOf({ pathname, search, hash }: Location): string {
  const parameters = [...new URLSearchParams(search)].filter(([name]) => !filters.test(name));
  return `${pathname.replace(/\d+/g, '0')} ${new URLSearchParams(parameters)} ${hash}`;
}

/** Reads listings: as the adapter's reader knows them, or at the place where a page's cards show their price. */
export class LearnedPrices {
  readonly #lookup: NameLookup;
  readonly #isShown: (element: Element) => boolean;
  readonly #environment: FinderDeps;
  readonly #run: () => void;
  /** By route. */
  readonly #places = new Map<string, PricePlace>();
  #current: { readonly route: string; readonly place: PricePlace } | undefined;
  #isPausing = false;
  #mayDiffer = false;
  /** There are other cards than before. */
  isDue = false;

  /** `run` is called when it has become due after a pause. */
  constructor(lookup: NameLookup, { of }: Visibility, environment: FinderDeps, run: () => void) {
    this.#lookup = lookup;
    this.#isShown = (element) => of(element) === true;
    this.#environment = environment;
    this.#run = run;
  }

  /** Prices may come after names, and move. `mayDiffer`: all listings are told, wherever the price is found. */
  later(mayDiffer = false): void {
    this.#mayDiffer ||= mayDiffer;
    if (this.#isPausing) return;
    this.#isPausing = true;
    this.#environment.after(() => {
      this.#isPausing = false;
      this.isDue = true;
      this.#run();
    }, pauseMs);
  }

  /** Looks at all cards anew; returns to the caller after each one, and at the end whether cards may have other listings. */
  *learn(readings: Iterable<readonly [Element, Reading]>): Generator<undefined, boolean> {
    const mayDiffer = this.#mayDiffer;
    this.isDue = false;
    this.#mayDiffer = false;
    const cards: PricedCard[] = [];
    for (const [card, reading] of readings) {
      const priced = this.#pricedCard(card, reading);
      if (priced) cards.push(priced);
      if (cards.length >= maxCards) break;
      yield undefined;
    }
    const before = JSON.stringify(this.#current);
    const { location } = this.#environment.document;
    const route = routeOf(location);
    const isOwn = ownPage.test(location.pathname + location.search);
    const place = isOwn ? undefined : findPricePlace(cards, this.#lookup.rates, this.#places.get(route));
    if (place) this.#places.set(route, place);
    else if (cards.length >= enoughToForget) this.#places.delete(route);
    this.#current = place && { route, place };
    return mayDiffer || JSON.stringify(this.#current) !== before;
  }

  /** The reading with the listing that the adapter's reader knows, or else that its card shows at the learned place. */
  withListing(card: Element, found: Reading, mayLearn: boolean): Reading {
    const agreed = agreedReading(card, found, this.#environment);
    if (agreed && (agreed.listing || (agreed.kind ?? 'ask') !== 'ask')) return agreed;
    const named = agreed ? { ...agreed, byName: true as const } : found;
    return mayLearn ? this.#withLearned(card, named) : named;
  }

  #withLearned(card: Element, reading: Reading): Reading {
    if (this.#environment.mayLearn?.() === false) return reading;
    const { route, place } = this.#current ?? {};
    // The page may have changed its address and not been learned again.
    const priced = place && route === routeOf(this.#environment.document.location) && this.#pricedCard(card, reading);
    const listing = priced && amountAt(place, priced, this.#lookup.rates);
    return listing ? { ...reading, listing, learned: true } : reading;
  }

  /** `undefined` without a reliable price of the item. */
  #pricedCard(card: Element, { item }: Reading): PricedCard | undefined {
    const reference = referenceOf(this.#lookup.quoteOf(item));
    return reference === undefined ? undefined : { item, reference, amounts: amountsOf(card, this.#isShown) ?? [] };
  }
}

/**
 * What the adapter's readers make of a card whose words name an item, if they name the same: two that know nothing of each
 * other agree. `undefined` where none does, and where two readers differ in anything else.
 */
export function agreedReading(
  card: Element,
  { item, phase }: Reading,
  { readByAdapter = () => [] }: Pick<FinderDeps, 'readByAdapter'>,
): Reading | undefined {
  const agreed = readByAdapter(card).flatMap((each) =>
    typeof each === 'object' && each.item === item && (phase === undefined || each.phase === phase) ? [each] : [],
  );
  const [first, ...others] = agreed.map((each) => JSON.stringify(each));
  return others.every((other) => other === first) ? agreed[0] : undefined;
}
