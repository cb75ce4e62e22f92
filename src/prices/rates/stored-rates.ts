import { type Guard, isFiniteNumber, isObjectOf, isRecordOf, isString, oneOf, optional } from '#core/guards.ts';
import { type KeyValueStore, ratesKey } from '#prices/storage/stored-state.ts';
import type { RatesBody } from '#protocol/relay-bodies.ts';

/** The exchange rates and the state of their refreshes. Times in ms since the epoch. */
export interface StoredRates {
  /** Base address of the relay that sent them. */
  readonly relay: string;
  readonly etag?: string | undefined;
  /** Absent: the relay has no rates. */
  readonly dated?: RatesBody | undefined;
  readonly lastCheckAt: number;
  readonly failures: number;
  readonly retryAt?: number | undefined;
  readonly jitter: number;
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
  dated: optional(isRatesBody),
  lastCheckAt: isFiniteNumber,
  failures: isFiniteNumber,
  retryAt: optional(isFiniteNumber),
  jitter: isFiniteNumber,
});

/** The rates in the worker's memory. */
export interface LoadedRates {
  /** Never rejects. */
  readonly current: () => Promise<StoredRates | undefined>;
  /** Replaces them in memory only. */
  readonly replace: (rates: StoredRates | undefined) => void;
}

/** Loads the stored rates on first use. */
export function openStoredRates(store: KeyValueStore): LoadedRates {
  let loading: Promise<StoredRates | undefined> | undefined;
  return {
    current: () => {
      loading ??= load(store);
      return loading;
    },
    replace: (rates) => {
      loading = Promise.resolve(rates);
    },
  };
}

async function load(store: KeyValueStore): Promise<StoredRates | undefined> {
  const [stored] = await store.read([ratesKey]).catch(() => []);
  return isStoredRates(stored) ? stored : undefined;
}
