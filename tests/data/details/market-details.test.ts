import { describe, expect, test } from 'vitest';
import { type MarketId, marketIds } from '#core/prices/markets.ts';
import { noTime } from '#core/prices/offer.ts';
import { json, relayForEach, startStubRelay } from '../stub-relay.ts';
import { answers, body, item, makeWorld as makeWorldOf, marketOf, start } from './details-world.ts';

const relay = relayForEach(answers);
const makeWorld = (markets: MarketId[]) => makeWorldOf(relay, markets);

describe('market details', () => {
  test('are fetched for each market, told of once, and found by item', async () => {
    const world = makeWorld(['buff163', 'csgoroll']);
    await world.worker().refreshDueMarkets();
    expect(relay.requests.map(({ path }) => marketOf(path))).toEqual(['buff163', 'csgoroll']);
    expect(world.changes).toBe(1);
    expect(relay.requests[0]?.path).toContain('fields=avg_30,avg_7,count,is_inflated,link,updated_at');
    expect(await world.worker().find(item)).toEqual([
      { market: 'buff163', asOf: start, cents: 100, avg7: 101.5, count: 3, flagged: 'own' },
      { market: 'csgoroll', asOf: start, coins: 12.5 },
    ]);
    expect(world.table?.table.rows).toBe(2);
    const others = await world.worker().find('AK-47 | Redline (Field-Tested)');
    expect(others.map(({ cents, coins }) => cents ?? coins)).toEqual([100, undefined]);
  });

  test('are not asked for before there is a table', async () => {
    const world = makeWorld(['buff163']);
    const { table } = world;
    world.table = undefined;
    await world.worker().refreshDueMarkets();
    expect([relay.requests.length, await world.worker().find(item)]).toEqual([0, [{ market: 'buff163' }]]);
    world.table = table;
    await world.worker().refreshDueMarkets();
    expect((await world.worker().find(item))[0]?.cents).toBe(100);
  });

  test.each([
    ['damaged', (stored: Map<string, unknown>) => stored.set('buff163/0', new ArrayBuffer(8))],
    ['of an earlier version', (stored: Map<string, unknown>) => stored.set('buff163', { names: 'exact' })],
  ])('that are %s are fetched again, whole', async (_, damage) => {
    const world = makeWorld(['buff163']);
    await world.worker().refreshDueMarkets();
    damage(world.stored);
    expect(await world.worker().find(item)).toEqual([{ market: 'buff163', asOf: 1 }]);
    world.now += 61_000;
    await world.worker().refreshDueMarkets();
    expect(relay.requests[1]?.headers['if-none-match']).toBeUndefined();
    expect((await world.worker().find(item))[0]?.cents).toBe(100);
  });

  test('of the future are as old as their fetch: a clock is wrong', async () => {
    relay.answer = json(body('buff163', { price: 100 }, '2027-11-20T10:00:00.000Z'));
    const world = makeWorld(['buff163']);
    await world.worker().refreshDueMarkets();
    expect(await world.worker().find(item)).toMatchObject([{ asOf: start }]);
  });

  test('keep a price whose own time is ahead of them as one of a wrong clock, also when that time has come', async () => {
    relay.answer = json(body('buff163', { price: 100, updated_at: '2026-11-20T10:01:01.000Z' }));
    const world = makeWorld(['buff163']);
    await world.worker().refreshDueMarkets();
    world.now += 30 * 60_000;
    expect(await world.worker().find(item)).toMatchObject([{ cents: 100, asOf: noTime }]);
  });

  test('are fetched from another relay at once, and no more from the old one', async () => {
    const world = makeWorld([...marketIds]);
    const other = await startStubRelay(answers);
    relay.answer = (request, response) => {
      world.base = other.url;
      answers(request, response);
    };
    const worker = world.worker();
    await worker.refreshDueMarkets();
    expect(relay.requests.length).toBeLessThanOrEqual(3);
    expect((await worker.find(item)).map(({ asOf }) => asOf === start)).toEqual(
      marketIds.map((_, at) => at >= relay.requests.length),
    );
    await worker.refreshDueMarkets();
    expect(other.requests.map(({ path }) => marketOf(path)).sort()).toEqual([...marketIds].sort());
    await other.close();
  });

  test('stay stored when under half of the items are left, until the third answer in succession', async () => {
    const world = makeWorld(['buff163']);
    const rows = (names: readonly string[], price: number) => ({
      updated_at: new Date(start).toISOString(),
      markets: ['buff163'],
      items: Object.fromEntries(names.map((name) => [name, { buff163: { price } }])),
    });
    const priceAfter = async () => {
      await world.worker().refreshDueMarkets();
      world.now += 40 * 60_000;
      return (await world.worker().find(item))[0]?.cents;
    };
    relay.answer = json(rows([item, 'b', 'c'], 100));
    expect(await priceAfter()).toBe(100);
    relay.answer = json(rows([item], 7));
    expect([await priceAfter(), await priceAfter(), await priceAfter()]).toEqual([100, 100, 7]);
  });
});
