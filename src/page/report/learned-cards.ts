import { referenceMarkets } from '#core/markets.ts';
import type { Card } from '#page/cards/cards.ts';
import { type QuoteCache, quoteKey } from '#page/quotes/quote-cache.ts';
import type { LearnedCard } from '#protocol/messages.ts';

/** A cheap, a middling and a dear item whose price was learned, by which a user sees whether it is the price. */
export function learnedCards(cards: Iterable<Card>, cache: QuoteCache | undefined): readonly LearnedCard[] {
  if (cache?.table?.sample) return [];
  const byItem = new Map([...cards].flatMap((card) => learnedOf(card, cache)).map((one) => [one.item, one]));
  const sorted = [...byItem.values()].sort((one, other) => one.cents - other.cents);
  const chosen = new Set([0, Math.floor((sorted.length - 1) / 2), sorted.length - 1]);
  return sorted.filter((_, at) => chosen.has(at));
}

function learnedOf({ reading }: Card, cache: QuoteCache | undefined): readonly LearnedCard[] {
  if (!reading?.byName || !reading.listing) return [];
  const { item, listing } = reading;
  const quote = cache?.quotes.get(quoteKey(reading));
  const market = referenceMarkets.find((each) => quote?.[each] !== undefined);
  const cents = market && quote?.[market];
  return market && cents !== undefined ? [{ item, listing, market, cents }] : [];
}
