import { describe, expect, test } from 'vitest';
import { hashName } from '#data/catalogue/price-table.ts';
import { everyName } from '../../core/every-name.ts';

function hashOf(name: string, words = 3): string {
  const hash = new Uint32Array(3);
  hashName(name, hash);
  return hash.subarray(0, words).join();
}

describe('the hash of a name', () => {
  // Stored tables contain these hashes: another hash needs another format version.
  test.each([
    ['AK-47 | Redline (Field-Tested)', '609395802,1353503650,4237914078'],
    ['★ Karambit | Doppler (Factory New)', '2482555232,2238063039,3588000477'],
  ])('of %s never changes', (name, hash) => expect(hashOf(name)).toBe(hash));

  test('of every real name in another spelling differs from its own in the last word alone', () => {
    const respelled = everyName
      .map((name) => [name, name.replace(' ', '\u00a0')])
      .filter(([name, text]) => name !== text);
    expect(respelled.length).toBeGreaterThan(30_000);
    expect(respelled.filter(([name = '', text = '']) => hashOf(name, 2) !== hashOf(text, 2))).toEqual([]);
    expect(respelled.filter(([name = '', text = '']) => hashOf(name) === hashOf(text))).toEqual([]);
  });

  test('of no two real names is the same', () => {
    expect(new Set(everyName.map((name) => hashOf(name))).size).toBe(everyName.length);
  });

  test('is written at its position and nowhere else', () => {
    const hashes = new Uint32Array(9);
    hashName('AK-47', hashes, 3);
    expect([...hashes.subarray(0, 3), ...hashes.subarray(6)]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(hashes.subarray(3, 6).join()).toBe(hashOf('AK-47'));
  });
});
