import { describe, expect, test } from 'vitest';
import { normaliseName } from '#core/items/names.ts';
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
    'ak-47',
  ])('of %j differs from that of its usual spelling in the last word alone', (name) => {
    const usual = name === 'ak-47' ? 'AK-47' : normaliseName(name);
    expect(hashOf(name, 2)).toBe(hashOf(usual, 2));
    expect(hashOf(name) === hashOf(usual)).toBe(name === usual);
  });

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
