import { halfHourMs } from '#core/prices/age.ts';
import { type LoadedPrices, persist, refreshStateKey } from '#data/catalogue/loaded-table.ts';
import type { RelayFeed } from '#data/refresh/feed.ts';
import { isInUse } from '#data/refresh/schedule.ts';
import { createTableFeed, type TableDeps } from '#data/refresh/table-feed.ts';
import type { RefreshAnswer, Status } from '#protocol/messages.ts';
import { aboutRelay, sampleHeader } from '#protocol/relay-headers.ts';

export interface PriceServiceDeps extends TableDeps {
  readonly loadedPrices: () => Promise<LoadedPrices>;
  readonly readSamples: () => Promise<BodyInit | null>;
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

export type PriceService = ReturnType<typeof createPriceService>;

/** Least time between two writes of the last use, ms; a sixth of `idleAfterMs`. */
const useSaveIntervalMs = 5 * 60_000;

/** Keeps the price table up to date. The extension has one instance. */
export function createPriceService(deps: PriceServiceDeps) {
  const { loadedPrices: loaded } = deps;
  const samples = createSamples(deps);
  const feed = createTableFeed({ ...deps, fetch: samples.fetch }, ({ outcome, fault }, before) => {
    if (!fault && !samples.cameLast) deps.onSuccess();
    if (outcome === 'new' || fault?.kind !== before.fault?.kind) deps.onChange();
  });
  const { isUsed, dueAt, refreshIfDue, recordUse } = createUpkeep(deps, feed);
  const statusWithoutUse = async () => toStatus(await loaded(), await dueAt(), feed.isRunning());
  const refresh = async (): Promise<RefreshAnswer> => {
    // Whoever asks uses prices: the markets' own data follow the table.
    void saveUse(deps, await loaded());
    const { outcome } = await feed.check();
    await refreshIfDue();
    return { outcome, status: await statusWithoutUse() };
  };

  return {
    recordUse,
    isUsed,
    /** Ends with the check for the first prices; at once when there are some. Counts as use. Never rejects. */
    firstCheck: async (): Promise<void> => {
      await recordUse();
      if (!(await loaded()).table) await feed.checkIfDue();
    },
    status: async (): Promise<Status> => {
      await recordUse();
      return statusWithoutUse();
    },
    statusWithoutUse,
    /** Refreshes now, unless the relay's `Retry-After` forbids it. Never rejects. */
    refresh,
    /** Shows the sample prices until a relay answers. Where there are prices, they stay. Never rejects. */
    trySamples: async (): Promise<void> => {
      if (feed.isRunning()) await feed.check();
      samples.comeNext = !(await loaded()).table;
      await refresh();
      samples.comeNext = false;
    },
    refreshIfDue,
    numberNames: async (names: readonly string[]) => {
      const grown = await feed.numberNames(names);
      if (grown && grown.added.length > 0) deps.onChange();
      return grown;
    },
    relayChanged: async () => {
      await feed.relayChanged();
      deps.onChange();
      await refreshIfDue();
    },
  };
}

/** The tag by which a table of packaged samples asks the relay for a newer one. */
const samplesTag = '"packaged"';

/** The packaged samples come as a relay without a key would answer: once on request, then newer whenever no relay is reached. */
function createSamples({ fetch, now, readSamples }: PriceServiceDeps) {
  const answer = async () => {
    samples.cameLast = true;
    const asOf = new Date(Math.floor(now() / halfHourMs) * halfHourMs).toUTCString();
    return new Response(await readSamples(), {
      headers: { ETag: samplesTag, [sampleHeader]: '1', 'Last-Modified': asOf },
    });
  };
  const samples = {
    comeNext: false,
    cameLast: false,
    fetch: async (...[url, init]: Parameters<typeof fetch>): Promise<Response> => {
      samples.cameLast = false;
      if (samples.comeNext) return answer();
      const areShown = new Headers(init?.headers).get('If-None-Match') === samplesTag;
      return fetch(url, init).catch((error) => (areShown ? answer() : Promise.reject(error)));
    },
  };
  return samples;
}

/** Refreshes prices while somebody uses them. */
function createUpkeep(deps: PriceServiceDeps, feed: RelayFeed) {
  const { loadedPrices: loaded } = deps;
  /** Whether prices were used in the last half hour. Never rejects. */
  const isUsed = async () => isInUse((await loaded()).refreshState.lastUseAt, deps.now());
  const dueAt = async () => ((await isUsed()) || (await deps.isWatched()) ? feed.dueAt() : undefined);
  /** Refreshes when that is due, else reports the time of the next refresh to `onSchedule`. */
  const refreshIfDue = async (): Promise<void> => {
    const at = await dueAt();
    if (at !== undefined && at <= deps.now()) void feed.check().then(refreshIfDue);
    else deps.onSchedule(at);
  };
  /** Records that a page used prices. Refreshes them when that is due. */
  const recordUse = async (): Promise<void> => {
    const begins = !(await isUsed());
    void saveUse(deps, await loaded());
    await refreshIfDue();
    if (begins && (await deps.isWatched())) deps.onUseBegins();
  };
  return { isUsed, dueAt, refreshIfDue, recordUse };
}

async function saveUse(deps: PriceServiceDeps, prices: LoadedPrices): Promise<void> {
  const now = deps.now();
  const saved = prices.refreshState.lastUseAt ?? Number.NEGATIVE_INFINITY;
  if (Math.abs(now - saved) < useSaveIntervalMs) return;
  prices.refreshState = { ...prices.refreshState, lastUseAt: now };
  await persist(prices, deps.store, refreshStateKey, prices.refreshState);
}

function toStatus(prices: LoadedPrices, dueAt: number | undefined, checking: boolean): Status {
  const { table, refreshState, problems } = prices;
  const { version = '', asOf = 0, items = 0, badRows = 0, sample } = table ?? {};
  const { lastCheckAt, outcome, fault } = refreshState;
  return {
    table: table ? { version, asOf, items, badRows, ...(sample && { sample }) } : null,
    lastCheck: lastCheckAt && outcome ? { at: lastCheckAt, outcome } : null,
    fault,
    nextCheckAt: dueAt ?? null,
    checking,
    storageProblem: [...problems.values()][0] ?? null,
    ...aboutRelay(refreshState),
  };
}
