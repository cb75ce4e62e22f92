import { expect, test } from 'vitest';
import { noFees } from '#core/money/fees.ts';
import type { MarketId } from '#core/prices/markets.ts';
import { endpoints, marketDetailsPath } from '#protocol/price-api.ts';
import { parseSentList, type SentList } from '#relay/alerts/sent-list.ts';
import { sentLimits } from '../../explore/plain-items.ts';
import { until } from '../test-relay.ts';
import { first, minute, startBed, watch } from './alert-bed.ts';

const markets: MarketId[] = ['buff163', 'csfloat'];
const limits = { ...sentLimits, minOffers: 0, fees: { buff163: noFees, csfloat: noFees }, selling: [] };
const listOf = (name = 'Bargains', address = 'view=cheaper&percent=8'): SentList => ({
  ...{ staleMinutes: 90, items: [], markets },
  views: { limits, views: [{ name, address, tells: 1 }] },
});

/** A service that knows the list, and prices: items cost $10 on BUFF163, and so much on CSFloat. */
async function startWithViews(list = listOf()) {
  const bed = await startBed();
  const tell = async (cents: Readonly<Record<string, number>>, by = bed.service) => {
    const names = Object.keys({ ...cents, Rest: 1000 });
    const priceOn = (market: MarketId, name: string) => (market === 'csfloat' ? (cents[name] ?? 1000) : 1000);
    for (const market of markets) {
      const rows = names.map((name) => [name, { [market]: { price: priceOn(market, name), count: 9 } }]);
      await bed.confirmOffers(Object.fromEntries(rows), 0, by, market);
    }
    const rows = names.map((name) => [name, { price_buff: 1000, price_csfloat: priceOn('csfloat', name) }]);
    await bed.confirm(Object.fromEntries(rows), 0, by);
  };
  await bed.service.put(first, list);
  await tell({ 'There before': 1300 });
  bed.world.now += 11 * minute;
  return { ...bed, tell };
}

test('new rows of a view come in one message, each once, also over a restart', async () => {
  const { tell, seen, world, service, restart } = await startWithViews();
  expect(seen).toEqual([]);
  await tell({ 'There before': 1300, New: 1200, 'New, too': 1100, Small: 1050 });
  const lines = ['New: BUFF163 $10.00 → CSFloat · +20 % · 0 min', 'New, too: BUFF163 $10.00 → CSFloat · +10 % · 0 min'];
  expect(seen.map(({ body }) => body)).toEqual([['Skinlens', 'Bargains:', ...lines].join('\n')]);
  await service.close();
  const later = restart();
  for (const more of [{}, { Newest: 1150 }]) {
    world.now += 11 * minute;
    await tell({ New: 1200, 'New, too': 1100, ...more }, later);
  }
  expect(seen.slice(1).map(({ body }) => body.split('\n').slice(1))).toEqual([
    ['Bargains:', expect.stringMatching(/^Newest: /)],
  ]);
});

test('views are compared every ten minutes, and remember their rows when the list is sent again', async () => {
  const second = { name: 'Dear', address: 'view=cheaper&percent=8&min=900', tells: 1 };
  const { views, ...more } = listOf('Cheap', 'view=cheaper&percent=8&max=900');
  const list = { ...more, views: { limits, views: [...(views?.views ?? []), second] } };
  const { tell, seen, world, service } = await startWithViews(list);
  await tell({ 'There before': 1300 });
  world.now += 9 * minute;
  await tell({ 'There before': 1300, Passing: 1200 });
  await service.put(first, list);
  world.now += minute;
  await tell({ 'There before': 1300, New: 1200 });
  expect(seen.map(({ body }) => body.split('\n').slice(1))).toEqual([['Dear:', expect.stringMatching(/^New: /)]]);
});

test('what all are told is not written where views have nothing new', async () => {
  const { tell, storage, restart } = await startWithViews();
  const states: unknown[] = [];
  const ask: typeof storage.ask = (kind, ...args) => {
    const [changes] = args;
    const isOfViews = kind === 'saveAlerts' && typeof changes === 'object' && 'memories' in changes;
    if (isOfViews && changes.memories.length > 0) states.push(changes.state);
    return storage.ask(kind, ...args);
  };
  await tell({ 'There before': 1300 }, restart({ ...storage, ask }));
  expect(states).toEqual([undefined]);
});

test('nothing is told of views that changed while they were compared', async () => {
  const { tell, seen, world, service } = await startWithViews();
  world.whileFinding = () => service.put(first, listOf('Others', 'view=cheaper&percent=9'));
  await tell({ New: 1200 });
  expect(seen).toEqual([]);
  world.whileFinding = async () => undefined;
  for (const name of ['New', 'Newer']) {
    world.now += 11 * minute;
    await tell({ New: 1200, [name]: 1200 });
  }
  expect(seen.map(({ body }) => body.split('\n').slice(1))).toEqual([['Others:', expect.stringMatching(/^Newer: /)]]);
});

test('a found alert waits for no long comparison of views, whose rows come after it', async () => {
  const { tell, seen, world, service, deps } = await startWithViews();
  Object.assign(deps.limits, { viewsFirstMs: 0 });
  await service.put('owner first-device-id-', {
    ...watch(),
    items: [{ name: 'Rest', alert: { kind: 'below', cents: 950 } }],
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  world.whileFinding = () => promise;
  await tell({ New: 1200, Rest: 900 });
  expect(seen.map(({ body }) => body.split('\n')[1])).toEqual([expect.stringMatching(/^Rest: /)]);
  world.now += minute;
  resolve();
  await until(() => seen[1]?.body.split('\n')[1]).gives((view) => view === 'Bargains:');
});

test('views that cannot be compared end no other list’s check, and keep what they remember', async () => {
  const { tell, seen, service, world } = await startWithViews();
  const { views, ...more } = listOf('Broken');
  const broken = { ...more, views: { ...views, limits: undefined } } as unknown as SentList;
  await service.put('another first-device-id-', broken);
  await tell({ New: 1200 });
  expect(seen.map(({ body }) => body.split('\n')[1])).toEqual(['Bargains:']);
  expect(world.problems).toEqual(['views-failed']);
});

test('of one owner’s views 30 rows are told an hour, and the others later', async () => {
  const { tell, seen, service, world } = await startWithViews();
  const devices = ['second-device-id', 'third-device-id-', 'fourth-device-id'].map((device) => `token ${device}`);
  for (const client of devices) await service.put(client, listOf());
  await tell({});
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`New ${at}`, 1200]));
  world.now += 11 * minute;
  await tell(many);
  const rows = () => seen.flatMap(({ body }) => body.split('\n').filter((line) => line.startsWith('New ')));
  const deliver = async () => {
    for (let at = 0; at < 6; at++) {
      world.now += minute;
      await service.deliver();
    }
    return rows().length;
  };
  expect(await deliver()).toBe(30);
  // Ten rows of a view are told, and how many more there are.
  expect(seen[0]?.body).toMatch(/New \d+: [^\n]*\n\+ 2\n/);
  world.now += 60 * minute;
  await tell(many);
  expect(await deliver()).toBe(40);
});

test('a name is one line, and a list without views and items is gone', async () => {
  const { tell, seen, service, world } = await startWithViews(listOf('A\nB\u2028C: BUFF163 $0.01'));
  await tell({ New: 1200 });
  expect(seen[0]?.body.split(/[\n\u2028]/)).toHaveLength(3);
  await service.put(first, { staleMinutes: 90, items: [] });
  world.now += 11 * minute;
  await tell({ New: 1200, Newer: 1200 });
  expect(seen).toHaveLength(1);
  expect([service.status().lists, service.contents().alerts]).toEqual([0, 0]);
});

test('a view needs all compared markets', async () => {
  const { service, confirm } = await startBed();
  await service.put(first, listOf());
  await confirm({ Rest: { price_buff: 1000 } });
  expect(service.due()).toEqual([endpoints.partner, ...markets.map(marketDetailsPath)]);
});

test.each<[string, object]>([
  ['too many views', { views: [1, 2, 3, 4, 5, 6].map((at) => ({ name: `View ${at}`, address: '', tells: 1 })) }],
  ['no view', { views: [] }],
  ['a fee that is none', { limits: { ...limits, fees: { buff163: 7 } } }],
  ['an unknown limit', { limits: { ...limits, more: 1 } }],
])('a list with %s is refused', (_, more) => {
  const bytes = (views: object) => new TextEncoder().encode(JSON.stringify({ ...listOf(), views }));
  expect(parseSentList(bytes({ ...listOf().views }))).toBeDefined();
  expect(parseSentList(bytes({ ...listOf().views, ...more }))).toBeUndefined();
});
