import { wholeMinutesAge } from '#core/age.ts';
import { difference, noDifferenceReason } from '#core/difference.ts';
import { byReference, referenceMarkets } from '#core/markets.ts';
import { ageDoubt } from '#core/price-at.ts';
import { percentLiquidity, type Quote } from '#core/quote.ts';
import { dollar } from '#core/rates.ts';
import type { Settings } from '#core/settings.ts';
import { staleAfterMs } from '#core/stale-after.ts';
import type { PageQuotes } from '#protocol/messages.ts';
import type { OverlayModel } from '#ui/overlay-model.ts';

/** Liquid items; the sample card shows the first one with a price of each reference. */
export const sampleItems = [
  'AK-47 | Redline (Field-Tested)',
  'AWP | Asiimov (Field-Tested)',
  'M4A4 | Neo-Noir (Field-Tested)',
] as const;

export interface SampleListing {
  readonly item: string;
  /** USD cents; always made up. */
  readonly listingCents: number;
  readonly model: OverlayModel;
  readonly hasRelayPrices: boolean;
}

/** Made-up prices, shown until the relay has answered. */
const exampleQuote: Quote = {
  ...byReference((market) => 3085 + 63 * referenceMarkets.indexOf(market)),
  liquidity: 78,
  inflated: false,
};

/** The sample card for the worker's answer. `now`: ms since the epoch. */
export function createSample(answer: PageQuotes | undefined, settings: Settings, now: number): SampleListing {
  const found = answer?.quotes.findIndex((quote) => quote && hasAll(quote)) ?? -1;
  const item = sampleItems[found];
  const quote = answer?.quotes[found];
  if (!answer?.table || !quote || item === undefined)
    return sampleWith(sampleItems[0], exampleQuote, 4 * 60_000, settings, false);
  return sampleWith(item, quote, now - answer.table.asOf, settings, true);
}

const hasAll = (quote: Quote): boolean => referenceMarkets.every((market) => quote[market] !== undefined);

/** A listing's price, 5 % below the second lowest price. */
function exampleListingCents(quote: Quote): number {
  const prices = referenceMarkets.flatMap((market) => quote[market] ?? []).sort((one, other) => one - other);
  return Math.round((prices[1] ?? 0) * 0.95);
}

function sampleWith(
  item: string,
  quote: Quote,
  ageMs: number,
  settings: Settings,
  hasRelayPrices: boolean,
): SampleListing {
  const listingCents = exampleListingCents(quote);
  const listing = { amount: (listingCents / 100).toFixed(2), currency: dollar.code };
  const rules = { now: 0, staleAfterMs: staleAfterMs(settings) };
  const age = ageDoubt(-ageMs, rules);
  const flagged = quote.inflated ? 'flagged' : undefined;
  const doubt = noDifferenceReason({ reading: { item, listing }, doubt: flagged, age, listingCents });
  const rows = referenceMarkets.map((market) => {
    const cents = quote[market];
    const isComparable = doubt === undefined && cents !== undefined;
    return { market, cents, diff: isComparable ? difference(listingCents, cents) : undefined };
  });
  const model: OverlayModel = {
    state: age ? 'stale' : 'ready',
    rows,
    listingCents,
    liquidity: percentLiquidity(quote),
    noDifferenceReason: doubt,
    missing: undefined,
    shown: dollar,
    used: [],
    deal: false,
    ageMs: wholeMinutesAge(-ageMs, 0),
    fault: undefined,
  };
  return { item, listingCents, model, hasRelayPrices };
}
