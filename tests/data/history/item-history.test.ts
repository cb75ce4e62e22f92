import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { createItemHistory } from '#data/history/item-history.ts';
import { json, relayForEach, type StubRelay } from '../stub-relay.ts';
import { good, groupOf, history, item, markets, now, slot, today } from './told-history.ts';

const queryOf = (relay: StubRelay, path = '') => new URL(path, relay.url).searchParams;

describe('the worker’s history', () => {
  const relay = relayForEach();
  let clock = now;
  const create = (ask = fetch) =>
    createItemHistory({
      fetch: ask,
      now: () => clock,
      relay: async () => ({ base: new URL(relay.url), token: '' }),
      markets: async () => markets,
    });
  /** Answers each group with the past of some items. */
  const tellsGroups =
    (histories: object, bits = 0): RequestListener =>
    (request, response) => {
      const prefixes = queryOf(relay, request.url).get('prefixes')?.split(',') ?? [];
      const told = prefixes.map((prefix) => groupOf(prefix.length < bits ? {} : histories, bits));
      json(told)(request, response);
    };
  const asked = () => relay.requests.map(({ path }) => queryOf(relay, path).get('prefixes'));
  beforeEach(() => {
    relay.answer = tellsGroups({ [item]: history });
    clock = now;
  });

  test('asks once for an item that is looked at again, and anew after five minutes', async () => {
    const history = create();
    const [one, other] = await Promise.all([history.find(item, 90), history.find(item, 90)]);
    expect(one).toMatchObject({ state: 'found' });
    expect(other).toEqual(one);
    expect(relay.requests.map(({ path }) => path)).toEqual([
      '/api/histories?prefixes=&markets=csgoroll%2Cbuff163&days=90',
    ]);
    clock += 5 * 60_000;
    await history.find(item, 90);
    expect(relay.requests).toHaveLength(2);
    await history.find(item, 365);
    expect(relay.requests[2]?.path).toContain('&days=365');
  });

  test('asks by the first bits of the hash that the relay has told, whether it knows the item or not', async () => {
    relay.answer = tellsGroups({ [item]: history }, 10);
    const worker = create();
    const prefixOf = (name: string) => {
      const [first = 0, second = 0] = createHash('sha256').update(name).digest();
      return (first * 256 + second).toString(2).padStart(16, '0').slice(0, 10);
    };
    expect(await worker.find(item, 90)).toMatchObject({ state: 'found' });
    expect(await worker.find('★ Unheard of', 90)).toEqual({ state: 'none', lacks: 'item' });
    expect(asked()).toEqual(['', prefixOf(item), prefixOf('★ Unheard of')]);
  });

  test('does not follow a relay that asks for ever longer prefixes', async () => {
    let bits = 0;
    relay.answer = (request, response) => json([groupOf({}, ++bits)])(request, response);
    expect(await create().find(item, 90)).toEqual({ state: 'fault', fault: 'malformed' });
    expect(asked().map((prefix) => prefix?.length)).toEqual([0, 1]);
    relay.answer = json([groupOf({}, 200)]);
    expect(await create().find(item, 90)).toEqual({ state: 'fault', fault: 'malformed' });
    expect(relay.requests).toHaveLength(3);
  });

  test('sends one request at a time and keeps 16 items', async () => {
    const names = Array.from({ length: 17 }, (_, at) => `item ${at}`);
    const histories = Object.fromEntries(names.map((name) => [name, history]));
    let running = 0;
    let most = 0;
    relay.answer = (request, response) => {
      most = Math.max(most, ++running);
      setImmediate(() => {
        running--;
        tellsGroups(histories)(request, response);
      });
    };
    const worker = create();
    await Promise.all(names.map((name) => worker.find(name, 90)));
    expect(most).toBe(1);
    await worker.find('item 16', 90);
    expect(relay.requests).toHaveLength(17);
    await worker.find('item 0', 90);
    expect(relay.requests).toHaveLength(18);
  });

  const none = { state: 'none', lacks: 'history' } as const;
  const malformed = { state: 'fault', fault: 'malformed' } as const;

  test.each([
    ['an item without prices', [groupOf({})], 200, { state: 'none', lacks: 'item' }],
    ['a relay without history', { error: 'the relay keeps no history' }, 404, none],
    ['an older relay', '<h1>', 404, none],
    ['a refusal', { error: 'no' }, 401, { state: 'fault', fault: 'unauthorized' }],
    ['a failure', { error: 'no' }, 503, { state: 'fault', fault: 'unavailable' }],
    ['nonsense', [groupOf({ [item]: { buff163: 5 } })], 200, malformed],
    ['no list', groupOf({}), 200, malformed],
    ['too many groups', [good, good], 200, malformed],
  ])('tells %s', async (_, body, status, answer) => {
    relay.answer = json(body, {}, status);
    const history = create();
    expect(await history.find(item, 90)).toEqual(answer);
    expect(relay.requests).toHaveLength(1);
    // A fault is not kept: the next look asks again.
    await history.find(item, 90);
    expect(relay.requests).toHaveLength(answer.state === 'fault' ? 2 : 1);
    const ofPortfolio = await create().findPortfolio({ market: 'buff163', names: [item] });
    if (answer.state === 'fault') expect(ofPortfolio).toEqual(answer);
    else expect(ofPortfolio).toMatchObject(answer === none ? { state: 'none' } : { state: 'found', prices: [[]] });
  });

  test('gives the lowest price of the references to the watch list, half-hourly while the past is short', async () => {
    const series = await create().findLowest(item);
    expect(typeof series === 'object' && series.cents.filter((cents) => cents !== null)).toEqual([110, 105, 111]);
    relay.answer = json({ error: 'no' }, {}, 404);
    expect(await create().findLowest(item)).toBe('none');
  });

  test('asks again for a watched item after a fault, and keeps that a relay has recorded none', async () => {
    const history = create();
    relay.answer = json({ error: 'no' }, {}, 503);
    expect(await history.findLowest(item)).toBe('lost');
    relay.answer = json([good]);
    expect(await history.findLowest(item)).toBeTypeOf('object');
    relay.answer = json([groupOf({})]);
    const other = create();
    await other.findLowest(item);
    relay.requests.length = 0;
    expect(await other.findLowest(item)).toBe('none');
    expect(relay.requests).toHaveLength(0);
  });

  describe('of a portfolio', () => {
    const market = 'buff163';
    const pastOf = (last: number) => ({
      [market]: { days: [today - 1, [last], [9], [9]], recent: [slot - 1, [last + 1, 1]] },
    });
    const histories = Object.fromEntries(Array.from({ length: 210 }, (_, at) => [`Item ${at}`, pastOf(at + 100)]));
    beforeEach(() => {
      relay.answer = tellsGroups(histories);
    });

    test('has the last price of each day, and today the latest, in the order of the names', async () => {
      expect(await create().findPortfolio({ market, names: ['Never', 'Item 10'] })).toEqual({
        state: 'found',
        since: today - 4,
        prices: [
          [],
          [
            [today - 1, 110],
            [today, 112],
          ],
        ],
      });
      expect(relay.requests.map(({ path }) => path)).toEqual(['/api/histories?prefixes=&markets=buff163&days=365']);
    });

    test('is asked for in one question, for items that are not kept, and anew after five minutes', async () => {
      relay.answer = tellsGroups(histories, 10);
      const { findPortfolio } = create();
      await findPortfolio({ market, names: ['Item 1', 'Item 2'] });
      await findPortfolio({ market, names: ['Item 2', 'Item 3', 'Item 1'] });
      expect(asked().map((prefixes) => prefixes?.split(',').map((prefix) => prefix.length))).toEqual([
        [0],
        [10, 10],
        [10],
      ]);
      await findPortfolio({ market: 'youpin', names: ['Item 1'] });
      clock += 5 * 60_000;
      await findPortfolio({ market, names: ['Item 1'] });
      expect(relay.requests).toHaveLength(5);
    });

    test('gives each item its own prices, also when kept ones become too old while others are fetched', async () => {
      const { findPortfolio } = create();
      await findPortfolio({ market, names: ['Item 1'] });
      clock += 5 * 60_000 - 1;
      relay.answer = (request, response) => {
        clock += 1000;
        tellsGroups(histories)(request, response);
      };
      const answer = await findPortfolio({ market, names: ['Item 1', 'Item 2'] });
      const latest = answer.state === 'found' ? answer.prices.map((prices) => prices.at(-1)?.[1]) : [];
      expect(latest).toEqual([103, 104]);
    });

    test('keeps 200 items', async () => {
      const { findPortfolio } = create();
      const names = Object.keys(histories);
      for (let at = 0; at < 210; at += 10) await findPortfolio({ market, names: names.slice(at, at + 10) });
      await findPortfolio({ market, names: ['Item 209'] });
      expect(relay.requests).toHaveLength(21);
      await findPortfolio({ market, names: ['Item 9'] });
      expect(relay.requests).toHaveLength(22);
    });
  });
});
