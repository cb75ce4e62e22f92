import type { RequestListener } from 'node:http';
import type { MarketId } from '#core/prices/markets.ts';
import { endpoints, marketDetailsPath } from '#protocol/price-api.ts';
import { openAlertService } from '#relay/alerts/alert-service.ts';
import type { AlertChannel } from '#relay/alerts/channel.ts';
import { createViewComparer } from '#relay/alerts/view-rows.ts';
import { type BodyProcessor, inspectBody } from '#relay/feeds/body-thread.ts';
import type { FeedData } from '#relay/feeds/outcome.ts';
import { type ObservedPrices, observeMarket, observeTable } from '#relay/history/observed-prices.ts';
import { defaultLimits } from '#relay/limits.ts';
import { createMemoryStorage } from '../store/memory-storage.ts';
import { until } from '../test-relay.ts';
import { startReceiver } from './alert-channel.ts';

export const day = 86_400_000;
export const minute = 60_000;
export const hour = 60 * minute;
export const first = 'token first-device-id-';
export const watch = (...names: string[]) => ({
  staleMinutes: 90,
  items: names.map((name) => ({ name, alert: { kind: 'below' as const, cents: 1000 } })),
});
export const rowsAt = (cents: number, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { price_buff: cents, price_uu: 2000, price_csfloat: 2000 }]));

/** A service whose clock, prices and channel the test moves; `restart` opens another one over the same database. */
export async function startBed(listener?: RequestListener, timeoutMs = 10_000) {
  const receiver = await startReceiver(listener);
  const storage = createMemoryStorage();
  const world = {
    now: 1_800_000_000_000,
    channel: { kind: 'ntfy', url: `${receiver.url}/topic` } as AlertChannel | undefined,
    /** How far both clocks are from where time has passed to. */
    jumpedMs: 0,
    problems: [] as string[],
    isKnown: (_owner: string) => true,
    /** What comes while a thread compares views. */
    whileFinding: async () => undefined as unknown,
  };
  const compareViews = createViewComparer();
  const bodyProcessor: BodyProcessor = {
    inspect: async (...asked) => inspectBody(...asked),
    async compareViews(...asked) {
      await world.whileFinding();
      return compareViews(...asked);
    },
  };
  const waits = { alertTimeoutMs: timeoutMs, alertRetryMs: minute, alertSettleMs: 0, maxListBytes: 1_000_000 };
  const deps = {
    storage,
    bodyProcessor,
    changes: () => undefined,
    channel: () => world.channel,
    bases: { discord: receiver.url, telegram: receiver.url },
    isKnown: (owner: string) => world.isKnown(owner),
    fetch,
    now: () => world.now,
    monotonicMs: () => world.now - world.jumpedMs,
    reportProblem: (_: string, code: string) => void world.problems.push(code),
    limits: { ...defaultLimits, ...waits },
  };
  const service = openAlertService(deps);
  const dataOf = (prices: ObservedPrices, ageMs: number) => {
    const { now } = world;
    return { snapshot: { lastModified: now - ageMs }, prices, confirmedAt: now, upstreamDate: now } as FeedData;
  };
  return {
    ...receiver,
    world,
    service,
    storage,
    async confirm(rows: Record<string, unknown>, ageMs = 0, by = service) {
      const data = dataOf(observeTable(rows), ageMs);
      await by.onConfirmed(endpoints.partner, data);
      return data;
    },
    async confirmOffers(rows: Record<string, unknown>, ageMs = 0, by = service, market: MarketId = 'dmarket') {
      await by.onConfirmed(marketDetailsPath(market), dataOf(observeMarket(rows, market), ageMs));
    },
    received: () => until(() => receiver.seen.length).gives((count) => count > 0),
    end: () => service.close(),
    restart: (from = storage) => openAlertService({ ...deps, storage: from }),
    deps,
  };
}
