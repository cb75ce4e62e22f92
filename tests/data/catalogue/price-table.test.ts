import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Quote } from '#core/prices/quote.ts';
import { hashName } from '#data/catalogue/name-hash.ts';
import { openTable } from '#data/catalogue/price-table.ts';
import { runs } from '../../seed.ts';
import { tableOf, tableOfNames } from '../table-of.ts';

function flipped(buffer: ArrayBuffer, bit: number): ArrayBuffer {
  const bytes = new Uint8Array(buffer.slice(0));
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return bytes.buffer;
}

describe('the packed table', () => {
  test('is refused when it is truncated', () => {
    const { buffer, catalogue } = tableOfNames(['AK-47 | Redline (Field-Tested)']);
    for (let end = 0; end < buffer.byteLength; end++)
      expect(() => openTable(buffer.slice(0, end), catalogue)).toThrow('damaged');
  });

  test('is refused with any bit flipped', () => {
    const { buffer, catalogue } = tableOf(
      Array.from({ length: 70 }, (_, at): [string, Quote] => [
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
    const rows = Array.from({ length: 20 }, (_, at): [string, Quote] => [
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
      'c959477446503c039bd83e5ef19643e548de283105e92ad567c4fe9890cb57c3',
    );
  });

  test('has no prices of names whose whole hash collides', () => {
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
    const table = tableOf(colliding.map((name, at) => [name, { buff163: at + 1, inflated: false }]));
    expect(colliding).toHaveLength(2);
    expect(colliding.map((name) => table.find(name))).toEqual([undefined, undefined]);
  });

  test('of 40,000 items takes at most 1.2 megabytes and finds each of them', () => {
    const rows = Array.from({ length: 40_000 }, (_, at): [string, Quote] => [
      `Sticker | Number ${at} (Holo)`,
      { buff163: at + 1, youpin: at + 2, csfloat: at + 3, liquidity: at % 100, inflated: at % 2 === 1 },
    ]);
    const table = tableOf(rows);
    expect(table.buffer.byteLength).toBeLessThan(1_200_000);
    expect(
      rows.filter(([name, { buff163, liquidity }]) => {
        const found = table.find(name);
        return found?.quote.buff163 !== buff163 || found?.quote.liquidity !== liquidity;
      }),
    ).toEqual([]);
    expect(rows.filter(([name]) => table.find(`${name}!`))).toEqual([]);
  });
});
