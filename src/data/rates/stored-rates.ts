import { type Guarded, isObjectOf, isString, optional } from '#core/asks/guards.ts';
import { type KeyValueStore, ratesKey } from '#data/storage/stored-state.ts';
import { type StoredValue, storedValue } from '#data/storage/stored-value.ts';
import { isRatesBody } from '#protocol/rates-body.ts';

export type StoredRates = Guarded<typeof isStoredRates>;

export const isStoredRates = isObjectOf({ relay: isString, etag: optional(isString), dated: isRatesBody });

export const openStoredRates = (store: KeyValueStore): StoredValue<StoredRates> =>
  storedValue(() => store, ratesKey, isStoredRates);
