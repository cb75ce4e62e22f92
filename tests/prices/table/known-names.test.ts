import { expect, test } from 'vitest';
import type { Quote } from '#core/quote.ts';
import { dayOf, maxRememberedNames, maxTableRows } from '#prices/table/layout.ts';
import { openTable } from '#prices/table/read-table.ts';
import { packTable, withKnownNames } from '#prices/table/write-table.ts';
import { rowsOf } from '../row-buffer-of.ts';

const of = (cents: number): Quote => ({ buff163: cents, inflated: false });
const rows = (names: readonly string[]) => rowsOf(names.map((name, at) => [name, of(at + 1)]));
const numbered = (start: string, count: number) => Array.from({ length: count }, (_, at) => `${start} ${at}`);
/** Other names that come near: known, they make an assembled name ambiguous. */
const isKnown = (table: ReturnType<typeof openTable>, name: string) =>
  table.find(name.toUpperCase(), true) === undefined;

test('a table remembers the names that were told last, within its bound', () => {
  const [old, recent, now] = [
    numbered('old', maxRememberedNames),
    numbered('recent', 4000),
    [...numbered('OLD', maxRememberedNames), ...numbered('RECENT', 4000)],
  ];
  const first = openTable(packTable(rows(old), undefined, 1).buffer);
  const second = openTable(packTable(rows(recent), first.verifiedColumns(), 2).buffer);
  const third = openTable(packTable(rows(now), second.verifiedColumns(), 3).buffer);
  expect(third.verifiedColumns()?.high.length).toBe(now.length + maxRememberedNames);
  expect(recent.filter((name) => !isKnown(third, name))).toEqual([]);
  expect(old.filter((name) => !isKnown(third, name))).toHaveLength(4000);
  expect(now.filter((name) => !third.find(name)?.exact)).toEqual([]);
});

test('a name that is told without a price counts as told on that day', () => {
  const old = openTable(packTable(rows(numbered('old', maxRememberedNames)), undefined, 1).buffer);
  const bare = rowsOf([['recent', { liquidity: 0, inflated: false }]]);
  const told = openTable(packTable(bare, old.verifiedColumns(), 2).buffer);
  expect(told.find('recent')).toBeUndefined();
  const last = openTable(packTable(rows(['RECENT', 'x']), told.verifiedColumns(), 3).buffer);
  expect(isKnown(last, 'recent')).toBe(true);
});

test('a damaged table passes no names on', () => {
  const { buffer } = packTable(rows(['a', 'b']));
  new Uint32Array(buffer)[6] = 7;
  expect(openTable(buffer).verifiedColumns()).toBeUndefined();
});

test('names of another feed are added within the bound, and a full table opens', () => {
  const table = openTable(packTable(rows(['a'])).buffer).verifiedColumns();
  if (!table) throw new Error('no table');
  expect(withKnownNames(table, ['a', 'a'], 1)).toBeUndefined();
  const added = withKnownNames(table, numbered('n', maxRememberedNames + 5), 1);
  expect(added && openTable(added).verifiedColumns()?.high.length).toBe(1 + maxRememberedNames);
});

test('the day of a time fits into 16 bits, whatever the clock says', () => {
  expect(dayOf(Date.parse('2026-11-24T12:00:00Z'))).toBe(20_781);
  expect([Number.NaN, -1e15, 1e20].map(dayOf)).toEqual([0, 0, 0xffff]);
  expect(maxTableRows).toBeLessThan(2 ** 20);
});
