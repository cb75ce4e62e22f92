import fc from 'fast-check';
import { expect, test } from 'vitest';
import { halfHourMs, isoDay } from '#core/prices/age.ts';
import type { MarketId } from '#core/prices/markets.ts';
import { parseHistory } from '#data/history/parse-history.ts';
import { openHistory } from '#relay/history/changes.ts';
import { halfHoursPerDay, isoHalfHour } from '#relay/history/time.ts';
import { openDatabase, type SqlDatabase } from '#relay/store/database.ts';
import { runs } from '../../seed.ts';
import { type MarketHistory, marketsIn, ReferenceHistory } from './reference.ts';

type History = ReturnType<typeof openHistory>;

const halfHour = 20_473 * halfHoursPerDay + 10;
const item = 'AK-47 | Redline (Field-Tested)';
const at = (cents: number) => new Map([['buff163', new Map([[item, cents]])]]);

test.each([
  ['long past', halfHour + halfHoursPerDay + 1, {}],
  ['a day old', halfHour + halfHoursPerDay, { [item]: [100, null, null].map((day) => [day, null, null]) }],
  ['recorded by a clock that was far ahead', halfHour - halfHoursPerDay - 1, {}],
])('a last observation that is %s: its changes are as good as that', async (_, now, items) => {
  const history = openHistory(openDatabase(':memory:'), 32);
  await history.record(at(1000), { halfHour: halfHour - halfHoursPerDay, isSteady: true });
  await history.rollUp(halfHour);
  await history.record(at(1100), { halfHour, isSteady: true });
  const body = JSON.parse(new TextDecoder().decode(await history.changes(now))) as { items: object };
  expect(body.items).toEqual(items);
});

/** 2026-01-20, so that a month ends in the middle of a run. */
const firstHalfHour = 20_473 * halfHoursPerDay;
const marketIds = ['buff163', 'youpin', 'csgoroll'] as const;
const names = [
  'AK-47 | Redline (Field-Tested)',
  'Sticker | Move It (Foil)',
  'Sticker | Move It(Foil)',
  '★ Karambit',
  'x',
];

const prices = fc
  .array(
    fc.tuple(
      fc.constantFrom(...names),
      fc.integer({ min: 1, max: 4 }).map((price) => price * 100),
    ),
    { maxLength: 6 },
  )
  .map((entries) => new Map(entries));
/** The process is killed after so many writes of a step, which takes the transaction back that is open. */
const killedAfter = fc.option(fc.integer({ min: 0, max: 20 }), { nil: Infinity });
const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('record' as const),
      killedAfter,
      /** Half hours since the step before; a clock may step back. */
      after: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 0, max: 9 }) }, fc.integer({ min: -60, max: 500 })),
      markets: fc.array(fc.tuple(fc.constantFrom(...marketIds), prices), { maxLength: 3 }).map((all) => new Map(all)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('roll-up' as const), killedAfter }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
);

/** A database whose process is killed after some writes. */
function killableDatabase(database: SqlDatabase) {
  let left = Infinity;
  const killable: SqlDatabase = {
    ...database,
    run(sql, ...params) {
      if (left-- <= 0) throw new Error('killed');
      return database.run(sql, ...params);
    },
  };
  const killAfter = (writes: number) => {
    left = writes;
  };
  return { killable, killAfter };
}

/** What the extension reads of an item out of the answer for its group. */
function asTold(history: History, { item, market, days }: Told, halfHour: number): MarketHistory {
  const bytes = history.body({ prefix: '', markets: [market], days }, halfHour);
  const question = { item, markets: [market], now: halfHour * halfHourMs };
  const { past } = parseHistory(JSON.parse(new TextDecoder().decode(bytes)), question);
  const told = past?.markets[0];
  return {
    days: told?.days.map(([day, ...prices]) => [isoDay(day), ...prices] as const) ?? [],
    recent: told?.recent.map(([at, price]) => [isoHalfHour(at / halfHourMs), price] as const) ?? [],
  };
}

interface Told {
  readonly item: string;
  readonly market: MarketId;
  readonly days: number;
}

test('a history answers what was recorded, over days, restarts, cuts and clocks that step back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 40 }), async (steps, days) => {
      const database = openDatabase(':memory:');
      const { killable, killAfter } = killableDatabase(database);
      const reference = new ReferenceHistory();
      // Two items a block, so that items have neighbours in their blocks and beyond.
      const open = (): History => openHistory(killable, 2);
      let history = open();
      let [halfHour, latest] = [firstHalfHour, firstHalfHour];
      /** Returns whether all of the work was done; else the process has started again. */
      const survives = async (writes: number, work: () => Promise<unknown>): Promise<boolean> => {
        killAfter(writes);
        const isDone = await work().then(
          () => true,
          (error) => !String(error).includes('killed'),
        );
        killAfter(Infinity);
        if (!isDone) history = open();
        return isDone;
      };
      for (const one of steps) {
        if (one.kind === 'restart') history = open();
        if (one.kind === 'roll-up') {
          reference.rollUp(latest);
          // What was cut off is done at the next roll-up, which comes soon after a start.
          if (!(await survives(one.killedAfter, () => history.rollUp(latest)))) await history.rollUp(latest);
        }
        if (one.kind !== 'record') continue;
        halfHour += one.after;
        latest = Math.max(latest, halfHour);
        const present = { halfHour, isSteady: false };
        const isRecorded = await survives(one.killedAfter, () => history.record(one.markets, present));
        if (isRecorded) reference.record(one.markets, halfHour);
      }
      await history.rollUp(latest);
      for (const item of names) {
        const answer = marketsIn(history.body({ item, markets: marketIds, days }, latest));
        for (const market of marketIds) {
          const expected = reference.read(item, market, days, latest);
          expect(answer[market] ?? { days: [], recent: [] }, `${item} on ${market}`).toEqual(expected);
          expect(asTold(history, { item, market, days }, latest), `${item} on ${market}`).toEqual(expected);
        }
      }
      const changes = JSON.parse(
        new TextDecoder().decode((await history.changes(latest)) ?? new Uint8Array([123, 125])),
      );
      for (const item of names) {
        const expected = reference.changes(item, latest);
        const isKnown = expected.flat().some((change) => change !== null);
        expect(changes.items?.[item], item).toEqual(isKnown ? expected : undefined);
      }
      database.close();
    }),
    { numRuns: runs(60) },
  );
});

test('the past of an item that was never recorded is not known', async () => {
  const database = openDatabase(':memory:');
  const history = openHistory(database, 32);
  expect(history.body({ item: 'x', markets: ['steam'], days: 9 }, firstHalfHour)).toBeUndefined();
  expect(await history.changes(firstHalfHour)).toBeUndefined();
  database.close();
});

test('160,000 new items at once are recorded', { tags: ['full'] }, async () => {
  const history = openHistory(openDatabase(':memory:'), 32);
  const told = new Map(Array.from({ length: 160_000 }, (_, at) => [`Item ${at}`, 7]));
  expect(
    (await history.record(new Map([['youpin', told]]), { halfHour: firstHalfHour, isSteady: true })).markets,
  ).toEqual(['youpin']);
  expect(history.summary(firstHalfHour).items).toBe(160_000);
});

test('a market that is not chosen any more loses its half hours after seven days, and its days after 400', async () => {
  const database = openDatabase(':memory:');
  const history = openHistory(database, 2);
  const observe = (day: number, ...chosen: string[]) => {
    const halfHour = firstHalfHour + day * halfHoursPerDay;
    return history
      .record(new Map(chosen.map((market) => [market, new Map([['x', 500]])])), { halfHour, isSteady: true })
      .then(() => history.rollUp(halfHour));
  };
  const rowsOf = (table: string) =>
    Number(database.all(`SELECT COUNT(*) AS n FROM ${table} WHERE market = 'youpin'`)[0]?.['n']);
  await observe(0, 'buff163', 'youpin');
  for (const day of [1, 2, 7, 8]) await observe(day, 'buff163');
  expect([rowsOf('recent'), rowsOf('days'), rowsOf('observations')]).toEqual([1, 1, 1]);
  for (const day of [9, 10]) await observe(day, 'buff163');
  expect([rowsOf('recent'), rowsOf('days'), rowsOf('observations')]).toEqual([0, 1, 0]);
  for (const day of [450, 451]) await observe(day, 'buff163');
  expect(rowsOf('days')).toBe(0);
  expect(database.all('PRAGMA freelist_count')).toEqual([{ freelist_count: 0 }]);
  database.close();
});
