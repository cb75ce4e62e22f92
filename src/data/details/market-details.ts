import { createMutex, oneAtATime } from '#core/asks/concurrency.ts';
import { isReference, type MarketId, marketIds } from '#core/prices/markets.ts';
import { type Offer, offersOf } from '#core/prices/offer.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { LoadedTable } from '#data/catalogue/loaded-table.ts';
import { type FoundDetails, findDetails, ownIn, readStoredMarkets, saveDetails } from '#data/details/detail-store.ts';
import { parseMarketPrices } from '#data/details/parse-market-prices.ts';
import { createRelayFeed, type FeedDeps, isOfRelay, type RelayFeed } from '#data/refresh/feed.ts';
import { checkIn } from '#data/refresh/feed-check.ts';
import type { TableFeed } from '#data/refresh/table-feed.ts';
import type { KeyValueStore } from '#data/storage/column-store.ts';
import type { QuotesAnswer } from '#protocol/messages.ts';
import { marketDetailsPath } from '#protocol/price-api.ts';

export interface MarketDetailsDeps extends FeedDeps {
  /** A separate store: more data beside the table slows each start of the worker. */
  readonly store: KeyValueStore;
  readonly markets: () => Promise<readonly MarketId[]>;
  /** Details and changes are kept by the numbers of its catalogue. Without it there are none. Never rejects. */
  readonly table: () => Promise<LoadedTable | undefined>;
  readonly numberNames: TableFeed['numberNames'];
  readonly isUsed: () => Promise<boolean>;
  /** The markets that alerts need, used or not. Never rejects. */
  readonly watched?: (() => Promise<readonly MarketId[]>) | undefined;
  /** When to call `refreshDueMarkets`; `undefined`: not before the next use. */
  readonly onSchedule: (at: number | undefined) => void;
  /** Called when new details are stored: after a batch, and every other second of a long one. */
  readonly onChange?: (() => void) | undefined;
  /** Called after a batch that has stored new details. */
  readonly onBatch?: (() => void) | undefined;
}

export type MarketDetails = ReturnType<typeof createMarketDetails>;

/** Requests at a time. One body is parsed at a time, while the one before is stored: the others wait as bytes. */
const requestsAtOnce = 3;
/** Time without a request after which the worker has ended, ms: browsers end one after 30 s. */
const resumeAfterMs = 35_000;
/** Least time between two reports of new details during a batch, ms. */
const reportEveryMs = 2000;

export function createMarketDetails(deps: MarketDetailsDeps) {
  const { store } = deps;
  const inTurn = createMutex();
  const feeds = new Map(marketIds.map((market) => [market, createMarketFeed(deps, market, inTurn)]));
  const wanted = async () => {
    const [isUsed, markets, watched = []] = await Promise.all([deps.isUsed(), deps.markets(), deps.watched?.()]);
    return [...new Set([...(isUsed ? markets : []), ...watched])].flatMap((market) => feeds.get(market) ?? []);
  };
  return {
    /** All chosen ones while prices are used, and those that alerts need. Ends what an earlier worker began. Never rejects. */
    refreshDueMarkets: oneAtATime(async () => {
      // Without a table the names have no numbers.
      if (await deps.table()) await runBatch(deps, wanted);
    }),
    relayAnswered: async (): Promise<void> => {
      for (const feed of feeds.values()) await feed.relayAnswered();
    },
    relayChanged: async (): Promise<void> => {
      for (const feed of feeds.values()) await feed.relayChanged();
    },
    /** The chosen markets without details that can be shown, in their order. */
    waiting: async (): Promise<readonly MarketId[]> => {
      const markets = await deps.markets();
      const stored = await readStored(deps, markets).catch(() => []);
      return markets.filter((_, index) => !stored[index]);
    },
    /** The details of items of exactly these names on some markets; one without data is absent. */
    findMany: async (
      names: readonly string[],
      markets: readonly MarketId[],
      withLinks = false,
    ): Promise<FoundDetails> => {
      const loaded = await deps.table();
      return loaded ? findDetails(store, markets, loaded.table, names, withLinks) : new Map();
    },
  };
}

const readStored = async ({ store, table }: MarketDetailsDeps, markets: readonly MarketId[]) =>
  readStoredMarkets(store, markets, (await table())?.table.catalogue);

/** Checks all due feeds, some at a time, until a fault of the relay. */
async function runBatch(
  { now, onSchedule, onChange, onBatch }: MarketDetailsDeps,
  wanted: () => Promise<readonly RelayFeed[]>,
) {
  const waiting = [...(await wanted())];
  let stoppedBy: RelayFeed | undefined;
  let isUntold = false;
  let hasNew = false;
  let toldAt = now();
  const tell = () => {
    if (isUntold) onChange?.();
    isUntold = false;
    toldAt = now();
  };
  const work = async () => {
    for (let feed = waiting.shift(); feed; feed = waiting.shift()) {
      // If the worker ends. A call to the browser also keeps it alive for another half minute.
      if ((await feed.dueAt()) <= now()) onSchedule(now() + resumeAfterMs);
      const result = await feed.checkIfDue();
      isUntold ||= result?.outcome === 'new';
      hasNew ||= isUntold;
      if (now() - toldAt >= reportEveryMs) tell();
      if (!result?.fault || !isOfRelay(result.fault)) continue;
      stoppedBy = feed;
      waiting.length = 0;
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, work));
  tell();
  if (hasNew) onBatch?.();
  const next = await wanted();
  const due = await Promise.all((stoppedBy && next.length > 0 ? [stoppedBy] : next).map(({ dueAt }) => dueAt()));
  onSchedule(due.length > 0 ? Math.min(...due) : undefined);
}

/** @param inTurn runs one task at a time: one body is in memory as objects */
function createMarketFeed(deps: MarketDetailsDeps, market: MarketId, inTurn: ReturnType<typeof createMutex>) {
  const { store, now, table, numberNames } = deps;
  return createRelayFeed(deps, {
    path: marketDetailsPath(market),
    ...checkIn(() => store, `${market}/check`),
    data: async () => {
      const [about] = await readStored(deps, [market]).catch(() => []);
      return about && { ...about, asOf: about.updatedAt, sample: (await table())?.sample };
    },
    replace: async ({ about: { relay, etag, asOf, sample }, body, refuseLoss, signal }) => {
      const packed = await inTurn(async () => {
        signal.throwIfAborted();
        const { updatedAt, details } = parseMarketPrices(body(), market, now());
        refuseLoss(details.size);
        // Details of samples do not stand beside real prices, nor the other way round.
        const isSameKind = (sample ?? false) === ((await table())?.sample ?? false);
        const numbered = isSameKind ? await numberNames([...details.keys()]) : undefined;
        if (!numbered) return undefined;
        const writing = saveDetails(store, market, details, numbered, {
          relay,
          etag,
          updatedAt,
          statedAt: asOf,
          items: details.size,
        });
        return { writing };
      });
      await packed?.writing;
      return packed !== undefined;
    },
  });
}

export interface MarketOffersDeps extends Pick<MarketDetails, 'findMany'>, Pick<MarketDetailsDeps, 'table'> {
  readonly settings: () => Promise<Pick<Settings, 'markets' | 'coinUsd'>>;
  readonly quotesWithoutUse: (names: readonly string[]) => Promise<Pick<QuotesAnswer, 'spellings'>>;
}

export type MarketOffers = ReturnType<typeof createMarketOffers>;

export function createMarketOffers({ findMany, settings, table, quotesWithoutUse }: MarketOffersDeps) {
  return {
    /** Of all chosen markets, in their order, with the addresses of the item's pages. A name counts as the table spells it. */
    ofItem: async (given: string): Promise<readonly Offer[]> => {
      const [{ markets, coinUsd }, loaded, { spellings }] = await Promise.all([
        settings(),
        table(),
        quotesWithoutUse([given]),
      ]);
      const name = spellings?.[0] ?? given;
      const own = ownIn(await findMany([name], markets, true), name);
      const number = loaded?.table.numberOf(name);
      const row = number === undefined ? undefined : loaded?.table.rowAt(number);
      return offersOf(markets, { table: loaded && { row, asOf: loaded.asOf }, own, coinUsd });
    },
    /** Of those of the markets that are loaded and no references, for each exact name. @param on absent: the chosen ones */
    ofItems: async (names: readonly string[], on?: readonly MarketId[]): Promise<readonly (readonly Offer[])[]> => {
      const { markets, coinUsd } = await settings();
      const wanted = (on ?? markets).filter((market) => !isReference(market));
      const found = await findMany(names, wanted);
      return names.map((name) => offersOf([...found.keys()], { own: ownIn(found, name), coinUsd }));
    },
  };
}
