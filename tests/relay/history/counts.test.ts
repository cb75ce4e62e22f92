import { expect, test } from 'vitest';
import type { MarketId } from '#core/prices/markets.ts';
import { endpoints, marketDetailsPath } from '#protocol/price-api.ts';
import { recordedSeries } from '#relay/feeds/extension-sources.ts';
import { openHistory } from '#relay/history/changes.ts';
import { observeMarket, pricesByName } from '#relay/history/observed-prices.ts';
import { halfHoursPerDay } from '#relay/history/time.ts';
import { openDatabase } from '#relay/store/database.ts';
import { marketsIn } from './reference.ts';

const first = 20_473 * halfHoursPerDay;
const names = ['x', 'y', 'z'];
const chosen: readonly MarketId[] = ['buff163', 'steam'];

/** Records eight days of Steam's own data. Each item loses 48 listings a day, and gets them back at midnight. */
async function recorded(partOf: (halfHour: number) => number) {
  const database = openDatabase(':memory:');
  const history = openHistory(database, 2);
  for (let at = 0; at < 8 * halfHoursPerDay; at++) {
    const count = Math.ceil(partOf(at) * (600 - (at % halfHoursPerDay)));
    const items = Object.fromEntries(names.map((name) => [name, { steam: { price: 700, count } }]));
    const series = recordedSeries(marketDetailsPath('steam'), chosen);
    if (at % halfHoursPerDay === 0) await history.rollUp(first + at);
    await history.record(pricesByName(observeMarket(items, 'steam'), series), { halfHour: first + at, isSteady: true });
  }
  const last = first + 8 * halfHoursPerDay - 1;
  const read = (query: { item: string } | { prefix: string }) =>
    history.body({ ...query, markets: chosen, days: 90 }, last);
  const group = JSON.parse(new TextDecoder().decode(read({ prefix: '' })));
  return { database, summary: history.summary(last), item: marketsIn(read({ item: 'x' })), group: group.histories.x };
}

test('listings that went are told with the prices, and counts leave nothing but their half hours', async () => {
  const { database, summary, item, group } = await recorded(() => 1);
  expect([item['steam'], group.steam]).toMatchObject([{ gone: 43 }, { gone: 43 }]);
  expect(Object.keys(summary.lastHalfHours)).toEqual(['steam']);
  expect(database.all("SELECT market FROM days WHERE market <> 'steam'")).toEqual([]);
});

test('an answer with fewer listings of all items is no sale, for an hour or for days', async () => {
  for (const isPartial of [(at: number) => at % 90 === 50, (at: number) => at > 200]) {
    const { item } = await recorded((at) => (isPartial(at) ? 0.7 : 1));
    const { gone } = item['steam'] as { gone?: number };
    expect(gone).toBeGreaterThan(25);
    expect(gone).toBeLessThanOrEqual(43);
  }
});

test('the references’ counts come from their own data, and other markets’ are not recorded', () => {
  const recordedOf = (source: string) => recordedSeries(source, chosen);
  expect(recordedOf(endpoints.partner)).toEqual(['buff163']);
  expect(recordedOf(marketDetailsPath('buff163'))).toEqual(['buff163:count']);
  expect(recordedOf(marketDetailsPath('csfloat'))).toEqual([]);
});
