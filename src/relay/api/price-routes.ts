import { HttpError } from '#protocol/http-error.ts';
import { endpoints } from '#protocol/price-api.ts';
import { type ApiApp, type ApiHandler, addressOf, searchOf } from '#relay/api/api-context.ts';
import { noDataHeaders } from '#relay/api/headers.ts';
import { parsePriceQuery } from '#relay/api/parse-price-query.ts';
import type { SendData } from '#relay/api/response.ts';
import type { RelayDeps } from '#relay/deps.ts';
import { failureReasons } from '#relay/feeds/failure-reasons.ts';
import type { Feed } from '#relay/feeds/feed.ts';
import { type FeedResult, NoDataError } from '#relay/feeds/feed-result.ts';
import { type Feeds, ratesPollMs } from '#relay/feeds/feeds.ts';
import type { UpstreamShare } from '#relay/feeds/key-limits.ts';
import type { PriceEndpoint } from '#relay/feeds/price-query.ts';

interface PriceRouteDeps extends Pick<RelayDeps, 'limits' | 'pollMs'> {
  readonly feeds: Feeds;
  readonly check: ApiHandler;
  readonly send: SendData;
}

const priceEndpoints: readonly PriceEndpoint[] = ['prices', 'partner', 'csgoroll'];

export function addPriceRoutes(app: ApiApp, { limits, pollMs, feeds, check, send }: PriceRouteDeps): void {
  for (const endpoint of priceEndpoints) {
    app.get(endpoints[endpoint], check, async (c) => {
      const share = c.get('client')?.upstreamShare;
      const query = parsePriceQuery(endpoint, searchOf(c), limits.maxQueryBytes);
      const result = await readFeed(feeds.priceFeed(query), 'the price API', share);
      const snapshot = await feeds.filterByPrice(query, result.data.snapshot, share?.id ?? addressOf(c));
      return send(c, result, snapshot, pollMs);
    });
  }
  app.get('/api/rates', check, async (c) => {
    if (!feeds.ratesFeed) throw new HttpError(404, 'exchange rates are switched off');
    const result = await readFeed(feeds.ratesFeed, 'the source of exchange rates');
    return send(c, result, result.data.snapshot, ratesPollMs);
  });
}

/** NoDataError becomes the HttpError that tells why; `subject` names the upstream. */
async function readFeed(feed: Feed, subject: string, share?: UpstreamShare): Promise<FeedResult> {
  try {
    return await feed.read(share);
  } catch (error) {
    throw error instanceof NoDataError ? toHttpError(error, subject) : error;
  }
}

function toHttpError(error: NoDataError, subject: string): HttpError {
  const { words, status = 503 } = failureReasons[error.failure.reason];
  const text = `${status === 503 ? 'no data yet: ' : ''}${subject} ${words}`;
  return new HttpError(status, text, noDataHeaders(error));
}
