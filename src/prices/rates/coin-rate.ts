import { medianOf } from '#core/comparison.ts';
import { marketIds, markets, referenceMarkets } from '#core/markets.ts';
import type { Quote } from '#core/quote.ts';
import { shelved, wholeMarket } from '#prices/details/detail-store.ts';
import type { Store } from '#prices/storage/stored-state.ts';
import type { CoinRate, QuotesAnswer } from '#protocol/messages.ts';

/** One item: what a market asks in coins, and what the references ask. */
export interface CoinPair {
  readonly coins: number;
  readonly quote: Quote;
}

/** Below this, USD cents, rounding alone moves a price by per cents. */
const leastCents = 100;
/** Fewer items than this are no ground for a suggestion. */
const fewestItems = 20;

/**
 * What a coin may be worth, in US dollars: the median of reference price by price in coins, over the liquid items.
 * The liquid items are the upper half by liquidity, because its scale is not told (src/protocol/price-api.md, "Item entry").
 * `undefined` when that are fewer than 20.
 */
export function coinRateOf(pairs: readonly CoinPair[]): { readonly usd: number; readonly items: number } | undefined {
  const known = pairs.flatMap(({ coins, quote }) => {
    const { liquidity, inflated } = quote;
    const cents = referenceOf(quote);
    const counts = liquidity !== undefined && !inflated && cents !== undefined && cents >= leastCents && coins > 0;
    return counts ? [{ liquidity, ratio: cents / 100 / coins }] : [];
  });
  const liquid = known.toSorted((one, other) => other.liquidity - one.liquidity).slice(0, Math.ceil(known.length / 2));
  if (liquid.length < fewestItems) return undefined;
  return { usd: medianOf(liquid.map(({ ratio }) => ratio)), items: liquid.length };
}

function referenceOf(quote: Quote): number | undefined {
  const asked = referenceMarkets.flatMap((market) => quote[market] ?? []);
  return asked.length > 0 ? medianOf(asked) : undefined;
}

export interface CoinRateParts {
  /** Of the second feed. */
  readonly store: Store;
  readonly quotes: (names: readonly string[]) => Promise<QuotesAnswer>;
}

/** The one market that counts in coins. */
const coinMarkets = marketIds.filter((id) => markets[id].unit === 'coins').slice(0, 1);

/** Suggests what a coin is worth; `null` while its data or the table is not held, or say too little. */
export async function suggestCoinRate({ store, quotes }: CoinRateParts): Promise<CoinRate | null> {
  const [about] = await shelved(store, coinMarkets);
  const details = about ? (await Promise.all(coinMarkets.map((market) => wholeMarket(store, market)))).flat() : [];
  const answer = await quotes(details.map(([name]) => name));
  const pairs = details.flatMap(([, { price, inflated }], at): CoinPair[] => {
    const quote = answer.quotes[at];
    return quote && !inflated ? [{ coins: price, quote }] : [];
  });
  const rate = coinRateOf(pairs);
  if (!rate || !about || !answer.table) return null;
  return { ...rate, asOf: Math.min(about.updatedAt, answer.table.asOf) };
}
