import { halfHourMs } from '#core/prices/age.ts';
import { endpoints } from '#protocol/price-api.ts';
import type { FeedData } from '#relay/feeds/outcome.ts';
import { openHistory } from '#relay/history/changes.ts';
import { observePrices, pricesByName } from '#relay/history/observed-prices.ts';
import { createHistoryService } from '#relay/history/service.ts';
import { dayOfHalfHour, halfHourOf, halfHoursPerDay } from '#relay/history/time.ts';
import { openDatabase } from '#relay/store/database.ts';
import { askOf } from '../store/memory-storage.ts';

export const item = 'AK-47 | Redline (Field-Tested)';
export const hour = 3_600_000;
export const day = 24 * hour;
/** 2026-01-20, noon. */
const start = 20_473 * day + 12 * hour;

/** A history in memory whose clocks the test moves. `now` is this machine's, `upstream` the price API's. */
export function startRecording() {
  const history = openHistory(openDatabase(':memory:'), 32);
  const world = { now: start, upstream: start as number | undefined, monotonic: 0, problems: [] as string[] };
  const ask = askOf({
    record: (prices, markets, present) => history.record(pricesByName(prices, markets), present),
    rollUp: history.rollUp,
    readChanges: history.changes,
    status: (halfHour) => ({ ...history.summary(halfHour), problem: undefined, bytes: 0 }),
  });
  const service = createHistoryService({
    storage: { ask },
    markets: ['buff163'],
    createSnapshot: async (content) => ({ ...content, id: '' }) as never,
    now: () => world.now,
    monotonicMs: () => world.monotonic,
    reportProblem: (problem, code) => void world.problems.push(`${problem}: ${code}`),
  });
  const confirm = (cents: number): Promise<void> => {
    const rows = { [item]: { price_buff: cents, price_uu: null, price_csfloat: null } };
    const data = { prices: observePrices(rows, 'partner', ['buff163']), upstreamDate: world.upstream };
    return service.onConfirmed(endpoints.partner, data as FeedData);
  };
  const move = (ms: number): void => {
    world.now += ms;
    world.upstream = world.upstream === undefined ? undefined : world.upstream + ms;
    world.monotonic += ms;
  };
  const read = (days = 400) =>
    history.read({ item, markets: ['buff163'], days }, halfHourOf(world.now))?.['buff163'] ?? { days: [], recent: [] };
  return {
    world,
    service,
    history,
    confirm,
    move,
    read,
    async record(halfHours: number): Promise<void> {
      for (let at = 0; at < halfHours; at++) {
        move(halfHourMs);
        await confirm(1000 + (halfHourOf(world.now) % 7));
      }
    },
    async recordDays(days: number): Promise<void> {
      const today = dayOfHalfHour(halfHourOf(world.now));
      for (let at = days; at > 0; at--) {
        const halfHour = (today - at) * halfHoursPerDay;
        await history.record(new Map([['buff163', new Map([[item, 500 + at]])]]), { halfHour, isSteady: true });
        await history.rollUp(halfHour + halfHoursPerDay);
      }
    },
  };
}
