import { expect, test } from 'vitest';
import { maxUnlistedNames, noNumber, packTable, withNames } from '#data/catalogue/pack-table.ts';
import type { PriceTable } from '#data/catalogue/price-table.ts';
import { rowsOf } from '../row-buffer-of.ts';
import { tableOf, tableOfNames } from '../table-of.ts';

const numbered = (start: string, count: number) => Array.from({ length: count }, (_, at) => `${start} ${at}`);
const priced = (names: readonly string[], cents = 1) =>
  names.map((name) => [name, { buff163: cents, inflated: false }] as const);
/** Other names that come near: known, they make an assembled name ambiguous. */
const isKnown = (table: PriceTable, name: string) => table.find(name.toUpperCase(), true) === undefined;

test('names keep their numbers, whatever order and other names a later feed tells', () => {
  const first = tableOfNames(['a', 'b', 'c']);
  const { table, added, firstAdded, numbers } = packTable(rowsOf(priced(['x', 'c', 'a', 'y'], 7)), first);
  expect(table.catalogue).toBe(first.catalogue);
  expect([added, firstAdded, [...numbers]]).toEqual([['x', 'y'], 3, [3, 2, 0, 4]]);
  expect(['a', 'b', 'c', 'x', 'y'].map(table.numberOf)).toEqual([0, 1, 2, 3, 4]);
  expect(['a', 'b', 'c', 'x', 'y'].map((name) => table.find(name)?.quote.buff163)).toEqual([7, undefined, 7, 7, 7]);
});

test('names of which a feed tells no more stay known within the bound, and beyond it a new catalogue begins', () => {
  const now = numbered('NOW', 50);
  const within = tableOfNames(numbered('old', maxUnlistedNames));
  const kept = tableOf(priced([...now, ...numbered('OLD', 9)]), within);
  expect(kept.catalogue).toBe(within.catalogue);
  expect(numbered('old', 9).filter((name) => !isKnown(kept, name))).toEqual([]);
  const beyond = tableOf(priced(['other']), kept);
  expect(beyond.catalogue).not.toBe(kept.catalogue);
  expect([beyond.rows, beyond.find('other')?.quote.buff163]).toEqual([1, 1]);
});

test('a table without changes is byte for byte the one before', () => {
  const first = tableOfNames(numbered('n', 70));
  expect(tableOf(priced(numbered('n', 70), 100), first).fingerprint).toBe(first.fingerprint);
  expect(tableOf(priced(numbered('n', 70), 101), first).fingerprint).not.toBe(first.fingerprint);
});

test('names of another feed are added within the bound, without prices', () => {
  const table = tableOfNames(['a']);
  expect(withNames(table, ['a']).table).toBe(table);
  const { numbers, ...grown } = withNames(table, ['n', 'a', 'm'], 1);
  expect([grown.added, [...numbers]]).toEqual([['n'], [1, 0, noNumber]]);
  expect(grown.table.find('n')).toBeUndefined();
  expect(grown.table.find('a')?.quote.buff163).toBe(100);
  expect(withNames(table, numbered('n', maxUnlistedNames + 5)).table.rows).toBe(1 + maxUnlistedNames);
});
