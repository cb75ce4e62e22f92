import { LRUCache } from 'lru-cache';
import { parseJson } from '#core/asks/parse-json.ts';
import { dayMs, isoDay, minuteMs } from '#core/prices/age.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { maxNoticesBytes, type Notices, readNotices } from '#protocol/notices.ts';
import type { RateDaysBody, RatesBody } from '#protocol/rates-body.ts';
import type { RelayBase } from '#relay/base.ts';
import type { PriceApi } from '#relay/config.ts';
import { ecbDaily, ecbPast, parseEcbRates } from '#relay/feeds/ecb-rates.ts';
import { extensionSources, noticesSource, ratesSource } from '#relay/feeds/extension-sources.ts';
import { createFeed, type Feed, watchShared } from '#relay/feeds/feed.ts';
import type { FeedContext } from '#relay/feeds/feed-request.ts';
import { createPriceRequest, fetchUpstream } from '#relay/feeds/fetch-upstream.ts';
import { createKeyLimits, type KeyMemory, noKeyLimits } from '#relay/feeds/key-limits.ts';
import { badBody, type FailureReason, failed, type UpstreamOutcome } from '#relay/feeds/outcome.ts';
import type { CreateSnapshot } from '#relay/feeds/snapshot.ts';
import { keptDays } from '#relay/history/time.ts';

export interface FeedsDeps extends FeedContext, Pick<RelayBase, 'fetch' | 'bodyProcessor'> {
  readonly priceApi: PriceApi;
  readonly ratesUrl: string | undefined;
  /** Where notices come from, and who must have signed them; `undefined`: there are none. */
  readonly notices: { readonly url: string; readonly key: string } | undefined;
  /** The newest signed notices, which outlive a change of the price API. */
  readonly signed?: { newest?: Notices | undefined } | undefined;
  readonly pollMs: number;
  /** What outlives the process of the key's use; `undefined` where nothing does. */
  readonly keyMemory?: KeyMemory | undefined;
}

/** The ECB publishes rates once a working day. */
const ratesPollMs = 6 * 60 * minuteMs;
const noticesPollMs = dayMs;
const otherRetryMs = 5 * minuteMs;

export type Feeds = ReturnType<typeof createFeeds>;

/** A feed for each upstream query. Beside the extension's, the one unused for longest is dropped first. */
export function createFeeds(deps: FeedsDeps) {
  const { limits, sharedStore } = deps;
  const keyLimits = createKeyLimits(limits, deps.monotonicMs, deps.keyMemory);
  let lastOutcome: 'none' | 'ok' | FailureReason = 'none';
  const extensionFeeds = new Map<string, Feed>();
  const otherFeeds = new LRUCache<string, Feed>({ max: limits.maxFeeds, maxSize: limits.maxSnapshotBytes });
  /** @param source a query of prices, normalised: those with the same meaning are the same */
  const priceFeed = (source: string): Feed => {
    const known = extensionFeeds.get(source) ?? otherFeeds.get(source);
    if (known) return known;
    const budget = extensionSources.has(source) ? 'extension' : 'other';
    const reportOutcome = (_: string, outcome: UpstreamOutcome) => {
      // No guest's own query makes the relay look ill.
      if (budget === 'extension') lastOutcome = outcome.kind === 'failed' ? outcome.reason : 'ok';
      deps.reportOutcome(source, outcome);
    };
    const createSnapshot: CreateSnapshot = async (content, before) => {
      // Of other queries nothing is made beforehand, and none is a dictionary: a guest's would hold up everybody's new prices.
      const snapshot = await deps.createSnapshot(content, budget === 'extension' ? before : undefined);
      // The feed may have been dropped meanwhile. The cache keeps the size of a value that is only set again.
      const isKept = otherFeeds.peek(source) === feed && otherFeeds.delete(source);
      if (isKept) otherFeeds.set(source, feed, { size: snapshot.bytes.length });
      return snapshot;
    };
    const feed: Feed = createFeed({
      ...deps,
      ...createPriceRequest(deps, source),
      source,
      retryMs: deps.pollMs,
      createSnapshot,
      // A guest's own queries would wear out a memory card.
      store: budget === 'extension' ? deps.store : undefined,
      keyLimits,
      budget,
      reportOutcome,
    });
    if (budget === 'other') otherFeeds.set(source, feed, { size: 1 });
    else extensionFeeds.set(source, feed);
    return feed;
  };
  if (sharedStore) watchShared({ ...deps, keyLimits }, sharedStore);
  return {
    priceFeed,
    ...createOtherFeeds(deps),
    /** The extension's, of which the owner is told: no guest's own query grows the metrics. */
    entries: () => [...extensionFeeds],
    keyLimits,
    /** The last outcome of the price API, `none` before the first request: relays work without exchange rates. */
    lastOutcome: () => lastOutcome,
    isStoreStalled: () => deps.store?.isStalled() ?? false,
    isSharedStoreAway: () => sharedStore?.isAway() ?? false,
  };
}

function createOtherFeeds(deps: FeedsDeps) {
  const { ratesUrl, notices, signed = {} } = deps;
  const { ratesFeed, rateDaysFeed } = ratesUrl === undefined ? {} : createRatesFeeds(deps, ratesUrl);
  /** `undefined` when notices are off. They pass as they were signed. */
  const noticesFeed =
    notices &&
    createFeed({
      ...otherFeedDeps(deps, noticesSource, notices.url, maxNoticesBytes),
      pollMs: noticesPollMs,
      async inspect(bytes) {
        const told = await readNotices(parseJson(new TextDecoder().decode(bytes)), notices.key);
        // Of two lists the one that was signed later counts.
        if (!told || told.issued < (signed.newest?.issued ?? 0)) return badBody('malformed');
        signed.newest = told;
        return { itemCount: 1, updatedAt: told.issued };
      },
    });
  return { ratesFeed, rateDaysFeed, noticesFeed, newestRelease: () => signed.newest?.latest };
}

/** A source that got no key refuses none. */
const withoutKey = (outcome: UpstreamOutcome): UpstreamOutcome =>
  outcome.kind === 'failed' && ['unauthorized', 'plan'].includes(outcome.reason)
    ? { ...outcome, reason: 'status' }
    : outcome;

/** A feed of another source than the price API, which gets no key. */
const otherFeedDeps = (deps: FeedsDeps, source: string, url: string, maxBytes = 1024 * 1024) => ({
  ...deps,
  source,
  pollMs: ratesPollMs,
  retryMs: otherRetryMs,
  onConfirmed: undefined,
  keyLimits: noKeyLimits,
  budget: 'none' as const,
  inspect: async () => ({ itemCount: 1, updatedAt: undefined }),
  request: async (etag: string | undefined) =>
    withoutKey(await fetchUpstream(deps, { url, etag, signal: deps.signal, maxBytes })),
});

/** The rates of today, and the record of each day's: its own last answer, which is read before anything is written over it. */
function createRatesFeeds(deps: FeedsDeps, url: string) {
  const [daily, past] = [otherFeedDeps(deps, ratesSource, url), otherFeedDeps(deps, `${ratesSource}/days`, ecbPast)];
  const ratesFeed = createFeed({
    ...daily,
    request: async (etag) => convert(await daily.request(etag), 1, ([rates]) => rates),
    // A day is added also where nobody asks for the record.
    onConfirmed: () => void rateDaysFeed.read().catch(() => undefined),
  });
  const readRates = async (): Promise<UpstreamOutcome> => {
    const record = rateDaysFeed.data()?.snapshot ?? (await past.store?.load(past.source));
    const { days }: Pick<RateDaysBody, 'days'> = record ? read(record) : { days: {} };
    const today: RatesBody = read((await ratesFeed.read()).data.snapshot);
    const withDays = (told: readonly RatesBody[]) => {
      const added = [...told, today].map(({ date, rates }) => [date, rates] as const);
      const all = Object.entries({ ...days, ...Object.fromEntries(added) }).sort();
      return { base: 'USD', days: Object.fromEntries(all.slice(-keptDays)) };
    };
    return url === ecbDaily && !hasNext(days, today.date)
      ? convert(await past.request(undefined), keptDays, withDays)
      : { kind: 'fresh', bytes: write(withDays([])) };
  };
  const request = () => readRates().catch(() => failed('unavailable'));
  let written: Bytes | undefined;
  const store = past.store && {
    ...past.store,
    // It is asked at each request, and written where it has grown.
    save: async (source: string, answer: Parameters<typeof past.store.save>[1]) => {
      if (answer.bytes !== written) await past.store?.save(source, answer);
      written = answer.bytes;
    },
  };
  // It is always due, and of what is only added nobody was asked.
  const reportOutcome = (_: string, told: UpstreamOutcome) =>
    told.kind === 'failed' && past.reportOutcome(ratesSource, told);
  const rateDaysFeed: Feed = createFeed({ ...past, store, pollMs: 0, sharedStore: undefined, request, reportOutcome });
  return { ratesFeed, rateDaysFeed };
}

const read = ({ bytes }: { readonly bytes: Bytes }) => JSON.parse(new TextDecoder().decode(bytes));
const write = (body: unknown): Bytes => new TextEncoder().encode(JSON.stringify(body));

function convert(outcome: UpstreamOutcome, most: number, to: (days: readonly RatesBody[]) => unknown): UpstreamOutcome {
  if (outcome.kind !== 'fresh') return outcome;
  try {
    const xml = new TextDecoder('utf-8', { fatal: true }).decode(outcome.bytes);
    return { ...outcome, bytes: write(to(parseEcbRates(xml, most))) };
  } catch {
    return badBody('malformed');
  }
}

/** Whether a day or the one before it is known. After a weekend or a holiday neither is, and the past is read once more. */
const hasNext = (days: object, date: string): boolean => date in days || isoDay(Date.parse(date) / dayMs - 1) in days;
