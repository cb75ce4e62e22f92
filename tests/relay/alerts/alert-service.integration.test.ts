import { expect, test } from 'vitest';
import { noFees } from '#core/money/fees.ts';
import type { WatchAlert } from '#core/owned/watch-list.ts';
import { referenceMarkets } from '#core/prices/markets.ts';
import { endpoints, marketDetailsPath } from '#protocol/price-api.ts';
import { parseSentList } from '#relay/alerts/sent-list.ts';
import { day, first, minute, rowsAt, startBed, watch } from './alert-bed.ts';

test('all crossings of one refresh come in one message, each once', async () => {
  const { service, confirm, seen } = await startBed();
  await service.put(first, watch('A', 'B'));
  await service.put('token second-device-id', watch('B', 'C'));
  await confirm(rowsAt(900, 'A', 'B', 'C'));
  await service.deliver();
  const line = (name: string) => `${name}: BUFF163 $9.00 ≤ $10.00 · 0 min`;
  expect(seen.map(({ body }) => body)).toEqual([`Skinlens\n${line('A')}\n${line('B')}\n${line('C')}`]);
});

test('a message stays short and says how many lines are missing, and of a person 30 are told an hour', async () => {
  const { service, confirm, world, seen } = await startBed();
  const names = Array.from({ length: 40 }, (_, at) => `Item ${at} ${'x'.repeat(60)}`);
  await service.put(first, watch(...names));
  await confirm(rowsAt(900, ...names));
  const [{ body } = { body: '' }] = seen;
  const lines = body.split('\n').length - 2;
  expect(Buffer.byteLength(body)).toBeLessThan(1900);
  expect(body).toMatch(new RegExp(`\\n\\+ ${30 - lines}$`));
  // What found no room comes next.
  world.now += minute;
  await service.deliver();
  expect(seen[1]?.body.split('\n').slice(1)).toHaveLength(30 - lines);
  world.now += hour;
  await confirm(rowsAt(900, ...names));
  expect(seen[2]?.body.split('\n')).toHaveLength(11);
});

test('whoever changes a list again and again gets a message a minute, and none of what is met at once', async () => {
  const { service, confirm, world, seen } = await startBed();
  await confirm(rowsAt(900, 'A', 'B'));
  for (const cents of [1000, 1001, 1002]) {
    await service.put(first, { staleMinutes: 90, items: [{ name: 'A', alert: { kind: 'below', cents } }] });
    await service.deliver();
  }
  expect(seen).toEqual([]);
  await service.put(first, watch('A', 'B', 'C', 'D'));
  await confirm(rowsAt(900, 'C'));
  await confirm(rowsAt(900, 'D'));
  expect(seen.map(({ body }) => body)).toEqual(['Skinlens\nC: BUFF163 $9.00 ≤ $10.00 · 0 min']);
  world.now += minute;
  await service.deliver();
  expect(seen[1]?.body).toContain('D: BUFF163');
});

test('an amount is told in the currency in which the line was typed, and its daily rate changes no alert', async () => {
  const { service, confirm, seen } = await startBed();
  const list = (cents: number) => ({
    staleMinutes: 90,
    items: [
      {
        name: 'A',
        alert: { kind: 'below' as const, cents, typed: { currency: 'EUR', hundredths: 2900, perUsd: 2900 / cents } },
      },
    ],
  });
  await service.put(first, list(3335));
  await confirm(rowsAt(1600, 'A'));
  expect(seen.map(({ body }) => body)).toEqual(['Skinlens\nA: BUFF163 €13.91 ($16.00) ≤ €29.00 ($33.35) · 0 min']);
  await service.put(first, list(3300));
  await confirm(rowsAt(1601, 'A'));
  await service.deliver();
  expect(seen).toHaveLength(1);
});

test.each([
  ['USD', 1000],
  ['EUR', 1e297],
  ['EUR', 1e-297],
])('nobody makes up what a dollar is: %s at %d', async (currency, perUsd) => {
  const { service, confirm, seen } = await startBed();
  const typed = { currency, hundredths: 3335, perUsd };
  await service.put(first, { staleMinutes: 90, items: [{ name: 'A', alert: { kind: 'below', cents: 3335, typed } }] });
  await confirm(rowsAt(1600, 'A'));
  expect(seen.map(({ body }) => body)).toEqual(['Skinlens\nA: BUFF163 $16.00 ≤ $33.35 · 0 min']);
});

test('a row that does not fit is never told of', async () => {
  const { service, confirm, seen } = await startBed();
  await service.put(first, watch('A'));
  await confirm({ A: { ...rowsAt(900, 'A')['A'], is_inflated: 'no' } });
  expect(seen).toEqual([]);
});

test('nothing is sent while the disk keeps no mark of it', async () => {
  const { service, confirm, seen, storage, world } = await startBed();
  await service.put(first, watch('A'));
  storage.isFull = true;
  await confirm(rowsAt(900, 'A'));
  expect(seen).toEqual([]);
  expect(world.problems).toEqual(['database or disk is full']);
  storage.isFull = false;
  await confirm(rowsAt(900, 'A'));
  expect(seen).toHaveLength(1);
});

test('what waits when alerts are switched off is not told later', async () => {
  const { service, confirm, world, seen } = await startBed((_, response) => void response.writeHead(500).end());
  await service.put(first, watch('A'));
  await confirm(rowsAt(900, 'A'));
  world.channel = undefined;
  await service.deliver();
  expect(service.status().waiting).toBe(0);
  expect(await service.test('A text')).toBeUndefined();
  expect(seen).toHaveLength(1);
});

test('what waits for a revoked person is not told, but what waits for others as well is', async () => {
  let status = 500;
  const { service, confirm, world, seen } = await startBed((_, response) => void response.writeHead(status).end());
  await service.put(first, watch('A', 'B'));
  await service.put('revoked first-device-id-', watch('B', 'C'));
  await confirm(rowsAt(900, 'A', 'B', 'C'));
  expect(service.status().waiting).toBe(3);
  world.isKnown = (owner) => owner !== 'revoked';
  status = 200;
  world.now += minute;
  await service.deliver();
  expect(
    seen
      .at(-1)
      ?.body.split('\n')
      .map((line) => line.split(':')[0]),
  ).toEqual(['Skinlens', 'A', 'B']);
});

const sale = { fees: { dmarket: { ...noFees, selling: { percent: 10, cents: 0 } } }, minCount: 3 };
const selling = (alert: WatchAlert, ...names: string[]) => ({
  staleMinutes: 90,
  sale,
  items: names.map((name) => ({ name, alert })),
});
/** A reference's own data tell the age of its price in the table, so every alert needs them. */
const ownOfReferences = referenceMarkets.map(marketDetailsPath);
const dmarket = (price: number, more: object = {}) => ({ dmarket: { price, count: 5, is_inflated: false, ...more } });

test('what a sale leaves is told when a market’s own data come, once, and beside other alerts', async () => {
  const { service, confirm, confirmOffers, world, seen } = await startBed();
  await service.put(first, selling({ kind: 'exit', cents: 900 }, 'A'));
  await service.put('token second-device-id', selling({ kind: 'below', cents: 1000 }, 'B'));
  await confirm(rowsAt(2000, 'A', 'B'));
  expect(service.due()).toEqual([endpoints.partner, marketDetailsPath('dmarket'), ...ownOfReferences]);
  await confirmOffers({ A: dmarket(999), B: dmarket(1200) });
  expect([seen, service.due()]).toEqual([[], [endpoints.partner, ...ownOfReferences]]);
  await confirmOffers({ A: dmarket(1000), B: dmarket(1200) });
  await confirmOffers({ A: dmarket(1001), B: dmarket(1200) });
  expect(seen.map(({ body }) => body)).toEqual(['Skinlens\nA: a sale leaves $9.00 (DMarket) · ≥ $9.00 · 0 min']);
  world.now += minute;
  await confirm(rowsAt(950, 'A', 'B'));
  expect(seen[1]?.body).toBe('Skinlens\nB: BUFF163 $9.50 ≤ $10.00 · 0 min · a sale leaves $10.80 (DMarket)');
});

test('a market’s own data are needed after newer prices, also when the clock was set back', async () => {
  const { service, confirm, confirmOffers, world } = await startBed();
  await service.put(first, selling({ kind: 'exit', cents: 900 }, 'A'));
  await confirm(rowsAt(2000, 'A'));
  await confirmOffers({ A: dmarket(999) });
  world.now += minute - day / 3;
  world.jumpedMs -= day / 3;
  await confirm(rowsAt(2001, 'A'));
  expect(service.due()).toContain(marketDetailsPath('dmarket'));
});

test('an alert on any market is told when its own data come, by whatever the user compares', async () => {
  const { service, confirm, confirmOffers, seen } = await startBed();
  const items = [{ name: 'A', alert: { kind: 'below' as const, cents: 1000, market: 'dmarket' as const } }];
  await service.put(first, { staleMinutes: 90, items });
  const lowest = { staleMinutes: 90, items: [{ name: 'B', alert: { kind: 'below' as const, cents: 1000 } }] };
  await service.put('token second-device-id', { ...lowest, markets: ['buff163', 'dmarket'] });
  await confirm(rowsAt(2000, 'A', 'B'));
  expect(service.due()).toEqual([endpoints.partner, marketDetailsPath('dmarket'), ...ownOfReferences]);
  await confirmOffers({ A: dmarket(1001), B: dmarket(990, { is_inflated: true }) });
  expect(seen).toEqual([]);
  await confirmOffers({ A: dmarket(1000, { count: 1 }), B: dmarket(990) }, 5 * minute);
  const line = (name: string, price: string) => `${name}: DMarket ${price} ≤ $10.00 · 5 min`;
  expect(seen.map(({ body }) => body)).toEqual([`Skinlens\n${line('A', '$10.00')}\n${line('B', '$9.90')}`]);
});

test('what a sale leaves is not told again after a restart, whatever market comes first', async () => {
  const bed = await startBed();
  const both = { ...sale, fees: { ...sale.fees, csfloat: noFees } };
  const list = { ...selling({ kind: 'exit', cents: 900 }, 'A'), sale: both };
  await bed.service.put(first, list);
  await bed.confirm(rowsAt(500, 'A'));
  await bed.confirmOffers({ A: dmarket(1000) });
  expect(bed.seen).toHaveLength(1);
  const again = bed.restart();
  bed.world.now += minute;
  await bed.confirm(rowsAt(500, 'A'), 0, again);
  await bed.confirmOffers({ A: { csfloat: { price: 500, count: 5, is_inflated: false } } }, 0, again, 'csfloat');
  await bed.confirmOffers({ A: dmarket(1000) }, 0, again);
  await again.deliver();
  expect(bed.seen).toHaveLength(1);
  // Once every market has said that it leaves less, the alert is armed.
  await bed.confirmOffers({ A: dmarket(500) }, 0, again);
  await bed.confirmOffers({ A: dmarket(1000) }, 0, again);
  expect(bed.seen).toHaveLength(2);
});

const doppler = '★ Karambit | Doppler (Factory New)';
const hour = 3_600_000;

test('the price of a Doppler is said to be of any phase', async () => {
  const { service, confirm, seen } = await startBed();
  await service.put(first, watch(doppler));
  await confirm(rowsAt(900, doppler));
  expect(seen.map(({ body }) => body)).toEqual([`Skinlens\n${doppler}: BUFF163 $9.00 ≤ $10.00 · any phase · 0 min`]);
});

test.each<[string, string, object, number]>([
  ['old by the market’s own word', 'A', dmarket(2000, { updated_at: '2026-01-01T00:00:00.000Z' }), 0],
  ['malformed', 'A', dmarket(2000, { count: 'many' }), 0],
  ['of another market', 'A', { steam: { price: 2000, count: 5 } }, 0],
  ['one of several phases', doppler, dmarket(2000), 0],
])('a price that is %s makes no exit', async (_, name, row, ageMs) => {
  const { service, confirm, confirmOffers, seen } = await startBed();
  await service.put(first, selling({ kind: 'exit', cents: 900 }, name));
  await confirm(rowsAt(2000, name));
  await confirmOffers({ [name]: row }, ageMs);
  expect(seen).toEqual([]);
});

test.each([
  { sale: { fees: { nowhere: noFees }, minCount: 3 } },
  { sale: { fees: { dmarket: { ...noFees, selling: { percent: 100, cents: 0 } } }, minCount: 3 } },
  { sale: { fees: { dmarket: noFees }, minCount: -1 } },
  { sale: { fees: { dmarket: noFees }, minCount: 3, more: 1 } },
  { sale: { fees: { csgoroll: noFees }, minCount: 3, coinUsd: 0 } },
  { markets: [] },
  { markets: ['nowhere'] },
  { coinUsd: -1 },
])('a list with %j is refused whole', (more) => {
  const body = (given: object) => new TextEncoder().encode(JSON.stringify({ staleMinutes: 90, items: [], ...given }));
  expect(parseSentList(body(more))).toBeUndefined();
  expect(parseSentList(body({ sale, markets: ['dmarket'], coinUsd: 0.5 }))).toBeDefined();
});
