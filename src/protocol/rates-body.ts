import { type Guarded, isFiniteNumber, isObjectOf, isRecordOf, isString, oneOf } from '#core/asks/guards.ts';
import { dayMs, isoDay } from '#core/prices/age.ts';

/** Of no currency does a dollar buy less or more. */
const isRate = (value: unknown): value is number => isFiniteNumber(value) && value >= 0.001 && value <= 1e7;
const isDay = (value: unknown): value is string => {
  const at = isString(value) && /^2\d{3}-\d{2}-\d{2}$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isFinite(at) && isoDay(at / dayMs) === value;
};

const isRates = isRecordOf((code) => /^[A-Z]{3}$/.test(code), isRate);

export type RatesBody = Guarded<typeof isRatesBody>;
export const isRatesBody = isObjectOf({ base: oneOf('USD'), date: isDay, rates: isRates });

/** The rates of past days. */
export type RateDaysBody = Guarded<typeof isRateDaysBody>;
export const isRateDaysBody = isObjectOf({ base: oneOf('USD'), days: isRecordOf(isDay, isRates) });
