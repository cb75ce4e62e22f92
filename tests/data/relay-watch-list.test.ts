import { expect, test } from 'vitest';
import { noFees } from '#core/money/fees.ts';
import type { WatchAlert } from '#core/owned/watch-list.ts';
import type { MarketId } from '#core/prices/markets.ts';
import { parseSentList } from '#relay/alerts/sent-list.ts';
import { sentLimits } from '../explore/plain-items.ts';
import {
  answering,
  createWorld,
  day,
  del,
  methods,
  minute,
  put,
  type Respond,
  redline,
  starred,
  taking,
} from './relay-watch-world.ts';

test.each<[string, WatchAlert, readonly MarketId[], object]>([
  ['a reference', { kind: 'below', cents: 1, market: 'youpin' }, ['steam'], {}],
  ['another market', { kind: 'below', cents: 1, market: 'dmarket' }, ['steam'], {}],
  ['coins', { kind: 'below', cents: 1, market: 'csgoroll' }, ['steam'], { coinUsd: 0.6 }],
  ['the compared markets', { kind: 'change', percent: 5 }, ['csfloat', 'buff163'], { markets: ['csfloat', 'buff163'] }],
  ['their median', { kind: 'under-median', percent: 5 }, ['csfloat'], { markets: ['csfloat'] }],
])('an alert on %s tells what the relay needs for it', async (_, alert, markets, more) => {
  const { world, list } = createWorld();
  Object.assign(world, { markets, coinUsd: 0.6, items: [{ ...redline, alert }] });
  expect(await list.sync()).toBe('taken');
  expect(world.seen[0]?.body).toEqual({ staleMinutes: 90, items: [{ name: redline.name, alert }], ...more });
});

const view = { name: 'Bargains', address: 'view=cheaper', tells: 1 };

test('views go with the limits, the compared markets with their fees, and the value of a coin', async () => {
  const { world, list } = createWorld();
  const fees = { dmarket: noFees, csfloat: noFees, skinport: noFees };
  Object.assign(world, { items: [], coinUsd: 0.6, markets: ['dmarket', 'steam'], limits: { ...sentLimits, fees } });
  world.views = Array.from({ length: 6 }, (_, at) => ({ ...view, name: `View ${at}` }));
  expect(await list.sync()).toBe('taken');
  const views = { limits: { ...sentLimits, fees: { dmarket: noFees } }, views: world.views.slice(0, 5) };
  const body = world.seen[0]?.body;
  expect(body).toEqual({ staleMinutes: 90, items: [], markets: world.markets, coinUsd: 0.6, views });
  expect(parseSentList(new TextEncoder().encode(JSON.stringify(body)))).toEqual(body);
});

test('without confirmed fees alerts of a sale stay here; others go in the currency in which they were typed', async () => {
  const { world, list } = createWorld();
  const typed = { currency: 'EUR', hundredths: 900, perUsd: 0.9 };
  world.items = [
    { ...redline, alert: { kind: 'exit', cents: 900 } },
    { ...redline, alert: { kind: 'above', cents: 1000, typed, market: 'youpin' } },
  ];
  expect(await list.sync()).toBe('taken');
  const items = [{ name: redline.name, alert: { kind: 'above', cents: 1000, typed, market: 'youpin' } }];
  expect(world.seen[0]?.body).toEqual({ staleMinutes: 90, items });
});

test('nothing is sent and nothing stored while the switch is off', async () => {
  const { world, list, open } = createWorld();
  world.isOn = false;
  for (const sync of [list.sync, open().sync]) expect(await sync()).toBe('off');
  world.items = [];
  world.now += 30 * day;
  expect(await list.sync()).toBe('off');
  expect(world.seen).toEqual([]);
  expect(world.store.stored.size).toBe(0);
});

test('names, alerts and crossings are sent, and nothing else', async () => {
  const { world, list } = createWorld();
  const reached = { at: 1, market: 'buff163', cents: 900 } as const;
  world.items = [{ ...redline, reached }, starred];
  expect(await list.sync()).toBe('taken');
  const items = [{ name: redline.name, alert: redline.alert, reached }];
  const body = { staleMinutes: 90, markets: world.markets, items };
  expect(world.seen).toEqual([{ method: 'PUT', url: put.slice(4), body, authorization: 'Bearer the-token' }]);
});

test('the same list is sent again only after a day, also by the next worker', async () => {
  const { world, list, open } = createWorld();
  await list.sync();
  world.now += day - 1;
  expect(await open().sync()).toBe('taken');
  expect(world.seen).toHaveLength(1);
  world.now += 2;
  expect(await open().sync()).toBe('taken');
  expect(world.seen).toHaveLength(2);
});

test('changes are sent at most once a minute, the last one included', async () => {
  const { world, list } = createWorld();
  await list.sync();
  for (const cents of [800, 700, 600]) {
    world.items = [{ ...redline, alert: { kind: 'below', cents } }];
    expect(await list.sync()).toBe('pending');
  }
  expect(world.seen).toHaveLength(1);
  expect(world.timers).toHaveLength(1);
  world.now += minute;
  world.timers[0]?.();
  expect(await list.sync()).toBe('taken');
  expect(world.seen.slice(1)).toMatchObject([{ body: { items: [{ alert: { cents: 600 } }] } }]);
});

test('switching off deletes the list at once, and again until a relay answers', async () => {
  const { world, list, open } = createWorld();
  await list.sync();
  world.isOn = false;
  world.respond = () => {
    throw new TypeError('Failed to fetch');
  };
  expect(await list.sync()).toBe('undeleted');
  world.respond = taking(null);
  expect(await open().sync()).toBe('off');
  expect(methods(world)).toEqual([put, del, del]);
  await open().sync();
  expect(world.seen).toHaveLength(3);
});

test('another address or token deletes the list at the old one, with the old token', async () => {
  const { world, list } = createWorld();
  await list.sync();
  const tokens = ['the-token', 'the-token', 'another-token'];
  Object.assign(world, { base: 'https://other.example/', token: tokens[2] });
  expect(await list.sync()).toBe('taken');
  expect(methods(world)).toEqual([put, del, put.replace('relay.example', 'other.example')]);
  expect(world.seen.map(({ authorization }) => authorization?.split(' ')[1])).toEqual(tokens);
});

test('a relay that one comes back to is sent the list, though another has taken the same', async () => {
  const { world, list } = createWorld();
  await list.sync();
  world.items = [{ ...redline, alert: { kind: 'below', cents: 500 } }];
  // The first one refuses the deletion.
  Object.assign(world, { base: 'https://other.example/', respond: ({ host }: URL) => answerOf(host) });
  const answerOf = (host: string) => (host === 'other.example' ? taking(null) : answering(503))();
  expect(await list.sync()).toBe('no-channel');
  Object.assign(world, { base: 'https://relay.example/', respond: taking('ntfy'), now: world.now + minute });
  expect(await list.sync()).toBe('taken');
});

test('a worker that ends while it sends still deletes later', async () => {
  const { world, list, open } = createWorld();
  world.respond = () => {
    world.store.refuses = true;
    return Response.json({ channel: 'ntfy' });
  };
  expect(await list.sync()).toBe('failed');
  world.store.refuses = false;
  Object.assign(world, { isOn: false, respond: taking(null) });
  expect(await open().sync()).toBe('off');
  expect(methods(world)).toEqual([put, del]);
});

test.each<[string, Respond]>([
  ['older', answering(400)],
  ['older', answering(404)],
  ['refused', answering(401)],
  ['failed', answering(503)],
  ['failed', () => new Response('<html>')],
  ['failed', () => Response.json({ channel: 7 })],
  ['failed', () => new Response('x'.repeat(10_000_000))],
  ['no-channel', taking(null)],
])('a relay is named %s', async (outcome, respond) => {
  const { world, list } = createWorld();
  Object.assign(world, { respond });
  expect(await list.sync()).toBe(outcome);
});

test('damaged stored values do not stop it', async () => {
  const { world, list } = createWorld();
  world.store.stored.set('relay-watch', { places: 'none' });
  world.lasting.stored.set('relay-device', '../x');
  expect(await list.sync()).toBe('taken');
});

test('a list takes the place of the one before a browser evicted what it knew', async () => {
  const { world, open, list } = createWorld();
  await list.sync();
  world.store.stored.clear();
  await open().sync();
  expect(methods(world)).toEqual([put, put]);
});
