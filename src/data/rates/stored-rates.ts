import { type Guard, isFiniteNumber, isObjectOf, isRecordOf, isString, oneOf, optional } from '#core/guards.ts';
import { type KeyValueStore, ratesKey } from '#data/storage/stored-state.ts';
import { type StoredValue, storedValue } from '#data/storage/stored-value.ts';
import type { RatesBody } from '#protocol/relay-bodies.ts';

/** The last exchange rates. */
export interface StoredRates {
  /** Base address of the relay that sent them. */
  readonly relay: string;
  readonly etag?: string | undefined;
  readonly dated: RatesBody;
}

const isRate: Guard<number> = (value): value is number => isFiniteNumber(value) && value > 0;
const isDay: Guard<string> = (value): value is string => isString(value) && /^\d{4}-\d{2}-\d{2}$/.test(value);

export const isRatesBody: Guard<RatesBody> = isObjectOf<RatesBody>({
  base: oneOf('USD'),
  date: isDay,
  rates: isRecordOf((code) => /^[A-Z]{3}$/.test(code), isRate),
});

export const isStoredRates: Guard<StoredRates> = isObjectOf<StoredRates>({
  relay: isString,
  etag: optional(isString),
  dated: isRatesBody,
});

export const openStoredRates = (store: KeyValueStore): StoredValue<StoredRates> =>
  storedValue(() => store, ratesKey, isStoredRates);
