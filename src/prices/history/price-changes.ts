import { Fault } from '#core/fault.ts';
import { packChanges } from '#prices/history/pack-changes.ts';
import { parseChanges } from '#prices/history/parse-changes.ts';
import { changesKey, type LoadedChanges, type StoredChanges } from '#prices/history/stored-changes.ts';
import { fetchFromRelay, isSameTarget, type RelayTarget } from '#prices/refresh/relay-client.ts';
import { clockWentBack, dataPeriodMs, nextRefreshAt } from '#prices/refresh/schedule.ts';
import type { KeyValueStore } from '#prices/storage/stored-state.ts';

export interface PriceChangesParts {
  readonly fetch: typeof fetch;
  /** Ms since the epoch. */
  readonly now: () => number;
  readonly store: () => KeyValueStore;
  readonly loaded: LoadedChanges;
  readonly relay: () => Promise<RelayTarget>;
  /** Whether anything shows changes. Nothing is fetched for nobody. */
  readonly isWanted: () => Promise<boolean>;
  /** Called when open pages have to ask again. */
  readonly onChange: () => void;
}

export interface PriceChanges {
  /** Fetches the changes when they are due, half an hour after the last ones. One request at a time. Never rejects. */
  readonly refreshIfDue: () => Promise<void>;
  /** Another relay or token was chosen: forgets the changes of the old one. Never rejects. */
  readonly relayChanged: () => Promise<void>;
}

const path = '/api/changes';

/** Owns the changes of prices over days. A relay without them, and a broken answer, mean no changes. */
export function createPriceChanges(parts: PriceChangesParts): PriceChanges {
  const { loaded, store, onChange } = parts;
  let running: Promise<void> | undefined;

  const save = async (after: StoredChanges | undefined) => {
    const before = await loaded.stored();
    loaded.replace(after);
    // Explore reads the store when it is told. Other pages get what is in memory, also without room in the store.
    await store()
      .write({ [changesKey]: after })
      .finally(() => {
        if (before?.bytes !== after?.bytes) onChange();
      });
  };

  const refresh = async () => {
    if (!(await parts.isWanted())) return;
    const relay = await parts.relay();
    const stored = await loaded.stored();
    const before = stored?.relay === relay.base.href ? stored : undefined;
    if (before && !isDue(before, parts.now())) return;
    const after = await fetchChanges(parts, relay, before);
    if (isSameTarget(await parts.relay(), relay)) await save(after);
  };

  return {
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

/** Half-hourly; after a failure as often as the price table. */
function isDue({ lastCheckAt, failures, retryAt }: StoredChanges, now: number): boolean {
  if (failures === 0) return now - lastCheckAt >= dataPeriodMs || clockWentBack(lastCheckAt, now);
  const dueAt = nextRefreshAt({ now, lastUseAt: now, lastCheckAt, asOf: undefined, failures, retryAt, jitter: 0 });
  return dueAt !== undefined && dueAt <= now;
}

/** Keeps the current changes while the relay fails; a relay that has none (404) ends them. */
async function fetchChanges(
  { fetch, now }: PriceChangesParts,
  relay: RelayTarget,
  before: StoredChanges | undefined,
): Promise<StoredChanges> {
  const none: StoredChanges = { relay: relay.base.href, lastCheckAt: now(), failures: 0 };
  try {
    const response = await fetchFromRelay({ fetch, now, relay, path, etag: before?.bytes ? before.etag : undefined });
    // Changes of made-up prices are none.
    if (response.sample) return none;
    if (!response.changed) return { ...none, ...keptOf(before) };
    const { rows, updatedAt } = parseChanges(response.body);
    return {
      ...none,
      etag: response.etag,
      updatedAt: Math.min(updatedAt, now()),
      bytes: new Blob([packChanges(rows)]),
    };
  } catch (error) {
    const fault = error instanceof Fault ? error : undefined;
    if (fault?.status === 404) return none;
    const retryAt = fault?.retryAfterMs === undefined ? undefined : now() + fault.retryAfterMs;
    return { ...none, ...keptOf(before), failures: (before?.failures ?? 0) + 1, retryAt };
  }
}

const keptOf = ({ etag, updatedAt, bytes }: Partial<StoredChanges> = {}) => ({ etag, updatedAt, bytes });
