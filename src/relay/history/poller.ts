import { type MarketId, type ReferenceMarket, referenceMarkets } from '#core/markets.ts';
import { endpoints, marketDetailsPath } from '#protocol/price-api.ts';
import { errorCode } from '#relay/error-code.ts';
import type { RecordedBody } from '#relay/history/prices-of-body.ts';
import { slotOf } from '#relay/history/time.ts';
import { parsePriceQuery } from '#relay/http/query.ts';
import type { PriceQuery } from '#relay/price-query.ts';
import { NoDataError } from '#relay/upstream/feed-result.ts';
import type { Feeds } from '#relay/upstream/feeds.ts';

/** A feed that is recorded, and the markets that are read from it. */
interface RecordedFeed {
  readonly query: PriceQuery;
  readonly endpoint: RecordedBody['endpoint'];
  readonly markets: readonly MarketId[];
}

/**
 * The feeds that hold markets: one request gives the three reference markets, each other market is a request of its own.
 * They are requests that the extension sends as well, so that one upstream request serves both.
 */
function feedsOf(markets: readonly MarketId[]): readonly RecordedFeed[] {
  const isReference = (market: MarketId): market is ReferenceMarket =>
    referenceMarkets.some((reference) => reference === market);
  const references = markets.filter(isReference);
  const others = markets.filter((market) => !isReference(market));
  const limit = Number.POSITIVE_INFINITY;
  const partner: RecordedFeed = {
    query: parsePriceQuery('partner', '', limit),
    endpoint: 'partner',
    markets: references,
  };
  return [
    ...(references.length > 0 ? [partner] : []),
    ...others.map(
      (market): RecordedFeed => ({
        query: parsePriceQuery('prices', marketDetailsPath(market).slice(endpoints.prices.length), limit),
        endpoint: 'prices',
        markets: [market],
      }),
    ),
  ];
}

export interface PollerParts {
  /** The feeds of the price API in use; `undefined` while the prices are samples, which have no past. */
  readonly feeds: () => Feeds | undefined;
  readonly markets: () => readonly MarketId[];
  /** Records a body at a half hour (`recordLook`). Rejects when the history cannot be written. */
  readonly record: (body: RecordedBody, slot: number) => Promise<unknown>;
  /** Ms since 1970. */
  readonly now: () => number;
  readonly reportProblem: (problem: string, code: string) => void;
}

/**
 * Records each feed once in every half hour, with or without clients. A look costs an upstream request only when the
 * relay's own pace and the key's limits allow one; then the answer also serves clients.
 * @returns a function that records what is due now, and resolves to whether anything was recorded. A feed that cannot be
 * recorded is reported, and is due again
 */
export function createPoller({ feeds, markets, record, now, reportProblem }: PollerParts): () => Promise<boolean> {
  const recorded = new Map<string, number>();
  const recordFeed = async (all: Feeds, { query, ...feed }: RecordedFeed): Promise<boolean> => {
    const slot = slotOf(now());
    const key = `${query.name} ${feed.markets}`;
    if ((recorded.get(key) ?? -1) >= slot) return false;
    const data = await readConfirmed(all, query, slot);
    if (!data) return false;
    await record({ bytes: data.snapshot.bytes, ...feed }, slot);
    recorded.set(key, slot);
    return true;
  };
  const report = (error: unknown): boolean => {
    reportProblem('the history could not be written', errorCode(error));
    return false;
  };
  let running: Promise<boolean> | undefined;
  const pollAll = async (): Promise<boolean> => {
    const all = feeds();
    let isNew = false;
    // One after the other: recording thirteen markets at once would hold all of their bodies.
    for (const feed of all ? feedsOf(markets()) : []) {
      const wasRecorded = all ? await recordFeed(all, feed).catch(report) : false;
      isNew ||= wasRecorded;
    }
    return isNew;
  };
  return () => {
    running ??= pollAll().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** The data of a feed if upstream confirmed them in this half hour. */
async function readConfirmed(feeds: Feeds, query: PriceQuery, slot: number) {
  try {
    const { data } = await feeds.priceFeed(query).read();
    return slotOf(data.confirmedAt) === slot ? data : undefined;
  } catch (error) {
    if (error instanceof NoDataError) return undefined;
    throw error;
  }
}
