import { type Guard, isFiniteNumber, isObjectOf, isRecordOf, isString, oneOf } from '#core/asks/guards.ts';
import type { DatedRates, RateDays } from '#core/money/rates.ts';
import { dayMs, isoDay } from '#core/prices/age.ts';

export interface RatesBody extends DatedRates {
  readonly base: 'USD';
}

/** Of no currency does a dollar buy less or more. */
const isRate: Guard<number> = (value): value is number => isFiniteNumber(value) && value >= 0.001 && value <= 1e7;
const isDay: Guard<string> = (value): value is string => {
  const at = isString(value) && /^2\d{3}-\d{2}-\d{2}$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isFinite(at) && isoDay(at / dayMs) === value;
};

const isRates = isRecordOf((code) => /^[A-Z]{3}$/.test(code), isRate);

export const isRatesBody: Guard<RatesBody> = isObjectOf<RatesBody>({ base: oneOf('USD'), date: isDay, rates: isRates });

/** The rates of past days. */
export interface RateDaysBody {
  readonly base: 'USD';
  readonly days: RateDays;
}

export const isRateDaysBody: Guard<RateDaysBody> = isObjectOf<RateDaysBody>({
  base: oneOf('USD'),
  days: isRecordOf(isDay, isRates),
});
