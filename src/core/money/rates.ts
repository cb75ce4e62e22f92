import type { Money } from '#core/money/money.ts';
import { dayMs, isoDay } from '#core/prices/age.ts';
import type { Settings } from '#core/settings/settings.ts';

/** Units of each currency per US dollar, as of an ISO date ("2026-11-20"). */
export interface DatedRates {
  readonly date: string;
  readonly rates: Readonly<Record<string, number>>;
}

/** Units of each currency per US dollar, by ISO date. Weekends and holidays have none. */
export type RateDays = Readonly<Record<string, DatedRates['rates']>>;

export interface Rate {
  /** ISO 4217, or `COIN`. */
  readonly code: string;
  readonly perUsd: number;
  /** The ISO date of the relay's rate; `own`: the user's rate; `base`: the dollar. */
  readonly of: string;
  /** Age of a relay's rate that is older than usual, ms. */
  readonly oldMs?: number | undefined;
}

/** All known rates; the user's own take precedence over the relay's. */
export interface KnownRates {
  readonly dated: DatedRates | null;
  /** The user's own, by ISO 4217 code: units per US dollar. */
  readonly own: Readonly<Record<string, number>>;
  /** US dollars per coin of the page's site; only the user can set it. `null` also where there is no page. */
  readonly coinUsd: number | null;
}

export const dollar: Rate = { code: 'USD', perUsd: 1, of: 'base' };

export const inCurrency = (usdCents: number, { code, perUsd }: Rate): Money => ({
  cents: usdCents * perUsd,
  currency: code,
});

/** Age from which a rate is not used, counted from the start of its date. */
const maxRateAgeMs = 7 * dayMs;
/** Rates come on working days, so that one is this old at the end of a weekend. */
const usualRateAgeMs = 4 * dayMs;

/** The rate of a currency at `now` (ms since the epoch); `undefined` when it is unknown or too old. */
export function rateOf(code: string, known: KnownRates, now: number): Rate | undefined {
  if (code === 'USD') return dollar;
  if (code === 'COIN') return known.coinUsd === null ? undefined : { code, perUsd: 1 / known.coinUsd, of: 'own' };
  const own = Object.hasOwn(known.own, code) ? known.own[code] : undefined;
  if (own !== undefined) return { code, perUsd: own, of: 'own' };
  const { dated } = known;
  if (!dated || !Object.hasOwn(dated.rates, code)) return undefined;
  const { date, rates } = dated;
  const perUsd = rates[code];
  const ageMs = now - Date.parse(date);
  if (perUsd === undefined || !isFresh(ageMs)) return undefined;
  return { code, perUsd, of: date, ...(ageMs > usualRateAgeMs && { oldMs: Math.floor(ageMs / dayMs) * dayMs }) };
}

/** The longest time without a working day, Easter and Christmas. */
const maxDaysBack = 5;

/** The rate of a currency on a day, or the last one before it. @param day since the epoch (UTC) */
export function rateOfDay(code: string, days: RateDays, day: number): Rate | undefined {
  if (code === 'USD') return dollar;
  for (let back = 0; back <= maxDaysBack; back++) {
    const date = isoDay(day - back);
    const perUsd = days[date]?.[code];
    if (perUsd !== undefined) return { code, perUsd, of: date };
  }
  return undefined;
}

/** All currencies that have a rate but the dollar, by code. */
export const ratedCurrencies = (known: KnownRates, now: number): readonly string[] =>
  Object.keys({ ...known.dated?.rates, ...known.own })
    .filter((code) => rateOf(code, known, now))
    .toSorted();

/** A date further ahead than any time zone comes from a wrong clock: the rate's age is unknown. */
const isFresh = (ageMs: number): boolean => ageMs >= -2 * dayMs && ageMs <= maxRateAgeMs;

/** An amount in USD cents to compare it with others, for which a rate of any age does; `undefined` without one. */
export function usdCents(money: Money, rates: DatedRates | null): number | undefined {
  const { currency: code } = money;
  const perUsd = code === 'USD' ? 1 : rates && Object.hasOwn(rates.rates, code) && rates.rates[code];
  return perUsd ? centsOf(money, { code, perUsd, of: '' }) : undefined;
}

/** An amount in USD cents, with fractions, by the rate of its currency. */
export const centsOf = ({ cents }: Money, { perUsd }: Rate): number => cents / perUsd;

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
