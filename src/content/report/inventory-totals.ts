import type { Card } from '#content/cards/cards.ts';
import type { QuoteBook } from '#content/quotes/quote-cache.ts';
import { referenceMarkets } from '#core/markets.ts';
import { hasPhases } from '#core/phases.ts';
import type { Quote } from '#core/quote.ts';
import type { Reading } from '#core/site.ts';
import type { Totals } from '#protocol/messages.ts';

/** What one card adds. */
interface Owned {
  readonly reading: Reading;
  readonly quote: Quote | null;
  /** How many equal items the card stands for. */
  readonly count: number;
}

/**
 * Adds up what is loaded of an inventory, in USD cents; `null` where no card is somebody's own item, or nothing is known
 * of prices. What the table does not have, and what has no exact or no sound price, is counted and not added.
 */
export function totalsOf(cards: Iterable<Card>, book: QuoteBook | undefined): Totals | null {
  const owned = book?.table ? ownedOf(cards, book) : [];
  if (!book || owned.length === 0) return null;
  const sound = owned.filter(({ quote, reading }) => quote && !isDoubtful(reading, quote));
  const doubtful = owned.filter(({ quote, reading }) => quote && isDoubtful(reading, quote));
  const sums = referenceMarkets.map((market) => {
    const priced = sound.filter(({ quote }) => quote?.[market] !== undefined);
    const cents = priced.reduce((sum, { quote, count }) => sum + (quote?.[market] ?? 0) * count, 0);
    return { market, cents, items: countOf(priced) };
  });
  return {
    items: countOf(owned),
    priced: countOf(sound.filter(({ quote }) => referenceMarkets.some((market) => quote?.[market] !== undefined))),
    doubtful: countOf(doubtful),
    sums,
    rates: book.rates,
  };
}

/** The page can show one thing twice, and an id then says so. */
function ownedOf(cards: Iterable<Card>, { quotes }: QuoteBook): readonly Owned[] {
  const owned = new Map<unknown, Owned>();
  for (const { element, page, reading } of cards) {
    const quote = reading && quotes.get(reading.item);
    if (page.kind !== 'inventory' || !reading || quote === undefined) continue;
    owned.set(element.id || element, { reading, quote, count: reading.count ?? 1 });
  }
  return [...owned.values()];
}

const countOf = (owned: readonly Owned[]): number => owned.reduce((sum, { count }) => sum + count, 0);

/** An outlier, or the price of any phase of what comes in phases. */
const isDoubtful = ({ item, phase }: Reading, { inflated }: Quote): boolean =>
  inflated || phase !== undefined || hasPhases(item);
