import type { Money } from '#core/money.ts';
import { centsOf, dollar, type Rate, type RateBook, rateOf } from '#core/rates.ts';

/** In which currency the user wants to read prices. */
export interface CurrencySettings {
  readonly show: 'usd' | 'page' | 'fixed';
  /** ISO 4217, for `fixed`. */
  readonly code: string;
}

/** How one card's prices are converted. */
export interface Exchange {
  /** The listing in USD cents; `undefined` when it was not read or its currency has no rate. */
  readonly listingCents: number | undefined;
  /** What prices are shown in; the dollar where the wish cannot be met. */
  readonly shown: Rate;
  /** Every rate that took part, the dollar left out. */
  readonly used: readonly Rate[];
  /** The currency that was wished for and has no rate. */
  readonly missing: string | undefined;
}

/** Converts a card by the rates that are known at a time, ms since the epoch. */
export function exchange(listing: Money | undefined, wish: CurrencySettings, book: RateBook, now: number): Exchange {
  const listed = listing && rateOf(listing.currency, book, now);
  const wished = wish.show === 'fixed' ? wish.code : wish.show === 'page' ? (listing?.currency ?? 'USD') : 'USD';
  const shown = rateOf(wished, book, now);
  const taking = [listed, shown].flatMap((rate) => (rate && rate.code !== 'USD' ? [rate] : []));
  return {
    listingCents: listing && listed && centsOf(listing, listed),
    shown: shown ?? dollar,
    used: taking.filter(({ code }, at) => taking.findIndex((other) => other.code === code) === at),
    missing: shown ? undefined : wished,
  };
}
