import type { Money } from '#core/money/money.ts';
import { centsOf, type DatedRates, dollar, type KnownRates, type Rate, rateOf } from '#core/money/rates.ts';
import type { Settings } from '#core/settings/settings.ts';

/** `page`: the currency of the page's other listings, for what has no listing of its own. */
export type CurrencySettings = Settings['currency'] & { readonly page?: string | undefined };

export interface Exchange {
  /** The listing in USD cents; `undefined` when it was not read or its currency has no rate. */
  readonly listingCents: number | undefined;
  /** The currency of shown prices; the dollar where the chosen one has no rate. */
  readonly shown: Rate;
  /** Every rate in use but the dollar's. */
  readonly used: readonly Rate[];
  /** The chosen currency, when it has no rate. */
  readonly missing: string | undefined;
}

/** Converts a card's listing by the rates known at `now`, ms since the epoch. */
export function exchange(
  listing: Money | undefined,
  settings: CurrencySettings,
  known: KnownRates,
  now: number,
): Exchange {
  const listed = listing && rateOf(listing.currency, known, now);
  const { show, code, page = 'USD' } = settings;
  const chosen = show === 'fixed' ? code : show === 'page' ? (listing?.currency ?? page) : 'USD';
  const shown = rateOf(chosen, known, now);
  const used = [listed, shown].flatMap((rate) => (rate && rate.code !== 'USD' ? [rate] : []));
  return {
    listingCents: listing && listed && centsOf(listing, listed),
    shown: shown ?? dollar,
    used: used.filter((rate, at) => used.findIndex(({ code }) => code === rate.code) === at),
    missing: shown ? undefined : chosen,
  };
}

/** The rate of the currency that our own pages show: the user's, or US dollars when it has no rate. `now`: ms since the epoch. */
export const shownRate = (
  { currency, rates }: Pick<Settings, 'currency' | 'rates'>,
  dated: DatedRates | null,
  now: number,
): Rate => exchange(undefined, currency, { dated, own: rates, coinUsd: null }, now).shown;
