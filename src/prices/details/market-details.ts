import * as z from 'zod/mini';
import { Fault } from '#core/fault.ts';
import type { MarketId } from '#core/markets.ts';
import { isLoopback } from '#core/relay-address.ts';
import { findDetails, readStoredMarkets, type StoredMarket, saveDetails } from '#prices/details/detail-store.ts';
import { parseMarketPrices } from '#prices/details/parse-market-prices.ts';
import { fetchFromRelay, isSameTarget, type RelayTarget } from '#prices/refresh/relay-client.ts';
import { nextRefreshAt } from '#prices/refresh/schedule.ts';
import type { KeyValueStore } from '#prices/storage/stored-state.ts';
import type { MarketDetail } from '#protocol/messages.ts';
import { marketDetailsPath } from '#protocol/price-api.ts';
import { isSuddenLoss } from '#protocol/row-check.ts';

export interface MarketDetailsParts {
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly random: () => number;
  /** A separate store: more data beside the table slows each start of the worker. */
  readonly store: KeyValueStore;
  readonly relay: () => Promise<RelayTarget>;
  /** The markets of the settings. */
  readonly markets: () => Promise<readonly MarketId[]>;
  /** Whether the price table is made up: details of the other kind are not shown beside it. */
  readonly isSample?: (() => Promise<boolean>) | undefined;
  /** Takes names that the feed told as known, before their details can be found. Never rejects. */
  readonly rememberNames: (names: readonly string[]) => Promise<void>;
  /** Waits between two requests, ms. */
  readonly pause: (ms: number) => Promise<void>;
  /** When to call `resumeBatch`, in case the worker ends before its batch; `undefined`: the batch is done. */
  readonly onBatch: (at: number | undefined) => void;
  /** Called after a batch that stored new details. */
  readonly onChange?: (() => void) | undefined;
}

export interface MarketDetails {
  /** Fetches all due markets as a batch, one after the other. A fault ends the batch. Never rejects. */
  readonly refreshDueMarkets: () => Promise<void>;
  /** Continues the batch of a worker that has ended. Never rejects. */
  readonly resumeBatch: () => Promise<void>;
  /** Another relay or token was chosen: forgets when markets were refreshed. Never rejects. */
  readonly relayChanged: () => Promise<void>;
  /** The details of an item of exactly this name. */
  readonly find: (name: string) => Promise<readonly MarketDetail[]>;
}

/** Pause between two markets, ms: spreads the load on memory and relay. */
export const longPauseMs = 1500;
/** Pause while a page waits for details, or with a relay on this machine, ms. */
export const shortPauseMs = 200;
/** How long a page waits for details after its request, ms. */
const detailsWaitMs = 30_000;
/** Time without a request after which the worker has ended, ms: browsers end one after 30 s. */
const resumeAfterMs = 35_000;
/** Age from which a batch is not resumed, ms: its markets are due again. */
const maxBatchMs = 30 * 60_000;

/** Keys of the store. */
const refreshesKey = 'looks';
const batchKey = 'round';

const marketRefresh = z.object({
  lastCheckAt: z.number(),
  failures: z.number(),
  /** Answers refused since the last success because they had under half of the items. */
  shrunken: z.optional(z.number()),
  retryAt: z.optional(z.number()),
  jitter: z.number(),
});

/** The last refresh of a market. */
type MarketRefresh = z.infer<typeof marketRefresh>;

const marketRefreshes = z.catch(z.record(z.string(), marketRefresh), {});

/** Owns the details of items on the chosen markets. */
export function createMarketDetails(parts: MarketDetailsParts): MarketDetails {
  let lastRequestAt = Number.NEGATIVE_INFINITY;
  const pauseMs = ({ base }: RelayTarget) =>
    isLoopback(base.hostname) || parts.now() - lastRequestAt < detailsWaitMs ? shortPauseMs : longPauseMs;
  const refreshDueMarkets = oneAtATime(() => runBatch(parts, pauseMs));

  return {
    refreshDueMarkets,
    resumeBatch: async () => {
      const [startedAt] = await parts.store.read([batchKey]).catch(() => []);
      if (typeof startedAt === 'number' && Math.abs(parts.now() - startedAt) < maxBatchMs) await refreshDueMarkets();
    },
    relayChanged: () => parts.store.write({ [refreshesKey]: undefined }).catch(() => undefined),
    find: async (name) => {
      lastRequestAt = parts.now();
      const chosen = await parts.markets();
      const [stored, found, isSample = false] = await Promise.all([
        readStoredMarkets(parts.store, chosen),
        findDetails(parts.store, chosen, name),
        parts.isSample?.(),
      ]);
      return chosen.map((market, index) => {
        const about = stored[index];
        if (!about || (about.sample ?? false) !== isSample) return { market };
        return { market, detail: found[index], asOf: about.updatedAt };
      });
    },
  };
}

/** Runs a batch once more after a running one: the new call may know of more markets. */
function oneAtATime(batch: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isRequested = false;
  const run = async () => {
    do {
      isRequested = false;
      await batch().catch(() => undefined);
    } while (isRequested);
    running = undefined;
  };
  return () => {
    isRequested = true;
    running ??= run();
    return running;
  };
}

/** Fetches all due markets until a fault. Rejects when the relay's address or the storage cannot be used. */
async function runBatch(parts: MarketDetailsParts, pauseMs: (relay: RelayTarget) => number): Promise<void> {
  const { store, now, pause, onBatch } = parts;
  const relay = await parts.relay();
  const { due, refreshes } = await findDue(parts, relay);
  let isNew = false;
  for (const { market, stored } of due) {
    // Before each request: a call to the browser also keeps the worker alive for another half minute.
    onBatch(now() + resumeAfterMs);
    await store.write({ [batchKey]: now() });
    const before = refreshes[market];
    const {
      fault,
      shrunken,
      stored: isStored = false,
    } = await fetchMarket(parts, relay, market, { stored, shrunken: before?.shrunken ?? 0 });
    isNew ||= isStored;
    // After a change of the relay the outcome is dropped, and the old relay gets no more requests.
    if (!isSameTarget(await parts.relay(), relay)) break;
    refreshes[market] = { ...refreshAfter(fault, before, parts), shrunken };
    await store.write({ [refreshesKey]: refreshes });
    if (fault) break;
    await pause(pauseMs(relay));
  }
  if (due.length > 0) await store.write({ [batchKey]: undefined });
  onBatch(undefined);
  if (isNew) parts.onChange?.();
}

/** The chosen markets that are due, with their stored data, and the last refresh of every market. */
async function findDue({ store, markets, now }: MarketDetailsParts, relay: RelayTarget) {
  const chosen = [...new Set(await markets())];
  const stored = await readStoredMarkets(store, chosen);
  const refreshes = { ...marketRefreshes.parse((await store.read([refreshesKey]))[0]) };
  const ofRelay = chosen.map((market, index) => ({
    market,
    stored: stored[index]?.relay === relay.base.href ? stored[index] : undefined,
  }));
  return { due: ofRelay.filter(({ market, stored }) => isDue(refreshes[market], stored, now())), refreshes };
}

function isDue(last: MarketRefresh | undefined, stored: StoredMarket | undefined, now: number): boolean {
  const { lastCheckAt, failures = 0, retryAt, jitter = 0 } = last ?? {};
  // Real prices may replace samples at any time.
  const asOf = stored?.sample ? undefined : stored?.updatedAt;
  const dueAt = nextRefreshAt({ now, lastUseAt: now, lastCheckAt, asOf, failures, retryAt, jitter });
  return dueAt !== undefined && dueAt <= now;
}

function refreshAfter(
  fault: Fault | undefined,
  before: MarketRefresh | undefined,
  { now, random }: MarketDetailsParts,
): MarketRefresh {
  const lastCheckAt = now();
  const retryAt = fault?.retryAfterMs === undefined ? undefined : lastCheckAt + fault.retryAfterMs;
  return { lastCheckAt, failures: fault ? (before?.failures ?? 0) + 1 : 0, retryAt, jitter: random() };
}

interface MarketFetch {
  readonly fault?: Fault;
  readonly shrunken: number;
  /** New details are stored. */
  readonly stored?: boolean;
}

async function fetchMarket(
  parts: MarketDetailsParts,
  relay: RelayTarget,
  market: MarketId,
  { stored, shrunken }: { readonly stored: StoredMarket | undefined; readonly shrunken: number },
): Promise<MarketFetch> {
  try {
    const response = await fetchFromRelay({ ...parts, relay, path: marketDetailsPath(market), etag: stored?.etag });
    if (!response.changed) return { shrunken: 0 };
    const { updatedAt, details } = parseMarketPrices(response.body, market);
    const { sample } = response;
    const isSameKind = (stored?.sample ?? false) === sample;
    if (stored && isSameKind && isSuddenLoss(details.size, stored.items, shrunken)) {
      const fault = new Fault('malformed', `only ${details.size} of ${stored.items} items are left`);
      return { fault, shrunken: shrunken + 1 };
    }
    const about = {
      relay: relay.base.href,
      etag: response.etag,
      // A time in the future comes from a wrong clock: the prices would stay new until then.
      updatedAt: Math.min(updatedAt, parts.now()),
      items: details.size,
      ...(sample && { sample }),
    };
    // Names of samples are no known names beside real prices.
    if (sample === ((await parts.isSample?.()) ?? false)) await parts.rememberNames([...details.keys()]);
    await saveDetails(parts.store, market, details, about);
    return { shrunken: 0, stored: true };
  } catch (error) {
    const fault = error instanceof Fault ? error : new Fault('malformed', String(error), { cause: error });
    return { fault, shrunken };
  }
}
