import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TableRow } from '#core/prices/offer.ts';
import { maxUnlistedNames, noNumber, packTable, withNames } from '#data/catalogue/pack-table.ts';
import { hashName, openTable, type PriceTable } from '#data/catalogue/price-table.ts';
import { runs } from '../../seed.ts';
import { rowsOf, tableOf, tableOfNames } from '../table-of.ts';

function flipped(buffer: ArrayBuffer, bit: number): ArrayBuffer {
  const bytes = new Uint8Array(buffer.slice(0));
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return bytes.buffer;
}

describe('the packed table', () => {
  test('is refused with any bit flipped', () => {
    const { buffer, catalogue } = tableOf(
      Array.from({ length: 70 }, (_, at): [string, TableRow] => [
        `Sticker | Number ${at} (Holo)`,
        { buff163: at + 1, csfloat: at + 3, liquidity: at % 100, inflated: at % 2 === 1 },
      ]),
    );
    expect(openTable(buffer, catalogue).rows).toBe(70);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: buffer.byteLength * 8 - 1 }), (bit) => {
        expect(() => openTable(flipped(buffer, bit), catalogue)).toThrow('damaged');
      }),
      { numRuns: runs(500) },
    );
  });

  test('is refused as that of another catalogue', () => {
    const { buffer } = tableOfNames(['a']);
    expect(() => openTable(buffer, tableOfNames(['a']).catalogue)).toThrow('damaged');
  });

  test('is byte for byte the same as when this format was introduced', async () => {
    const rows = Array.from({ length: 20 }, (_, at): [string, TableRow] => [
      `${at % 3 ? 'Sticker' : '★ StatTrak™ Knife'} | Number ${at}${at % 4 ? '' : '(Holo)'}`,
      {
        buff163: at + 1,
        ...(at % 2 ? { youpin: at * 1000 } : { csfloat: 0xffff_fffe - at }),
        liquidity: at * 2.5,
        inflated: at % 5 === 0,
      },
    ]);
    const { buffer } = tableOf(rows);
    // Without the checksum, which includes the catalogue.
    const digest = await crypto.subtle.digest('SHA-256', buffer.slice(4));
    expect(Buffer.from(digest).toString('hex')).toBe(
      'c513cb9bcb981aa57797163a55c27a48ed62f272b69076dd426fced298c997b8',
    );
  });

  test('has no prices of names whose whole hash collides', () => {
    const hash = new Uint32Array(3);
    const spellingOf = (name: string) => {
      hashName(name, hash);
      return hash[2] ?? 0;
    };
    const letters = [...'abcdefghijklmnopqrs'];
    const spelled = Array.from({ length: 2 ** 19 }, (_, mask) =>
      letters.map((letter, at) => (mask & (1 << at) ? letter.toUpperCase() : letter)).join(''),
    );
    const colliding = [...Map.groupBy(spelled, spellingOf).values()].find(({ length }) => length === 2) ?? [];
    const table = tableOf(colliding.map((name, at) => [name, { buff163: at + 1, inflated: false }]));
    expect(colliding).toHaveLength(2);
    expect(colliding.map((name) => table.find(name))).toEqual([undefined, undefined]);
  });

  test('of 40,000 items takes at most 1.2 megabytes and finds each of them', () => {
    const rows = Array.from({ length: 40_000 }, (_, at): [string, TableRow] => [
      `Sticker | Number ${at} (Holo)`,
      { buff163: at + 1, youpin: at + 2, csfloat: at + 3, liquidity: at % 100, inflated: at % 2 === 1 },
    ]);
    const table = tableOf(rows);
    expect(table.buffer.byteLength).toBeLessThan(1_200_000);
    expect(
      rows.filter(([name, { buff163, liquidity }]) => {
        const found = table.find(name);
        return found?.row.buff163 !== buff163 || found?.row.liquidity !== liquidity;
      }),
    ).toEqual([]);
    expect(rows.filter(([name]) => table.find(`${name}!`))).toEqual([]);
  });
});

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
  expect(['a', 'b', 'c', 'x', 'y'].map((name) => table.find(name)?.row.buff163)).toEqual([7, undefined, 7, 7, 7]);
});

test('names of which a feed tells no more stay known within the bound, and beyond it a new catalogue begins', () => {
  const now = numbered('NOW', 50);
  const within = tableOfNames(numbered('old', maxUnlistedNames));
  const kept = tableOf(priced([...now, ...numbered('OLD', 9)]), within);
  expect(kept.catalogue).toBe(within.catalogue);
  expect(numbered('old', 9).filter((name) => !isKnown(kept, name))).toEqual([]);
  const beyond = tableOf(priced(['other']), kept);
  expect(beyond.catalogue).not.toBe(kept.catalogue);
  expect([beyond.rows, beyond.find('other')?.row.buff163]).toEqual([1, 1]);
});

test('names of another feed are added within the bound, without prices', () => {
  const table = tableOfNames(['a']);
  expect(withNames(table, ['a']).table).toBe(table);
  const { numbers, ...grown } = withNames(table, ['n', 'a', ...numbered('m', maxUnlistedNames)]);
  expect([grown.table.rows, numbers[0], numbers[1], numbers.at(-1)]).toEqual([1 + maxUnlistedNames, 1, 0, noNumber]);
  expect(grown.table.find('n')).toBeUndefined();
  expect(grown.table.find('a')?.row.buff163).toBe(100);
});
