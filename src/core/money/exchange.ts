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
  /** The currency of what is typed on the site: the listing's, else the page's; `undefined` where it or its rate is unknown. */
  readonly typed: Rate | undefined;
  /** Every rate in use but the dollar's. */
  readonly used: readonly Rate[];
  /** The chosen currency, when it has no rate. */
  readonly missing: string | undefined;
}

export function exchange(
  listing: Money | undefined,
  settings: CurrencySettings,
  known: KnownRates,
  now: number,
): Exchange {
  const { show, code, page } = settings;
  const ofPage = listing?.currency ?? page;
  const typed = ofPage === undefined ? undefined : rateOf(ofPage, known, now);
  const listed = listing && typed;
  const chosen = show === 'fixed' ? code : (show === 'page' && ofPage) || 'USD';
  const shown = rateOf(chosen, known, now);
  const used = [listed, shown].flatMap((rate) => (rate && rate.code !== 'USD' ? [rate] : []));
  return {
    listingCents: listing && listed && centsOf(listing, listed),
    shown: shown ?? dollar,
    typed,
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
