import type { Money } from '#core/money/money.ts';
import { centsOf, type DatedRates, dollar, type KnownRates, type Rate, rateOf } from '#core/money/rates.ts';
import type { Settings } from '#core/settings/settings.ts';

/** `page`: the currency of the page's other listings, for what has no listing of its own. */
export type CurrencySettings = Settings['currency'] & { readonly page?: string | undefined };

export function exchange(listing: Money | undefined, settings: CurrencySettings, known: KnownRates, now: number) {
  const { show, code, page } = settings;
  const ofPage = listing?.currency ?? page;
  const typed = ofPage === undefined ? undefined : rateOf(ofPage, known, now);
  const listed = listing && typed;
  const chosen = show === 'fixed' ? code : (show === 'page' && ofPage) || 'USD';
  const shown = rateOf(chosen, known, now);
  const used = [listed?.code === shown?.code ? undefined : listed, shown].flatMap((rate) =>
    rate && rate.code !== 'USD' ? [rate] : [],
  );
  return {
    /** The listing in USD cents; `undefined` when it was not read or its currency has no rate. */
    listingCents: listing && listed && centsOf(listing, listed),
    /** The currency of shown prices; the dollar where the chosen one has no rate. */
    shown: shown ?? dollar,
    /** The currency of what is typed on the site: the listing's, else the page's; `undefined` where it or its rate is unknown. */
    typed,
    /** Every rate in use but the dollar's. */
    used,
    /** The chosen currency, when it has no rate. */
    missing: shown ? undefined : chosen,
  };
}

/** The rate of the currency that our own pages show: the user's, or US dollars when it has no rate. `now`: ms since the epoch. */
export const shownRate = (
  { currency, rates }: Pick<Settings, 'currency' | 'rates'>,
  dated: DatedRates | null,
  now: number,
): Rate => exchange(undefined, currency, { dated, own: rates, coinUsd: null }, now).shown;
