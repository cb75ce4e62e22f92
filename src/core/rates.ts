import { hundredths, type Money } from '#core/money.ts';

/** How much of each currency one US dollar buys, as of an ISO date ("2026-11-20"). */
export interface DatedRates {
  readonly date: string;
  readonly rates: Readonly<Record<string, number>>;
}

/** What one currency is worth, and who says so. */
export interface Rate {
  /** ISO 4217, or `COIN`. */
  readonly code: string;
  /** How much of it one US dollar buys. */
  readonly perUsd: number;
  /** The ISO date of the rate; `own`: the user's; `base`: the dollar itself. */
  readonly of: string;
}

/** Where rates come from: the user's own go before the relay's. */
export interface RateBook {
  readonly dated: DatedRates | null;
  /** The user's own, by ISO 4217 code: how much of it one US dollar buys. */
  readonly own: Readonly<Record<string, number>>;
  /** US dollars a coin, by the user's word alone. */
  readonly coinUsd: number | null;
}

export const dollar: Rate = { code: 'USD', perUsd: 1, of: 'base' };

const day = 86_400_000;
/** A rate older than this, counted from the start of its date, is none (design: honesty rule 2). */
const oldestRateMs = 7 * day;

/** The rate of a currency at a time (ms since the epoch); `undefined` when nobody knows it or it is too old. */
export function rateOf(code: string, book: RateBook, now: number): Rate | undefined {
  if (code === 'USD') return dollar;
  if (code === 'COIN') return book.coinUsd === null ? undefined : { code, perUsd: 1 / book.coinUsd, of: 'own' };
  const own = Object.hasOwn(book.own, code) ? book.own[code] : undefined;
  if (own !== undefined) return { code, perUsd: own, of: 'own' };
  const { dated } = book;
  const perUsd = dated && isFresh(dated.date, now) && Object.hasOwn(dated.rates, code) ? dated.rates[code] : undefined;
  return perUsd === undefined ? undefined : { code, perUsd, of: dated?.date ?? '' };
}

/** A date of the future by more than a time zone is a wrong clock, so its age is not known. */
function isFresh(date: string, now: number): boolean {
  const age = now - Date.parse(date);
  return age >= -2 * day && age <= oldestRateMs;
}

/** An amount in USD cents, fractions kept; `undefined` when it is no decimal string. The rate is its currency's. */
export function centsOf({ amount }: Money, { perUsd }: Rate): number | undefined {
  const units = hundredths(amount);
  return units === undefined ? undefined : units / perUsd;
}
