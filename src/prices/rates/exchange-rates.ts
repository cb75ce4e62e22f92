import { Fault } from '#core/fault.ts';
import type { DatedRates } from '#core/rates.ts';
import { ratesKey } from '#prices/keys.ts';
import { type KeptRates, openRates, type StoredRates } from '#prices/rates/stored-rates.ts';
import { fetchFeed, type Relay } from '#prices/refresh/relay-client.ts';
import { clockWentBack, nextCheck } from '#prices/refresh/schedule.ts';
import type { Store } from '#prices/storage/stored-state.ts';
import { ratesBody } from '#protocol/relay-bodies.ts';

export interface RatesParts {
  readonly fetch: typeof fetch;
  /** ms since the epoch. */
  readonly now: () => number;
  /** 0 to 1. */
  readonly random: () => number;
  readonly store: Store;
  /** What is held, where somebody else reads it too; else it is loaded from the store. */
  readonly kept?: KeptRates | undefined;
  readonly relay: () => Promise<Relay>;
  /** Open pages have to convert anew. */
  readonly onChange: () => void;
}

export interface ExchangeRates {
  /** The rates that are held, however old; `null` when there are none. Never rejects. */
  readonly current: () => Promise<DatedRates | null>;
  /** Fetches them when that is due: call it when somebody looks at prices. Never rejects. */
  readonly look: () => Promise<void>;
  /** Another relay was chosen: the old one's word no longer counts. Never rejects. */
  readonly relayChanged: () => Promise<void>;
}

/** Least time between two good looks, ms: the source changes once a day. */
const ratesPauseMs = 60 * 60_000;
const path = '/api/rates';

/** The owner of the relay's exchange rates. */
export function createRates(parts: RatesParts): ExchangeRates {
  const { held, replace } = parts.kept ?? openRates(parts.store);
  let looking: Promise<void> | undefined;

  const keep = async (after: StoredRates | undefined) => {
    const before = await held();
    replace(after);
    if (JSON.stringify(after?.dated) !== JSON.stringify(before?.dated)) parts.onChange();
    await parts.store.write({ [ratesKey]: after });
  };

  const look = async () => {
    const relay = await parts.relay();
    const known = await held();
    const before = known?.relay === relay.base.href ? known : undefined;
    if (before && !isDue(before, parts.now())) return;
    const after = await fetchRates(parts, relay, before);
    const chosen = await parts.relay();
    if (chosen.base.href === relay.base.href) await keep(after);
  };

  return {
    current: async () => (await held())?.dated ?? null,
    look: () => {
      looking ??= look()
        .catch(() => undefined)
        .finally(() => {
          looking = undefined;
        });
      return looking;
    },
    relayChanged: () => keep(undefined).catch(() => undefined),
  };
}

/** Hourly; after a failure by the clockwork of the first feed. */
function isDue({ lastCheckAt, failures, retryAt, jitter }: StoredRates, now: number): boolean {
  if (failures === 0) return now - lastCheckAt >= ratesPauseMs || clockWentBack(lastCheckAt, now);
  const due = nextCheck({ now, lastUseAt: now, lastCheckAt, asOf: undefined, failures, retryAt, jitter });
  return due !== undefined && due <= now;
}

/** What is held stays while the relay fails; a relay without rates (404) is no fault, and has none. */
async function fetchRates(parts: RatesParts, relay: Relay, before: StoredRates | undefined): Promise<StoredRates> {
  const { fetch, now, random } = parts;
  const noted: StoredRates = { relay: relay.base.href, lastCheckAt: now(), failures: 0, jitter: random() };
  try {
    const answer = await fetchFeed({ fetch, now, relay, path, etag: before?.dated ? before.etag : undefined });
    if (!answer.changed) return { ...noted, etag: before?.etag, dated: before?.dated };
    const parsed = ratesBody.safeParse(answer.body);
    if (!parsed.success) throw new Fault('malformed', 'the answer is not of /api/rates');
    return { ...noted, etag: answer.etag, dated: parsed.data };
  } catch (error) {
    if (error instanceof Fault && error.status === 404) return noted;
    const retryAfterMs = error instanceof Fault ? error.retryAfterMs : undefined;
    const retryAt = retryAfterMs === undefined ? undefined : now() + retryAfterMs;
    const failures = (before?.failures ?? 0) + 1;
    return { ...noted, etag: before?.etag, dated: before?.dated, failures, retryAt };
  }
}
