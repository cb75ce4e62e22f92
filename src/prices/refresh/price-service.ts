import { lazy } from '#core/lazy.ts';
import { type RefreshParts, type RefreshResult, rememberNames, runRefresh } from '#prices/refresh/refresh.ts';
import { clockWentBack, nextRefreshAt } from '#prices/refresh/schedule.ts';
import { type RefreshState, refreshStateKey } from '#prices/storage/stored-state.ts';
import { type FindSpellings, type LoadedPrices, loadPrices, persist, quotesFrom } from '#prices/table/loaded-table.ts';
import type { AskedName, FaultReport, QuotesAnswer, RefreshAnswer, Status } from '#protocol/messages.ts';

export interface PriceServiceParts extends RefreshParts {
  /** The loaded state, when other code shares it; else the service loads it from the store. */
  readonly loadedPrices?: (() => Promise<LoadedPrices>) | undefined;
  readonly findSpellings: FindSpellings;
  /** The time of the next refresh; `undefined`: not before the next use. */
  readonly onSchedule: (at: number | undefined) => void;
  /** Whether an alert watches prices, which counts as use. Never rejects. */
  readonly isWatched?: (() => Promise<boolean>) | undefined;
}

export interface PriceService {
  /** Prices of items by name from the loaded table, at once. Then records the use. */
  readonly quotes: (names: readonly AskedName[]) => Promise<QuotesAnswer>;
  /** Records that a page used prices. Refreshes them when that is due. */
  readonly recordUse: () => Promise<void>;
  /** Prices from the loaded table. Does not count as use and starts no refresh. */
  readonly quotesWithoutUse: (names: readonly AskedName[]) => Promise<QuotesAnswer>;
  readonly status: () => Promise<Status>;
  /** The status. Does not count as use. */
  readonly statusWithoutUse: () => Promise<Status>;
  /** Refreshes now, unless the relay's `Retry-After` forbids it. Never rejects. */
  readonly refresh: () => Promise<RefreshAnswer>;
  /** Refreshes now without an ETag: the whole response is needed even if prices are unchanged. Never rejects. */
  readonly refetch: () => Promise<void>;
  /** Refreshes when that is due, else reports the time of the next refresh to `onSchedule`. */
  readonly refreshIfDue: () => Promise<void>;
  /** Takes names that another feed told as known. Never rejects. */
  readonly rememberNames: (names: readonly string[]) => Promise<void>;
  /** Another relay or token was chosen: forgets the faults of the old one. */
  readonly relayChanged: () => Promise<void>;
}

/** Least time between two writes of the last use, ms; a sixth of `idleAfterMs`. */
const useSaveIntervalMs = 5 * 60_000;

/** Owns the price table: looks prices up and refreshes them. The extension has one instance. */
export function createPriceService(parts: PriceServiceParts): PriceService {
  const loaded = parts.loadedPrices ?? lazy(() => loadPrices(parts.store));
  const { refresh, refreshIfDue, dueAt, restart, isRunning } = createRefresher(parts, loaded);
  const statusWithoutUse = async () => toStatus(await loaded(), await dueAt(), isRunning());
  const recordUse = async () => {
    void saveUse(parts, await loaded());
    await refreshIfDue();
  };

  return {
    recordUse,
    quotes: async (names) => {
      const answer = await quotesFrom(await loaded(), names, parts.findSpellings);
      // The answer does not wait for the disk or the relay.
      void recordUse();
      return answer;
    },
    quotesWithoutUse: async (names) => quotesFrom(await loaded(), names, parts.findSpellings),
    status: async () => {
      await saveUse(parts, await loaded());
      await refreshIfDue();
      return statusWithoutUse();
    },
    statusWithoutUse,
    refresh: async () => {
      const outcome = await refresh();
      await refreshIfDue();
      return { ...outcome, status: await statusWithoutUse() };
    },
    refetch: async () => {
      const prices = await loaded();
      if (prices.table) prices.table = { ...prices.table, etag: undefined };
      await refresh();
    },
    refreshIfDue,
    rememberNames: async (names) => rememberNames(parts, await loaded(), names),
    relayChanged: async () => {
      await restart();
      const prices = await loaded();
      prices.refreshState = {
        ...prices.refreshState,
        failures: 0,
        shrunken: 0,
        fault: null,
        lastCheckAt: undefined,
        relayName: undefined,
      };
      parts.onChange();
      await refreshIfDue();
    },
  };
}

/** Runs refreshes, one at a time. */
function createRefresher(parts: PriceServiceParts, loaded: () => Promise<LoadedPrices>) {
  let running: Promise<RefreshResult> | undefined;
  let relayChange = new AbortController();

  const refresh = async (): Promise<RefreshResult> => {
    const prices = await loaded();
    const fault = retryLaterFault(prices.refreshState, parts.now());
    if (fault) return { outcome: 'failed', fault };
    // No await between the check for a running refresh and the start of one.
    running ??= runRefresh(parts, prices, relayChange.signal).finally(() => {
      running = undefined;
    });
    return running;
  };

  const dueAt = async () => {
    const [isWatched, { refreshState, table }] = await Promise.all([parts.isWatched?.(), loaded()]);
    const { lastUseAt, lastCheckAt, failures, fault, jitter } = refreshState;
    const now = parts.now();
    return nextRefreshAt({
      now,
      lastUseAt: isWatched ? now : lastUseAt,
      lastCheckAt,
      // Real prices may come at any time.
      asOf: table?.sample ? undefined : table?.asOf,
      failures,
      retryAt: fault?.retryAt ?? undefined,
      jitter,
    });
  };

  const refreshIfDue = async () => {
    const at = await dueAt();
    if (at !== undefined && at <= parts.now()) void refresh().then(refreshIfDue);
    else parts.onSchedule(at);
  };

  /** Ends the running refresh of the old relay. */
  const restart = async () => {
    relayChange.abort();
    relayChange = new AbortController();
    await running;
  };

  return { refresh, refreshIfDue, dueAt, restart, isRunning: () => running !== undefined };
}

/** The fault whose `Retry-After` has not passed yet. */
const retryLaterFault = ({ fault, lastCheckAt }: RefreshState, now: number): FaultReport | undefined =>
  fault?.kind === 'rate-limited' && (fault.retryAt ?? 0) > now && !clockWentBack(lastCheckAt, now) ? fault : undefined;

async function saveUse(parts: PriceServiceParts, prices: LoadedPrices): Promise<void> {
  const now = parts.now();
  const saved = prices.refreshState.lastUseAt ?? Number.NEGATIVE_INFINITY;
  if (Math.abs(now - saved) < useSaveIntervalMs) return;
  prices.refreshState = { ...prices.refreshState, lastUseAt: now };
  await persist(prices, parts.store, refreshStateKey, prices.refreshState);
}

function toStatus(
  { table, refreshState, problems }: LoadedPrices,
  dueAt: number | undefined,
  checking: boolean,
): Status {
  const { version = '', asOf = 0, items = 0, badRows = 0, sample } = table ?? {};
  const { lastCheckAt, outcome, fault, relayName } = refreshState;
  return {
    table: table ? { version, asOf, items, badRows, ...(sample && { sample }) } : null,
    lastCheck: lastCheckAt && outcome ? { at: lastCheckAt, outcome } : null,
    fault,
    nextCheckAt: dueAt ?? null,
    checking,
    storageProblem: [...problems.values()][0] ?? null,
    ...(relayName !== undefined && { relayName }),
  };
}
