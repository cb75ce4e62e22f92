import { type LoadedPrices, persist } from '#data/catalogue/loaded-table.ts';
import type { RelayFeed } from '#data/refresh/feed.ts';
import { isInUse } from '#data/refresh/schedule.ts';
import { createTableFeed, type TableDeps, type TableFeed } from '#data/refresh/table-feed.ts';
import { refreshStateKey } from '#data/storage/stored-state.ts';
import type { RefreshAnswer, Status } from '#protocol/messages.ts';

export interface PriceServiceDeps extends TableDeps {
  readonly loadedPrices: () => Promise<LoadedPrices>;
  /** Called when prices, their age or the fault changed. */
  readonly onChange: () => void;
  /** Called when prices are used again after a pause in which alerts kept the table fresh, and perhaps nothing else. */
  readonly onUseBegins: () => void;
  /** Called when the relay answered: other feeds may be refreshed. */
  readonly onSuccess: () => void;
  /** The time of the next refresh; `undefined`: not before the next use. */
  readonly onSchedule: (at: number | undefined) => void;
  /** Whether an alert watches prices: then they are refreshed without use. Never rejects. */
  readonly isWatched: () => Promise<boolean>;
}

export interface PriceService {
  /** Records that a page used prices. Refreshes them when that is due. */
  readonly recordUse: () => Promise<void>;
  /** Ends with the check for the first prices; at once when there are some. Counts as use. Never rejects. */
  readonly firstCheck: () => Promise<void>;
  readonly status: () => Promise<Status>;
  readonly statusWithoutUse: () => Promise<Status>;
  /** Refreshes now, unless the relay's `Retry-After` forbids it. Never rejects. */
  readonly refresh: () => Promise<RefreshAnswer>;
  /** Refreshes when that is due, else reports the time of the next refresh to `onSchedule`. */
  readonly refreshIfDue: () => Promise<void>;
  /** Whether prices were used in the last half hour. Never rejects. */
  readonly isUsed: () => Promise<boolean>;
  readonly numberNames: TableFeed['numberNames'];
  readonly relayChanged: () => Promise<void>;
}

/** Least time between two writes of the last use, ms; a sixth of `idleAfterMs`. */
const useSaveIntervalMs = 5 * 60_000;

/** Keeps the price table up to date. The extension has one instance. */
export function createPriceService(parts: PriceServiceDeps): PriceService {
  const { loadedPrices: loaded } = parts;
  const feed = createTableFeed(parts, ({ outcome, fault }, before) => {
    if (!fault) parts.onSuccess();
    if (outcome === 'new' || fault?.kind !== before.fault?.kind) parts.onChange();
  });
  const { isUsed, dueAt, refreshIfDue, recordUse } = createUpkeep(parts, feed);
  const statusWithoutUse = async () => toStatus(await loaded(), await dueAt(), feed.isRunning());

  return {
    recordUse,
    isUsed,
    firstCheck: async () => {
      await recordUse();
      if (!(await loaded()).table) await feed.checkIfDue();
    },
    status: async () => {
      await recordUse();
      return statusWithoutUse();
    },
    statusWithoutUse,
    refresh: async () => {
      // Whoever asks uses prices: the markets' own data follow the table.
      void saveUse(parts, await loaded());
      const { outcome } = await feed.check();
      await refreshIfDue();
      return { outcome, status: await statusWithoutUse() };
    },
    refreshIfDue,
    numberNames: async (names) => {
      const grown = await feed.numberNames(names);
      if (grown && grown.added.length > 0) parts.onChange();
      return grown;
    },
    relayChanged: async () => {
      await feed.relayChanged();
      parts.onChange();
      await refreshIfDue();
    },
  };
}

/** Refreshes prices while somebody uses them. */
function createUpkeep(parts: PriceServiceDeps, feed: RelayFeed) {
  const { loadedPrices: loaded } = parts;
  const isUsed = async () => isInUse((await loaded()).refreshState.lastUseAt, parts.now());
  const dueAt = async () => ((await isUsed()) || (await parts.isWatched()) ? feed.dueAt() : undefined);
  const refreshIfDue = async () => {
    const at = await dueAt();
    if (at !== undefined && at <= parts.now()) void feed.check().then(refreshIfDue);
    else parts.onSchedule(at);
  };
  const recordUse = async () => {
    const begins = !(await isUsed());
    void saveUse(parts, await loaded());
    await refreshIfDue();
    if (begins && (await parts.isWatched())) parts.onUseBegins();
  };
  return { isUsed, dueAt, refreshIfDue, recordUse };
}

async function saveUse(parts: PriceServiceDeps, prices: LoadedPrices): Promise<void> {
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
  const { lastCheckAt, outcome, fault, relayName, clockAheadMs } = refreshState;
  return {
    table: table ? { version, asOf, items, badRows, ...(sample && { sample }) } : null,
    lastCheck: lastCheckAt && outcome ? { at: lastCheckAt, outcome } : null,
    fault,
    nextCheckAt: dueAt ?? null,
    checking,
    storageProblem: [...problems.values()][0] ?? null,
    ...(relayName !== undefined && { relayName }),
    ...(clockAheadMs !== undefined && { clockAheadMs }),
  };
}
