import type * as z from 'zod/mini';
import { StartError } from '#protocol/environment.ts';
import { endpoints } from '#protocol/price-api.ts';
import { createMonotonicClock } from '#protocol/rate-limiter.ts';
import { type Bindings, type CloudflareSetup, logLine, readBindings } from '#relay/cloudflare/bindings.ts';
import { type ChangesRecord, createObjectHistory, type ObjectHistory } from '#relay/cloudflare/object-history.ts';
import { createObjectStore, type ObjectStorage } from '#relay/cloudflare/object-store.ts';
import {
  bodyQuestion,
  changesSource,
  type FeedAnswer,
  type FeedQuestion,
  feedQuestion,
  pollerPaths,
} from '#relay/cloudflare/poller-messages.ts';
import { ratesSource } from '#relay/extension-sources.ts';
import { parsePriceQuery } from '#relay/http/query.ts';
import { splitTarget } from '#relay/http/request-target.ts';
import { defaultLimits } from '#relay/limits.ts';
import type { PriceEndpoint } from '#relay/price-query.ts';
import { snapshotFactory } from '#relay/snapshot/snapshot.ts';
import { workerCompressor } from '#relay/snapshot/zlib-compressor.ts';
import { inlineBodyProcessor } from '#relay/upstream/body.ts';
import type { Feed } from '#relay/upstream/feed.ts';
import { type FeedData, NoDataError } from '#relay/upstream/feed-result.ts';
import { createFeeds, type Feeds } from '#relay/upstream/feeds.ts';
import { createUpstreamShare } from '#relay/upstream/key-limits.ts';
import { describeOutcome } from '#relay/upstream/outcome.ts';
import { createSharedUpstream } from '#relay/upstream/shared-upstream.ts';

interface ObjectState {
  readonly storage: ObjectStorage;
}

interface Polling {
  readonly feeds: Feeds;
  readonly history: ObjectHistory | undefined;
  readonly monotonicMs: () => number;
}

/**
 * The one Durable Object of a key: of all Workers, only it asks upstream. It polls when Workers ask, as a relay on Node does
 * when clients ask, and for the history at each tick of the cron trigger.
 */
export class Poller {
  readonly #state: ObjectState;
  readonly #bindings: Bindings;
  #polling: Polling | undefined;

  constructor(state: ObjectState, bindings: Bindings) {
    this.#state = state;
    this.#bindings = bindings;
  }

  /** The object's only way in: messages of Workers that have its binding (`pollerPaths`). */
  async fetch(request: Request): Promise<Response> {
    try {
      this.#polling ??= startPolling(readBindings(this.#bindings), this.#state.storage);
      return await answer(this.#polling, request);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      return Response.json({ error: error.message }, { status: 503 });
    }
  }
}

const reportProblem = (msg: string, code: string): void => logLine({ msg, code });

function startPolling({ config, kv, historyDatabase }: CloudflareSetup, storage: ObjectStorage): Polling {
  const clocks = { now: Date.now, monotonicMs: createMonotonicClock(Date.now) };
  const store = createObjectStore(storage, kv);
  const feeds = createFeeds({
    ...config,
    ...clocks,
    limits: defaultLimits,
    fetch: (url, init) => fetch(url, init),
    random: Math.random,
    bodyProcessor: inlineBodyProcessor,
    store: kv,
    createSnapshot: snapshotFactory(workerCompressor, 0),
    // An object lives as long as it has work.
    runInBackground: () => undefined,
    openShared: (keyLimits) =>
      createSharedUpstream({
        ...clocks,
        store,
        limits: defaultLimits,
        keyLimits,
        hashClient: (id) => id,
        reportProblem,
        signal: undefined,
      }),
    reportOutcome: (source, outcome) => logLine({ msg: 'upstream', source, ...describeOutcome(outcome) }),
    reportProblem,
    signal: undefined,
  });
  const database = historyDatabase;
  const history = database && createObjectHistory({ database, storage, kv, feeds, config, reportProblem });
  return { feeds, history, monotonicMs: clocks.monotonicMs };
}

async function answer(polling: Polling, request: Request): Promise<Response> {
  switch (new URL(request.url).pathname) {
    case pollerPaths.feed:
      return Response.json(await answerFeed(polling, feedQuestion.parse(await request.json())));
    case pollerPaths.body:
      return answerBody(polling, bodyQuestion.parse(await request.json()));
    case pollerPaths.tick:
      await polling.feeds.shared?.meet();
      await polling.history?.tick();
      return new Response(null, { status: 204 });
    default:
      return new Response(null, { status: 404 });
  }
}

/** @throws HttpError for a query that the price API does not have */
function feedOf({ priceFeed, ratesFeed }: Feeds, source: string): Feed | undefined {
  if (source === ratesSource) return ratesFeed;
  const { path, search } = splitTarget(source);
  const names: readonly PriceEndpoint[] = ['prices', 'partner', 'csgoroll'];
  const endpoint = names.find((name) => endpoints[name] === path);
  return endpoint && priceFeed(parsePriceQuery(endpoint, search, defaultLimits.maxQueryBytes));
}

/** A feed that Workers may ask for but that this relay does not have. */
const notServed: FeedAnswer = {
  failure: { reason: 'rejected' },
  isBusy: false,
  waitMs: 60_000,
  key: { isRefused: false },
};

async function answerFeed(polling: Polling, { source, share }: FeedQuestion): Promise<FeedAnswer> {
  const { feeds, history } = polling;
  if (source === changesSource) return history ? answerChanges(await history.changes()) : notServed;
  const feed = feedOf(feeds, source);
  if (!feed) return notServed;
  const clientsShare = share && createUpstreamShare(share.id, share.perMinute);
  try {
    const { data, failure } = await feed.read(clientsShare);
    const { pauseMs } = feed.status();
    return { data: describeData(data), failure, isBusy: pauseMs === 0, waitMs: pauseMs, key: keyOf(polling) };
  } catch (error) {
    if (!(error instanceof NoDataError)) throw error;
    return {
      failure: error.failure,
      isBusy: false,
      waitMs: Math.max(error.retryAfterMs, minWaitMs),
      key: keyOf(polling),
    };
  }
}

/** A feed without data is asked for again after this time at the earliest, in ms. */
const minWaitMs = 500;

const describeData = ({ snapshot, etag, confirmedAt }: FeedData): FeedAnswer['data'] => ({
  version: snapshot.id,
  etag,
  lastModified: snapshot.lastModified,
  confirmedAgoMs: Math.max(0, Date.now() - confirmedAt),
});

function keyOf({ feeds: { keyLimits }, monotonicMs }: Polling): FeedAnswer['key'] {
  const ms = keyLimits.pauseRemainingMs(monotonicMs());
  const isRefused = keyLimits.isKeyRefused();
  return { isRefused, pause: ms > 0 ? { reason: isRefused ? 'unauthorized' : 'rate-limited', ms } : undefined };
}

/** Changes come with each recorded half hour; a Worker learns of them within a minute. */
const changesWaitMs = 60_000;

function answerChanges(changes: ChangesRecord | undefined): FeedAnswer {
  const common = { isBusy: false, waitMs: changesWaitMs, key: { isRefused: false } };
  if (!changes) return { ...common, failure: { reason: 'unreachable' } };
  const { version, lastModified, confirmedAt } = changes;
  return { ...common, data: { version, lastModified, confirmedAgoMs: Math.max(0, Date.now() - confirmedAt) } };
}

/** A body that KV does not have, or does not have yet. */
function answerBody({ feeds, history }: Polling, { source, version }: z.infer<typeof bodyQuestion>): Response {
  const data = source === changesSource ? history?.changesData() : feedOf(feeds, source)?.data();
  return data?.snapshot.id === version ? new Response(data.snapshot.bytes) : new Response(null, { status: 404 });
}
