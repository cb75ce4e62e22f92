import { LRUCache } from 'lru-cache';
import type { BodyProcessor } from '#relay/feeds/body.ts';
import { toRatesBytes } from '#relay/feeds/ecb-rates.ts';
import { extensionSources, ratesSource } from '#relay/feeds/extension-sources.ts';
import type { FailureReason } from '#relay/feeds/failure-reasons.ts';
import { createFeed, type Feed } from '#relay/feeds/feed.ts';
import type { FeedData } from '#relay/feeds/feed-result.ts';
import type { UpstreamFeedDeps } from '#relay/feeds/feed-state.ts';
import { fetchUpstream, type UpstreamDeps } from '#relay/feeds/fetch-upstream.ts';
import { createSnapshotFilter, type FilterSnapshot } from '#relay/feeds/filtered-snapshots.ts';
import { createKeyLimits, type KeyLimits, noKeyLimits } from '#relay/feeds/key-limits.ts';
import type { KeyMemory } from '#relay/feeds/key-memory.ts';
import type { UpstreamOutcome } from '#relay/feeds/outcome.ts';
import type { PriceQuery } from '#relay/feeds/price-query.ts';
import { badBody, createPriceRequest } from '#relay/feeds/price-request.ts';
import { createSharedUpstream, type SharedFeed, type SharedUpstream } from '#relay/feeds/shared-upstream.ts';
import type { CreateSnapshot } from '#relay/feeds/snapshot.ts';
import type { RelayLimits } from '#relay/limits.ts';
import type { SharedStore } from '#relay/store/shared-store.ts';
import type { SnapshotStore } from '#relay/store/snapshot-store.ts';

export interface FeedsDeps {
  readonly priceApi: { readonly url: string; readonly key: string };
  readonly ratesUrl: string | undefined;
  readonly pollMs: number;
  readonly limits: RelayLimits;
  readonly fetch: UpstreamDeps['fetch'];
  readonly now: () => number;
  /** A monotonic clock in ms. */
  readonly monotonicMs: () => number;
  readonly random: () => number;
  readonly bodyProcessor: BodyProcessor;
  readonly store: SnapshotStore;
  /** What outlives the process of the key's use; `undefined` where nothing does. */
  readonly keyMemory?: KeyMemory | undefined;
  readonly createSnapshot: CreateSnapshot;
  readonly reportOutcome: (source: string, outcome: UpstreamOutcome) => void;
  /** Told of data that upstream has just confirmed, to this relay or to another one with the same key. */
  readonly onConfirmed?: ((source: string, data: FeedData) => void) | undefined;
  /** Where this relay meets others that use the same key; `undefined` where it has the key for itself. */
  readonly sharedStore?: SharedStore | undefined;
  /** Faults of the relay itself; `code` never quotes an error's message. */
  readonly reportProblem: (problem: string, code: string) => void;
  /** Aborts the requests in flight when the relay closes. */
  readonly signal: AbortSignal | undefined;
}

/** One feed for each upstream query. Beside the extension's, the least recently used is dropped first. */
export interface Feeds {
  readonly priceFeed: (query: PriceQuery) => Feed;
  /** `undefined` when exchange rates are off. */
  readonly ratesFeed: Feed | undefined;
  readonly filterByPrice: FilterSnapshot;
  readonly entries: () => Iterable<readonly [source: string, feed: Feed]>;
  readonly keyLimits: KeyLimits;
  /** The last outcome of the price API, `none` before the first request: relays work without exchange rates. */
  readonly lastOutcome: () => 'none' | 'ok' | FailureReason;
  /** Whether the store does not answer at the moment. Prices go on without it. */
  readonly isStoreStalled: () => boolean;
  /** How the relay stands with others that use the same key; `undefined` where it has the key for itself. */
  readonly shared: SharedUpstream | undefined;
}

/** The ECB publishes rates once a working day. */
export const ratesPollMs = 6 * 60 * 60_000;
const ratesRetryMs = 5 * 60_000;

/** Starts with no price feed; the first query of its kind creates one. */
export function createFeeds(deps: FeedsDeps): Feeds {
  const { limits } = deps;
  const keyLimits = createKeyLimits(limits, deps.keyMemory, deps.monotonicMs);
  const shared = deps.sharedStore && createSharedUpstream({ ...deps, store: deps.sharedStore, keyLimits });
  let lastOutcome: ReturnType<Feeds['lastOutcome']> = 'none';
  const extensionFeeds = new Map<string, Feed>();
  const otherFeeds = new LRUCache<string, Feed>({ max: limits.maxFeeds, maxSize: limits.maxSnapshotBytes });
  const priceFeed = (query: PriceQuery): Feed => {
    const { source } = query;
    const known = extensionFeeds.get(source) ?? otherFeeds.get(source);
    if (known) return known;
    const isOther = !extensionSources.has(source);
    const ownLimits = isOther ? keyLimits.others : keyLimits;
    const reportOutcome = (outcome: UpstreamOutcome) => {
      lastOutcome = outcome.kind === 'failed' ? outcome.reason : 'ok';
      deps.reportOutcome(source, outcome);
    };
    const resize = (size: number): void => {
      // The feed may have been dropped while upstream or the store was asked.
      if (otherFeeds.peek(source) !== feed) return;
      // The cache keeps the size of a value that is only set again.
      otherFeeds.delete(source);
      otherFeeds.set(source, feed, { size });
    };
    const createSnapshot: CreateSnapshot = async (content, before) => {
      const snapshot = await deps.createSnapshot(content, before);
      resize(snapshot.bytes.length);
      return snapshot;
    };
    const base = { ...priceFeedDeps(deps, query), createSnapshot };
    const feed: Feed = createFeed({
      ...base,
      keyLimits: ownLimits,
      shared: toSharedFeed(deps, shared, isOther ? 'other' : 'extension'),
      reportOutcome,
    });
    if (isOther) otherFeeds.set(source, feed, { size: 1 });
    else extensionFeeds.set(source, feed);
    return feed;
  };
  return {
    priceFeed,
    ratesFeed: deps.ratesUrl === undefined ? undefined : createFeed(ratesFeedDeps(deps, deps.ratesUrl, shared)),
    filterByPrice: createSnapshotFilter(deps),
    entries: () => [...extensionFeeds, ...otherFeeds.entries()],
    keyLimits,
    lastOutcome: () => lastOutcome,
    isStoreStalled: () => deps.store.isStalled?.() ?? false,
    shared,
  };
}

const toSharedFeed = (
  { limits, signal }: FeedsDeps,
  upstream: SharedUpstream | undefined,
  budget: SharedFeed['budget'],
): SharedFeed | undefined => upstream && { upstream, limits, signal, budget };

const commonDeps = (deps: FeedsDeps, source: string) => ({
  source,
  onConfirmed: (data: FeedData) => deps.onConfirmed?.(source, data),
  maxRetryAfterMs: deps.limits.maxRetryAfterMs,
  createSnapshot: deps.createSnapshot,
  store: deps.store,
  now: deps.now,
  monotonicMs: deps.monotonicMs,
  random: deps.random,
  reportProblem: deps.reportProblem,
});

function priceFeedDeps(
  deps: FeedsDeps,
  query: PriceQuery,
): Omit<UpstreamFeedDeps, 'keyLimits' | 'shared' | 'reportOutcome'> {
  const { source } = query;
  const { maxBodyBytes, maxExtensionBodyBytes } = deps.limits;
  const maxBytes = extensionSources.has(source) ? Math.min(maxBodyBytes, maxExtensionBodyBytes) : maxBodyBytes;
  return {
    ...commonDeps(deps, source),
    ...createPriceRequest({ ...deps, ...upstreamDeps(deps, maxBytes) }, query),
    pollMs: deps.pollMs,
    retryMs: deps.pollMs,
  };
}

/** Far above the size of any list of rates. */
const maxRatesBytes = 1024 * 1024;

function ratesFeedDeps(deps: FeedsDeps, url: string, shared: SharedUpstream | undefined): UpstreamFeedDeps {
  const upstream = upstreamDeps(deps, maxRatesBytes);
  return {
    ...commonDeps(deps, ratesSource),
    pollMs: ratesPollMs,
    retryMs: ratesRetryMs,
    keyLimits: noKeyLimits,
    shared: toSharedFeed(deps, shared, 'none'),
    request: async (etag) => {
      const outcome = await fetchUpstream(upstream, {
        url,
        headers: {},
        etag,
        signal: deps.signal,
        isSecret: () => false,
      });
      return outcome.kind === 'fresh' ? convertRates(outcome) : outcome;
    },
    inspect: async () => ({ itemCount: 1, updatedAt: undefined }),
    reportOutcome: (outcome) => deps.reportOutcome(ratesSource, outcome),
  };
}

const upstreamDeps = ({ fetch, now, limits }: FeedsDeps, maxBodyBytes: number): UpstreamDeps => ({
  fetch,
  now,
  timeoutMs: limits.upstreamTimeoutMs,
  maxBodyBytes,
});

function convertRates(outcome: Extract<UpstreamOutcome, { kind: 'fresh' }>): UpstreamOutcome {
  try {
    return { ...outcome, bytes: toRatesBytes(outcome.bytes) };
  } catch {
    return badBody('malformed');
  }
}
