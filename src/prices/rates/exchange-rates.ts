import { Fault } from '#core/fault.ts';
import type { DatedRates } from '#core/rates.ts';
import { isRatesBody, type LoadedRates, openStoredRates, type StoredRates } from '#prices/rates/stored-rates.ts';
import { fetchFromRelay, type RelayTarget } from '#prices/refresh/relay-client.ts';
import { clockWentBack, nextRefreshAt } from '#prices/refresh/schedule.ts';
import { type KeyValueStore, ratesKey } from '#prices/storage/stored-state.ts';

export interface ExchangeRatesParts {
  readonly fetch: typeof fetch;
  /** Ms since the epoch. */
  readonly now: () => number;
  /** 0 to 1. */
  readonly random: () => number;
  readonly store: KeyValueStore;
  /** The loaded rates, when other code shares them; else they are loaded from the store. */
  readonly loadedRates?: LoadedRates | undefined;
  readonly relay: () => Promise<RelayTarget>;
  /** Called when open pages have to convert their prices again. */
  readonly onChange: () => void;
}

export interface ExchangeRates {
  /** The current rates, however old; `null` without any. Never rejects. */
  readonly current: () => Promise<DatedRates | null>;
  /** Fetches the rates when that is due. Never rejects. */
  readonly refreshIfDue: () => Promise<void>;
  /** Another relay was chosen: forgets the rates of the old one. Never rejects. */
  readonly relayChanged: () => Promise<void>;
}

/** Least time between two successful refreshes, ms: the source changes once a day. */
const ratesPauseMs = 60 * 60_000;
const path = '/api/rates';

/** Owns the relay's exchange rates. */
export function createExchangeRates(parts: ExchangeRatesParts): ExchangeRates {
  const { current, replace } = parts.loadedRates ?? openStoredRates(parts.store);
  let running: Promise<void> | undefined;

  const save = async (after: StoredRates | undefined) => {
    const before = await current();
    replace(after);
    if (JSON.stringify(after?.dated) !== JSON.stringify(before?.dated)) parts.onChange();
    await parts.store.write({ [ratesKey]: after });
  };

  const refresh = async () => {
    const relay = await parts.relay();
    const stored = await current();
    const before = stored?.relay === relay.base.href ? stored : undefined;
    if (before && !isDue(before, parts.now())) return;
    const after = await fetchRates(parts, relay, before);
    const chosen = await parts.relay();
    if (chosen.base.href === relay.base.href) await save(after);
  };

  return {
    current: async () => (await current())?.dated ?? null,
    refreshIfDue: () => {
      running ??= refresh()
        .catch(() => undefined)
        .finally(() => {
          running = undefined;
        });
      return running;
    },
    relayChanged: () => save(undefined).catch(() => undefined),
  };
}

/** Hourly; after a failure as often as the price table. */
function isDue({ lastCheckAt, failures, retryAt, jitter }: StoredRates, now: number): boolean {
  if (failures === 0) return now - lastCheckAt >= ratesPauseMs || clockWentBack(lastCheckAt, now);
  const dueAt = nextRefreshAt({ now, lastUseAt: now, lastCheckAt, asOf: undefined, failures, retryAt, jitter });
  return dueAt !== undefined && dueAt <= now;
}

/** Keeps the current rates while the relay fails. A relay that has no rates (404) is no failure. */
async function fetchRates(
  parts: ExchangeRatesParts,
  relay: RelayTarget,
  before: StoredRates | undefined,
): Promise<StoredRates> {
  const { fetch, now, random } = parts;
  const none: StoredRates = { relay: relay.base.href, lastCheckAt: now(), failures: 0, jitter: random() };
  try {
    const response = await fetchFromRelay({ fetch, now, relay, path, etag: before?.dated ? before.etag : undefined });
    if (!response.changed) return { ...none, etag: before?.etag, dated: before?.dated };
    if (!isRatesBody(response.body)) throw new Fault('malformed', 'the answer is not of /api/rates');
    const { base, date, rates } = response.body;
    return { ...none, etag: response.etag, dated: { base, date, rates } };
  } catch (error) {
    if (error instanceof Fault && error.status === 404) return none;
    const retryAfterMs = error instanceof Fault ? error.retryAfterMs : undefined;
    const retryAt = retryAfterMs === undefined ? undefined : now() + retryAfterMs;
    const failures = (before?.failures ?? 0) + 1;
    return { ...none, etag: before?.etag, dated: before?.dated, failures, retryAt };
  }
}
