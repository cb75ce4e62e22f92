import type { MarketId } from '#core/markets.ts';
import type { ObservedMarket, Offers } from '#relay/alerts/watched-offers.ts';
import type { FeedData } from '#relay/feeds/feed-result.ts';
import type { StorageThread } from '#relay/store/storage-thread.ts';

/** What the markets' own data told last. */
export function createLatestOffers(storage: Pick<StorageThread, 'ask'>) {
  const latest = new Map<MarketId, FeedData>();
  return {
    /** Returns whether the data are others than before. */
    takeUp(market: MarketId, data: FeedData): boolean {
      const before = latest.get(market);
      latest.set(market, data);
      return before?.snapshot !== data.snapshot;
    },
    /** Ms since 1970; 0 for never. */
    confirmedAt: (market: MarketId): number => latest.get(market)?.confirmedAt ?? 0,
    async offers({ names, markets }: { names: readonly string[]; markets: readonly MarketId[] }): Promise<Offers> {
      const offers = new Map<MarketId, ObservedMarket>();
      for (const market of markets) {
        const { prices, snapshot } = latest.get(market) ?? {};
        if (!prices || !snapshot) continue;
        const byName = await storage.ask('offersOf', prices, market, names);
        offers.set(market, { asOf: snapshot.lastModified, byName });
      }
      return offers;
    },
  };
}
