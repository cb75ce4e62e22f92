import { type Guard, hasShape, isMapOf, isReal, isText, maybe, oneOf } from '#core/guards.ts';
import { ratesKey } from '#prices/keys.ts';
import type { Store } from '#prices/storage/stored-state.ts';
import type { RatesBody } from '#protocol/relay-bodies.ts';

/** The exchange rates as they are kept, and what is known of the looks for them. */
export interface StoredRates {
  /** Base address of the relay that it came from. */
  readonly relay: string;
  readonly etag?: string | undefined;
  /** Absent: the relay has none. */
  readonly dated?: RatesBody | undefined;
  readonly lastCheckAt: number;
  readonly failures: number;
  readonly retryAt?: number | undefined;
  readonly jitter: number;
}

const isRate: Guard<number> = (value): value is number => isReal(value) && value > 0;
const isDay: Guard<string> = (value): value is string => isText(value) && /^\d{4}-\d{2}-\d{2}$/.test(value);

/** Whether what was kept are rates. */
export const isStoredRates: Guard<StoredRates> = hasShape<StoredRates>({
  relay: isText,
  etag: maybe(isText),
  dated: maybe(
    hasShape<RatesBody>({
      base: oneOf('USD'),
      date: isDay,
      rates: isMapOf((code) => /^[A-Z]{3}$/.test(code), isRate),
    }),
  ),
  lastCheckAt: isReal,
  failures: isReal,
  retryAt: maybe(isReal),
  jitter: isReal,
});

/** The rates that are held while the worker lives. */
export interface KeptRates {
  /** Never rejects. */
  readonly held: () => Promise<StoredRates | undefined>;
  /** From here on these are held; to write them down is the caller's. */
  readonly replace: (after: StoredRates | undefined) => void;
}

/** Opens what was kept, when it is first asked for. */
export function openRates(store: Store): KeptRates {
  let loading: Promise<StoredRates | undefined> | undefined;
  return {
    held: () => {
      loading ??= load(store);
      return loading;
    },
    replace: (after) => {
      loading = Promise.resolve(after);
    },
  };
}

async function load(store: Store): Promise<StoredRates | undefined> {
  const [kept] = await store.read([ratesKey]).catch(() => []);
  return isStoredRates(kept) ? kept : undefined;
}
