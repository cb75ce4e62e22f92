import { describe, expect, test } from 'vitest';
import { normaliseName } from '#core/names.ts';
import { hashName } from '#prices/table/name-hash.ts';
import { everyName } from '../../core/every-name.ts';

function hashOf(name: string): string {
  const hash = new Uint32Array(3);
  hashName(name, hash);
  return hash.join();
}

describe('the hash of a name', () => {
  // Stored tables contain these hashes: another hash needs another format version.
  test.each([
    ['AK-47 | Redline (Field-Tested)', '3006880685,2397764137,353329273'],
    ['★ Karambit | Doppler (Factory New)', '723766156,2188959832,2199523687'],
  ])('of %s never changes', (name, hash) => expect(hashOf(name)).toBe(hash));

  test.each([
    ' AK-47',
    'AK-47 ',
    'AK-47  | Redline',
    'AK-47\u00a0| Redline',
    'AK-47 |\tRedline',
    'Sticker | Move It(Foil)',
    'Sticker | Move It ((Foil)',
    'Astral Jo\u0308rmungandr',
    '‘Two Times’ McCoy',
    '★ Karambit ',
    '(Foil)',
    '',
  ])('of %j is the hash of the normalised name', (name) => expect(hashOf(name)).toBe(hashOf(normaliseName(name))));

  test('of every real name in another spelling is the hash of the normalised name', () => {
    const spelled = everyName.map((name) => name.replace(' ', '\u00a0'));
    expect(spelled.filter((name) => hashOf(name) !== hashOf(normaliseName(name)))).toEqual([]);
  });

  test('is written at its position and nowhere else', () => {
    const hashes = new Uint32Array(9);
    hashName('AK-47', hashes, 3);
    expect([...hashes.subarray(0, 3), ...hashes.subarray(6)]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(hashes.subarray(3, 6).join()).toBe(hashOf('AK-47'));
  });
});
