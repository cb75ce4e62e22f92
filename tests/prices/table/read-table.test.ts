import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Quote } from '#core/quote.ts';
import { hashName } from '#prices/table/name-hash.ts';
import { openTable } from '#prices/table/read-table.ts';
import { packTable } from '#prices/table/write-table.ts';
import { runs } from '../../seed.ts';
import { rowsOf } from '../row-buffer-of.ts';

function flipped(buffer: ArrayBuffer, bit: number): ArrayBuffer {
  const bytes = new Uint8Array(buffer.slice(0));
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return bytes.buffer;
}

/** The result of each look-up; none when the table cannot be opened. */
function resultsOf(buffer: ArrayBuffer, rows: readonly (readonly [string, Quote])[]): string[] {
  try {
    const table = openTable(buffer);
    return rows.map(([name, expected]) => resultOf(() => table.find(name)?.quote, expected));
  } catch {
    return [];
  }
}

function resultOf(find: () => Quote | undefined, expected: Quote): string {
  try {
    const found = find();
    if (found === undefined) return 'none';
    return isDeepStrictEqual(found, expected) ? 'true' : 'wrong';
  } catch {
    return 'damaged';
  }
}

describe('the packed table', () => {
  test('is refused when it is truncated', () => {
    const { buffer } = packTable(rowsOf([['AK-47 | Redline (Field-Tested)', { buff163: 100, inflated: false }]]));
    for (let end = 0; end < buffer.byteLength; end++) expect(() => openTable(buffer.slice(0, end))).toThrow();
  });

  test('with any bit flipped gives the right price, none, or an error, and the right prices elsewhere', () => {
    const rows = Array.from({ length: 70 }, (_, at): [string, Quote] => [
      `Sticker | Number ${at} (Holo)`,
      { buff163: at + 1, csfloat: at + 3, liquidity: at % 100, inflated: at % 2 === 1 },
    ]);
    const { buffer } = packTable(rowsOf(rows));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: buffer.byteLength * 8 - 1 }), (bit) => {
        const results = resultsOf(flipped(buffer, bit), rows);
        expect(results.filter((answer) => answer === 'wrong')).toEqual([]);
        // The search itself reads the first column, and may miss more than the damaged rows by it. The row behind a
        // damaged block is refused with it, for a twin may stand in front.
        if (bit >= (16 + 70 * 4) * 8) expect(results.filter((answer) => answer !== 'true').length).toBeLessThan(10);
      }),
      { numRuns: runs(500) },
    );
  });

  test('with a damaged hash gives no name the price of the same name in other capitals', () => {
    const rows = Array.from({ length: 800 }, (_, at): [string, Quote] => [
      `Sticker | ${['niko', 'NiKo', 's1mple'][at % 3]} | Event ${Math.floor(at / 3)}`,
      { buff163: at + 1, inflated: false },
    ]);
    const { buffer } = packTable(rowsOf(rows));
    const lastOfBlocks = Array.from({ length: 100 }, (_, block) => block * 8 + 7);
    const highest = lastOfBlocks.map((row) => (16 + row * 4) * 8 + 31);
    const wrong = highest.filter((bit) => resultsOf(flipped(buffer, bit), rows).includes('wrong'));
    expect(wrong).toEqual([]);
  });

  test('with a changed price, name or flag throws', () => {
    const name = 'AK-47 | Redline (Field-Tested)';
    const { buffer } = packTable(rowsOf([[name, { buff163: 100, liquidity: 9, inflated: true }]]));
    const column = { buff163: 6 * 4, youpin: 7 * 4, spelling: 5 * 4, low: 9 * 4, extras: 9 * 4 + 2, sum: 40 };
    for (const [part, byte] of Object.entries(column))
      expect(() => openTable(flipped(buffer, byte * 8)).find(name), part).toThrow('damaged');
  });

  test('with rows and checksums of another table throws', () => {
    const names = Array.from({ length: 16 }, (_, at) => `Sticker | Number ${at}`);
    const of = (cents: number) =>
      packTable(rowsOf(names.map((name) => [name, { buff163: cents, inflated: false }]))).buffer;
    const mixed = new Uint8Array(of(1));
    const earlier = new Uint8Array(of(2));
    const [header, row, sums] = [16, 4, 16 + 16 * 24];
    const [firstPrices, firstSum] = [header + 2 * 16 * row, sums];
    mixed.set(earlier.subarray(firstPrices, firstPrices + 8 * row), firstPrices);
    mixed.set(earlier.subarray(firstSum, firstSum + 4), firstSum);
    const results = resultsOf(
      mixed.buffer,
      names.map((name) => [name, { buff163: 1, inflated: false }]),
    );
    expect(results).not.toContain('wrong');
    expect(results).toContain('damaged');
    expect(results).toContain('true');
  });

  test('is byte for byte the same as when this format was introduced', async () => {
    const rows = Array.from({ length: 20 }, (_, at): [string, Quote] => [
      `${at % 3 ? 'Sticker' : '★ StatTrak™ Knife'} | Number ${at}${at % 4 ? '' : '(Holo)'}`,
      {
        buff163: at + 1,
        ...(at % 2 ? { youpin: at * 1000 } : { csfloat: 0xffff_fffe - at }),
        liquidity: at * 2.5,
        inflated: at % 5 === 0,
      },
    ]);
    const digest = await crypto.subtle.digest('SHA-256', packTable(rowsOf(rows)).buffer);
    expect(Buffer.from(digest).toString('hex')).toBe(
      'afc875e8581435af1589a3835b2c75ed1162b1085bcb350822fe918c7c3ac0a1',
    );
  });

  test('has no prices of names whose whole hash collides and whose prices differ', () => {
    const hash = new Uint32Array(3);
    const capitals = (name: string) => {
      hashName(name, hash);
      return hash[2] ?? 0;
    };
    const letters = [...'abcdefghijklmnopqrs'];
    const spelled = Array.from({ length: 2 ** 19 }, (_, mask) =>
      letters.map((letter, at) => (mask & (1 << at) ? letter.toUpperCase() : letter)).join(''),
    );
    const colliding = [...Map.groupBy(spelled, capitals).values()].find(({ length }) => length === 2) ?? [];
    const packed = packTable(rowsOf(colliding.map((name, at) => [name, { buff163: at + 1, inflated: false }])));
    expect(colliding).toHaveLength(2);
    expect(packed).toMatchObject({ items: 0, ambiguous: 1 });
    expect(colliding.map((name) => openTable(packed.buffer).find(name))).toEqual([undefined, undefined]);
  });

  test('has another fingerprint with other prices', () => {
    const fingerprint = (cents: number) =>
      openTable(packTable(rowsOf([['x', { buff163: cents, inflated: false }]])).buffer).fingerprint;
    expect(fingerprint(1)).not.toBe(fingerprint(2));
  });

  test('of 40,000 items takes less than a megabyte and finds each of them', () => {
    const rows = Array.from({ length: 40_000 }, (_, at): [string, Quote] => [
      `Sticker | Number ${at} (Holo)`,
      { buff163: at + 1, youpin: at + 2, csfloat: at + 3, liquidity: at % 100, inflated: at % 2 === 1 },
    ]);
    const packed = packTable(rowsOf(rows));
    const table = openTable(packed.buffer);
    expect(packed).toMatchObject({ items: 40_000, ambiguous: 0 });
    expect(packed.buffer.byteLength).toBeLessThan(1_000_000);
    expect(
      rows.filter(([name, { buff163, liquidity }]) => {
        const found = table.find(name);
        return found?.quote.buff163 !== buff163 || found?.quote.liquidity !== liquidity;
      }),
    ).toEqual([]);
    expect(rows.filter(([name]) => table.find(`${name}!`))).toEqual([]);
  });
});
