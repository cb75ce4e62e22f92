import { createConcurrencyLimit } from '#core/asks/concurrency.ts';
import { marketIds } from '#core/prices/markets.ts';
import { HttpError } from '#protocol/http.ts';
import { maxNoticesBytes, type OwnNotice } from '#protocol/notices.ts';
import { endpoints } from '#protocol/price-api.ts';
import {
  isBounded,
  type PriceBounds,
  type PricesQuery,
  parsePriceBounds,
  parsePricesQuery,
} from '#protocol/price-query.ts';
import { type ApiApp, type ApiContext, parseParams, searchOf } from '#relay/api/api-context.ts';
import { createKeptAnswers, createUnsentLimit } from '#relay/api/client-limit.ts';
import { noDataHeaders, type RouteDeps, sendHeld } from '#relay/api/response.ts';
import { extensionSources, type PriceEndpoint } from '#relay/feeds/extension-sources.ts';
import type { Feed } from '#relay/feeds/feed.ts';
import type { UpstreamShare } from '#relay/feeds/key-limits.ts';
import { type FeedData, type FeedResult, failureReasons, NoDataError } from '#relay/feeds/outcome.ts';
import { cutByPrice } from '#relay/feeds/price-cuts.ts';
import type { Snapshot } from '#relay/feeds/snapshot.ts';

const priceEndpoints: readonly PriceEndpoint[] = ['prices', 'partner', 'csgoroll'];

export function addPriceRoutes(app: ApiApp, deps: RouteDeps): void {
  const { limits, feeds, check, send } = deps;
  const countUnsent = createUnsentLimit(deps, limits.maxUnsentAnswers, limits.makingPerMinuteMs);
  // The names of hosts are looked up by the same four threads: eight compressions hold up everybody's prices and alerts.
  const twoAtOnce = createConcurrencyLimit(2);
  for (const endpoint of priceEndpoints) {
    app.get(endpoints[endpoint], check, async (c) => {
      const share = c.get('client')?.upstreamShare;
      const { source, bounds } = parsePriceQuery(endpoint, searchOf(c), limits.maxQueryBytes);
      const isShared = extensionSources.has(source) && !isBounded(bounds);
      const answer = async () => {
        const result = await readFeed(feeds.priceFeed(source), 'the price API', share);
        const make = async () => send(c, result, await withinBounds(deps, bounds, result.data));
        return isShared ? make() : twoAtOnce(make);
      };
      return isShared ? answer() : countUnsent(c, answer);
    });
  }
  const { ratesFeed, rateDaysFeed, noticesFeed } = feeds;
  const passOn = async (c: ApiContext, feed: Feed | undefined, words: string) => {
    if (!feed) throw new HttpError(404, `${words} are switched off`);
    return send(c, await readFeed(feed, `the source of ${words}`));
  };
  app.get('/api/rates', check, (c) => passOn(c, ratesFeed, 'exchange rates'));
  app.get('/api/rates/days', check, (c) => passOn(c, rateDaysFeed, 'exchange rates'));
  const withOwn = ownNoticesReader(deps, noticesFeed);
  app.get('/api/notices', check, async (c) => {
    const own = deps.ownNotices();
    if (own.length === 0) return passOn(c, noticesFeed, 'notices');
    return sendHeld(deps, c, { snapshot: await withOwn(own), confirmedAt: deps.now() });
  });
}

/** A snapshot with only the items within a query's bounds. It is not kept: few ask for the same. */
export async function withinBounds(
  { createSnapshot }: Pick<RouteDeps, 'createSnapshot'>,
  bounds: PriceBounds,
  { snapshot, cuts }: Pick<FeedData, 'snapshot' | 'cuts'>,
): Promise<Snapshot> {
  if (!isBounded(bounds) || !cuts) return snapshot;
  const { bytes, lastModified } = snapshot;
  return createSnapshot({ bytes: cutByPrice(bytes, cuts, bounds), lastModified }, undefined);
}

/** Reads the notices as they were signed, where there are any, with the owner's beside them. Each change makes one body. */
function ownNoticesReader({ createSnapshot, now }: RouteDeps, feed: Feed | undefined) {
  const kept = createKeptAnswers<Snapshot>(maxNoticesBytes * 4, ({ bytes }) => bytes.length);
  return async (own: readonly OwnNotice[]): Promise<Snapshot> => {
    const signed = (await feed?.read().catch(() => undefined))?.data.snapshot;
    return kept(`${signed?.id} ${JSON.stringify(own)}`, () => {
      const body = signed ? JSON.parse(new TextDecoder().decode(signed.bytes)) : {};
      const bytes = new TextEncoder().encode(JSON.stringify({ ...body, own }));
      return createSnapshot({ bytes, lastModified: now() }, undefined);
    });
  };
}

/** NoDataError becomes the HttpError that tells why; `subject` names the upstream. */
async function readFeed(feed: Feed, subject: string, share?: UpstreamShare): Promise<FeedResult> {
  try {
    return await feed.read(share);
  } catch (error) {
    if (!(error instanceof NoDataError)) throw error;
    const { words, status = 503 } = failureReasons[error.failure.reason];
    const text = `${status === 503 ? 'no data yet: ' : ''}${subject} ${words}`;
    throw new HttpError(status, text, noDataHeaders(error));
  }
}

/** `bounds` are of an item's cheapest selected market. Unknown parameters are ignored. @throws HttpError 414 or 400 */
export function parsePriceQuery(endpoint: PriceEndpoint, search: string, maxBytes: number) {
  const params = parseParams(search, maxBytes);
  const source = endpoints[endpoint] + (endpoint === 'prices' ? selectionOf(parsePricesQuery(params)) : '');
  const bounds = endpoint === 'partner' ? {} : parsePriceBounds(params);
  return { source, bounds };
}

/** `markets` and `fields` sorted. All 13 markets mean the same as none. */
function selectionOf({ markets, fields }: PricesQuery): string {
  const parts = [
    ...(markets.length < marketIds.length ? [`markets=${markets.toSorted().join(',')}`] : []),
    ...(fields.length > 0 ? [`fields=${fields.toSorted().join(',')}`] : []),
  ];
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}
