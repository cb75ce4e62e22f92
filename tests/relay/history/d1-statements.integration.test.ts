import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeInserts } from '#relay/history/d1.ts';
import type { SqlDatabase, SqlStatement } from '#relay/history/database.ts';
import { openHistory } from '#relay/history/history.ts';
import { openSqlite } from '#relay/history/sqlite.ts';
import { slotsPerDay } from '#relay/history/time.ts';
import { runs } from '../../seed.ts';

const noWaiting = async (): Promise<void> => undefined;
const insert = 'INSERT INTO t (a, b, c) VALUES (?, ?, ?)';
const statement = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 9 }), fc.string({ maxLength: 9 }), fc.uint8Array({ maxLength: 50 }))
    .map((params): SqlStatement => ({ sql: insert, params })),
  fc.integer({ min: 0, max: 9 }).map((a): SqlStatement => ({ sql: 'DELETE FROM t WHERE a = ?', params: [a] })),
);

async function contentAfter(statements: readonly SqlStatement[]) {
  const database = openSqlite(':memory:');
  await database.batch([{ sql: 'CREATE TABLE t (a, b, c)', params: [] }, ...statements]);
  const rows = await database.all('SELECT a, b, c FROM t ORDER BY rowid');
  database.close();
  return rows;
}

test('merged inserts do what the single ones do, within the limits of D1', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { maxLength: 120 }), async (statements) => {
      const merged = mergeInserts(statements);
      for (const { sql, params } of merged) {
        expect(params.length).toBeLessThanOrEqual(100);
        expect(sql.match(/\?/g)).toHaveLength(params.length);
      }
      expect(await contentAfter(merged)).toEqual(await contentAfter(statements));
    }),
    { numRuns: runs(50) },
  );
});

test('rows that are large are not merged beyond what D1 takes', () => {
  const large: SqlStatement = { sql: insert, params: [1, 'x', new Uint8Array(400_000)] };
  expect(mergeInserts([large, large, large, large, large]).map(({ params }) => params.length)).toEqual([6, 6, 3]);
});

test('the first look and the end of a day stay under the 1,000 statements of a call', async () => {
  const sqlite = openSqlite(':memory:');
  let count = 0;
  const database: SqlDatabase = {
    all: (...query) => {
      count++;
      return sqlite.all(...query);
    },
    batch: (statements) => {
      const merged = mergeInserts(statements);
      count += merged.length;
      return sqlite.batch(merged);
    },
  };
  const history = await openHistory(database, 256, noWaiting);
  const prices = new Map(Array.from({ length: 40_000 }, (_, at) => [`Item ${at} | Finish (Factory New)`, 100 + at]));
  const markets = new Map(['buff163', 'youpin', 'csfloat'].map((market) => [market, prices]));
  const slot = 20_473 * slotsPerDay;
  const counted = async (work: Promise<unknown>): Promise<number> => {
    count = 0;
    await work;
    return count;
  };
  expect(await counted(history.record(markets, slot))).toBeLessThan(1000);
  expect(await counted(history.record(markets, slot + slotsPerDay))).toBeLessThan(100);
  expect(await counted(history.rollUp(slot + slotsPerDay))).toBeLessThan(300);
  expect(await counted(history.changes(slot + slotsPerDay))).toBeLessThan(100);
  sqlite.close();
});
