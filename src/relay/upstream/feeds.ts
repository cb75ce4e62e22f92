import { Buffer } from 'node:buffer';
import { LRUCache } from 'lru-cache';
import { Refusal, retryAfter } from '#relay/http/http-error.ts';
import type { Query } from '#relay/http/query.ts';
import type { Limits } from '#relay/limits.ts';
import type { Publish, Snapshot } from '#relay/snapshot/snapshot.ts';
import type { Store } from '#relay/storage/store.ts';
import { type Bodies, type Bytes, type Inspected, isMalformed } from '#relay/upstream/body.ts';
import { toRatesBytes } from '#relay/upstream/ecb-rates.ts';
import { type Answer, createFeed, type Feed, type FeedParts } from '#relay/upstream/feed.ts';
import { askUpstream, type Failure, type Outcome, type UpstreamParts } from '#relay/upstream/fetch-upstream.ts';
import { createGate, type Gate, openGate } from '#relay/upstream/key-limits.ts';

export interface DataParts {
  readonly priceApi: { readonly url: string; readonly key: string };
  readonly ratesUrl: string | undefined;
  readonly pollMs: number;
  readonly limits: Limits;
  readonly fetch: UpstreamParts['fetch'];
  readonly now: () => number;
  readonly random: () => number;
  readonly bodies: Bodies;
  readonly store: Store;
  readonly publish: Publish;
  readonly background: (work: Promise<unknown>) => void;
  readonly report: (source: string, outcome: Outcome) => void;
  /** Hears of faults of the relay's own; `code` never quotes what an error says. */
  readonly problem: (problem: string, code: string) => void;
  /** Aborts what is under way when the relay closes; a Worker never does. */
  readonly signal: AbortSignal | undefined;
}

/** All that the relay holds: one feed for each upstream query, least recently used first to go. */
export interface Data {
  readonly prices: (query: Query) => Feed;
  /** `undefined` when exchange rates are off. */
  readonly rates: Feed | undefined;
  /** The snapshot with only the items inside the query's bounds, if it has any. Throws Refusal 429 for too many at once. */
  readonly cut: (query: Query, answer: Answer) => Snapshot | Promise<Snapshot>;
  /** The feeds that are held, for the metrics. */
  readonly feeds: () => Iterable<readonly [source: string, feed: Feed]>;
  readonly gate: Gate;
}

/** The source's name of exchange rates: no path of the price API. */
export const ratesSource = 'rates';

/** Exchange rates are made once a working day: asked for every six hours, after a failure sooner. */
export const ratesPollMs = 6 * 60 * 60_000;
const ratesRetryMs = 5 * 60_000;

/** Starts with no feed of prices; each is made for the first query of its kind. */
export function createData(parts: DataParts): Data {
  const { limits } = parts;
  const gate = createGate(limits);
  const feeds = new LRUCache<string, Feed>({ max: limits.maxFeeds, maxSize: limits.maxHeldBytes });
  const sizeOf = (feed: Feed): number => Math.max(1, feed.held()?.snapshot.bytes.length ?? 0);
  const prices = (query: Query): Feed => {
    const known = feeds.get(query.source);
    if (known) return known;
    const weigh = () => feeds.peek(query.source) === feed && feeds.set(query.source, feed, { size: sizeOf(feed) });
    const feed: Feed = createFeed(priceFeed(parts, gate, query, weigh));
    feeds.set(query.source, feed, { size: sizeOf(feed) });
    return feed;
  };
  const rates = parts.ratesUrl === undefined ? undefined : createFeed(ratesFeed(parts, parts.ratesUrl));
  return { prices, rates, cut: createCut(parts), feeds: () => feeds.entries(), gate };
}

const common = (parts: DataParts) => ({
  maxPauseMs: parts.limits.maxPauseMs,
  giveUpMs: 3 * parts.limits.upstreamTimeoutMs,
  publish: parts.publish,
  store: parts.store,
  now: parts.now,
  random: parts.random,
  background: parts.background,
  problem: parts.problem,
});

function priceFeed(parts: DataParts, gate: Gate, { source, shape }: Query, weigh: () => void): FeedParts {
  const { url, key } = parts.priceApi;
  const upstream = upstreamParts(parts, parts.limits.maxBodyBytes);
  const headers = { Authorization: `Bearer ${key}` };
  const secret = new TextEncoder().encode(key);
  return {
    ...common(parts),
    source,
    gate,
    pollMs: parts.pollMs,
    retryMs: parts.pollMs,
    ask: (etag) => askUpstream(upstream, { url: url + source, headers, etag, signal: parts.signal }),
    inspect: async (bytes) =>
      quotes(bytes, secret) ? refuse('key-in-body') : orMalformed(parts.bodies.inspect(bytes, shape)),
    report: (outcome) => {
      weigh();
      parts.report(source, outcome);
    },
  };
}

/** Larger than any list of rates; a hostile source costs no memory. */
const maxRatesBytes = 1024 * 1024;

function ratesFeed(parts: DataParts, url: string): FeedParts {
  const upstream = upstreamParts(parts, maxRatesBytes);
  return {
    ...common(parts),
    source: ratesSource,
    gate: openGate,
    pollMs: ratesPollMs,
    retryMs: ratesRetryMs,
    ask: async (etag) => {
      const outcome = await askUpstream(upstream, { url, headers: {}, etag, signal: parts.signal });
      return outcome.kind === 'fresh' ? convert(outcome) : outcome;
    },
    inspect: async () => ({ items: 1, updatedAt: undefined }),
    report: (outcome) => parts.report(ratesSource, outcome),
  };
}

const upstreamParts = ({ fetch, now, limits }: DataParts, maxBodyBytes: number): UpstreamParts => ({
  fetch,
  now,
  timeoutMs: limits.upstreamTimeoutMs,
  maxBodyBytes,
});

function convert(outcome: Extract<Outcome, { kind: 'fresh' }>): Outcome {
  try {
    return { ...outcome, bytes: toRatesBytes(outcome.bytes) };
  } catch {
    return refuse('malformed');
  }
}

const refuse = (reason: Failure['reason']): Failure => ({ kind: 'failed', reason, status: 200 });

async function orMalformed(inspected: Promise<Inspected>): Promise<Inspected | Failure> {
  try {
    return await inspected;
  } catch (error) {
    if (isMalformed(error)) return refuse('malformed');
    throw error;
  }
}

/** A shorter key is a word that an item's name may hold, and nobody's secret. */
const minSecretBytes = 16;

/** Whether a body quotes the key, which may never be passed on. */
const quotes = (bytes: Bytes, secret: Uint8Array): boolean =>
  secret.length >= minSecretBytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(secret) >= 0;

interface Cut {
  from: Snapshot;
  making: Promise<Snapshot>;
  made: Snapshot | undefined;
}

/** Cuts are made once for each snapshot and bounds, and shared. */
function createCut({ bodies, publish, limits }: DataParts): Data['cut'] {
  const cuts = new LRUCache<string, Cut>({ max: limits.maxCuts, maxSize: limits.maxCutBytes });
  let inTheMaking = 0;
  return ({ shape, name, bounds }, { held: { snapshot } }) => {
    if (!bounds) return snapshot;
    const known = cuts.get(name);
    if (known?.from === snapshot) return known.made ?? known.making;
    if (inTheMaking >= limits.maxCutsAtOnce)
      throw new Refusal(429, 'too many different bounds at once', retryAfter(1000));
    inTheMaking++;
    const { lastModified } = snapshot;
    const narrowed = bodies.narrow(snapshot.bytes, shape, bounds);
    const published = narrowed.then((bytes) => publish({ bytes, lastModified }, known?.made));
    const making = published.finally(() => inTheMaking--);
    const cut: Cut = { from: snapshot, making, made: undefined };
    cuts.set(name, cut, { size: 1 });
    making.then(
      (made) => {
        cut.made = made;
        if (cuts.peek(name) === cut) cuts.set(name, cut, { size: made.bytes.length });
      },
      () => cuts.peek(name) === cut && cuts.delete(name),
    );
    return making;
  };
}
