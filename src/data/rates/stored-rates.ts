import { type Guard, isObjectOf, isString, optional } from '#core/asks/guards.ts';
import { type KeyValueStore, ratesKey } from '#data/storage/stored-state.ts';
import { type StoredValue, storedValue } from '#data/storage/stored-value.ts';
import { isRatesBody, type RatesBody } from '#protocol/rates-body.ts';

export interface StoredRates {
  readonly relay: string;
  readonly etag?: string | undefined;
  readonly dated: RatesBody;
}

export const isStoredRates: Guard<StoredRates> = isObjectOf<StoredRates>({
  relay: isString,
  etag: optional(isString),
  dated: isRatesBody,
});

export const openStoredRates = (store: KeyValueStore): StoredValue<StoredRates> =>
  storedValue(() => store, ratesKey, isStoredRates);
