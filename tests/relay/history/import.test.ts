import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openHistory } from '#relay/history/history.ts';
import { readImportFile } from '#relay/history/import-file.ts';
import { halfHourOf } from '#relay/history/time.ts';
import { openDatabase } from '#relay/store/database.ts';

const now = Date.UTC(2026, 10, 24, 12);
const item = 'AK-47 | Redline (Field-Tested)';
const comma = 'Sticker | Hello, World (Foil)';
const price = (day: string, cents: number, name = item) => ({
  name,
  market: 'youpin' as const,
  time: Date.parse(`${day}T10:00:00Z`),
  price: cents,
});

describe('a file of older prices', () => {
  test.each([
    [
      'commas',
      `name,market,time,cents\n${item},youpin,2026-11-01T10:00:00Z,4000\n"${comma}",youpin,2026-11-02T10:00:00Z,7\n`,
    ],
    [
      'semicolons',
      `cents;time;market;name\r\n4000;2026-11-01T10:00:00Z;youpin;${item}\r\n7;2026-11-02T10:00:00Z;youpin;${comma}\r\n`,
    ],
    [
      'tabs and a byte order mark',
      `\uFEFFName\tMarket\tTime\tCents\n${item}\tyoupin\t1793527200\t4000\n${comma}\tyoupin\t1793613600000\t7`,
    ],
    [
      'JSON',
      JSON.stringify([
        { name: item, market: 'youpin', time: '2026-11-01T10:00:00Z', cents: 4000 },
        { name: comma, market: 'youpin', time: 1793613600, cents: '7' },
      ]),
    ],
    [
      'JSON lines',
      `{"name":"${item}","market":"youpin","time":1793527200,"cents":4000}\n\n{"name":"${comma}","market":"youpin","time":1793613600,"cents":7}\n`,
    ],
  ])('is read with %s', (_, text) =>
    expect(readImportFile(text, now)).toEqual({
      prices: [price('2026-11-01', 4000), price('2026-11-02', 7, comma)],
      badCount: 0,
      bad: [],
    }),
  );

  test.each([
    [{ name: '<b>', market: 'youpin', time: '2026-11-01', cents: 1 }, 'name'],
    [{ name: item, market: 'merchant', time: '2026-11-01', cents: 1 }, 'market'],
    [{ name: item, market: 'youpin', time: '2026-11-24', cents: 1 }, 'time'],
    [{ name: item, market: 'youpin', time: '2026-11-01 10:00', cents: 1 }, 'time'],
    [{ name: item, market: 'youpin', time: '2024-11-01', cents: 1 }, 'time'],
    [{ name: item, market: 'youpin', time: '2026-02-30', cents: 1 }, 'time'],
    [{ name: item, market: 'youpin', time: '2026-06-31T10:00:00+02:00', cents: 1 }, 'time'],
    [{ name: item, market: 'youpin', time: '2026-11-01', cents: 0 }, 'price'],
    [{ name: item, market: 'youpin', time: '2026-11-01', cents: 1.5 }, 'price'],
    [{ name: item, market: 'youpin', time: '2026-11-01', cents: '=1' }, 'price'],
    [[], 'shape'],
    [null, 'shape'],
  ])('leaves out a row such as %j: %s', (row, problem) => {
    const good = { name: item, market: 'youpin', time: '2026-11-01T10:00:00Z', cents: 5 };
    expect(readImportFile(JSON.stringify([row, good]), now)).toEqual({
      prices: [price('2026-11-01', 5)],
      badCount: 1,
      bad: [{ row: 1, problem }],
    });
  });

  test.each([['<html></html>'], ['a,b\n1,2'], ['[1,'], ['']])('of another kind is refused: %j', (text) =>
    expect(() => readImportFile(text, now)).toThrow(TypeError),
  );

  test('of any text is read or refused with a reason', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.boolean(), (text, withHeader) => {
        try {
          readImportFile(withHeader ? `name,market,time,cents\n${text}` : text, now);
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError);
        }
      }),
    );
  });
});

test('imported days are there, and recorded ones win over them', async () => {
  const database = openDatabase(':memory:');
  const history = openHistory(database, 2);
  const recordedAt = Date.UTC(2026, 10, 3, 9);
  await history.record(new Map([['youpin', new Map([[item, 5000]])]]), {
    halfHour: halfHourOf(recordedAt),
    isSteady: true,
  });
  await history.rollUp(halfHourOf(recordedAt + 864e5));
  await history.import([
    price('2026-11-01', 4000),
    { ...price('2026-11-01', 3000), time: Date.parse('2026-11-01T12:00:00Z') },
    price('2026-11-03', 1),
    price('2026-11-02', 7, comma),
  ]);
  const read = async (name: string) =>
    history.read({ item: name, markets: ['youpin'], days: 60 }, halfHourOf(now))?.['youpin'];
  expect((await read(item))?.days).toEqual([
    ['2026-11-01', 3000, 4000, 3000],
    ['2026-11-03', 5000, 5000, 5000],
  ]);
  expect((await read(comma))?.days).toEqual([['2026-11-02', 7, 7, 7]]);
  expect(history.summary(halfHourOf(now))).toMatchObject({ since: '2026-11-01', items: 2 });
  database.close();
});

test('an import of invented names leaves room for the items of the price API, and says how many it left out', async () => {
  const database = openDatabase(':memory:');
  const history = openHistory(database, 32);
  const invented = Array.from({ length: 51_000 }, (_, at) => price('2026-11-01', 5, `Invented ${at}`));
  expect(await history.import([...invented, price('2026-11-01', 6)])).toBe(1001);
  const present = { halfHour: halfHourOf(now), isSteady: true };
  await history.record(new Map([['youpin', new Map([[item, 8]])]]), present);
  const read = (name: string) =>
    history.read({ item: name, markets: ['youpin'], days: 60 }, present.halfHour)?.['youpin'];
  expect(read(item)?.recent).toHaveLength(1);
  // A name that the price API has needs no place of the imports' share.
  expect(await history.import([price('2026-11-01', 9), price('2026-11-01', 9, 'Invented 50999')])).toBe(1);
  expect(read(item)?.days).toEqual([['2026-11-01', 9, 9, 9]]);
  // One that it has after the import frees its place.
  await history.record(new Map([['buff163', new Map([['Invented 7', 5]])]]), present);
  expect(await openHistory(database, 32).import([price('2026-11-01', 9, 'Invented 50999')])).toBe(0);
  database.close();
});

test('160,000 new items at once are recorded', async () => {
  const history = openHistory(openDatabase(':memory:'), 32);
  const told = new Map(Array.from({ length: 160_000 }, (_, at) => [`Item ${at}`, 7]));
  const present = { halfHour: halfHourOf(now), isSteady: true };
  expect((await history.record(new Map([['youpin', told]]), present)).markets).toEqual(['youpin']);
  expect(history.summary(present.halfHour).items).toBe(160_000);
});
