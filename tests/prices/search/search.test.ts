import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inSearchOrder } from '#prices/search/name-store.ts';
import { search } from '#prices/search/search.ts';
import { buildIndex } from '#prices/search/search-index.ts';
import { everyName } from '../../core/every-name.ts';
import { queries } from '../search-queries.ts';

const index = buildIndex(inSearchOrder(everyName));
const first = (query: string): string | undefined => search(index, query, 20)[0];

describe('search', () => {
  test.each(queries)('%s → %s', (query, name) => {
    expect(first(query)).toBe(name);
  });

  test('brings no more than it is asked for, and nothing twice', () => {
    for (const limit of [0, 1, 6, 20]) {
      const found = search(index, 'a', limit);
      expect(found).toHaveLength(limit);
      expect(new Set(found).size).toBe(limit);
    }
  });

  test('what nobody asked for comes last: StatTrak™ and Souvenir, slabs', () => {
    const plain = search(index, 'awp asiimov', 20).map((name) => name.startsWith('StatTrak™'));
    expect(plain).toEqual([false, false, false, true, true, true]);
    expect(search(index, 'crown foil', 2)).toEqual(['Sticker | Crown (Foil)', 'Sticker Slab | Crown (Foil)']);
  });

  test('of equals the best wear comes first', () => {
    expect(search(index, 'awp asiimov', 3)).toEqual([
      'AWP | Asiimov (Field-Tested)',
      'AWP | Asiimov (Well-Worn)',
      'AWP | Asiimov (Battle-Scarred)',
    ]);
  });

  test('what is mistyped finds nothing where something fits as it is', () => {
    const small = buildIndex(['Sticker | Lure', 'AWP | Dragon Lore (Factory New)']);
    expect(search(small, 'lure', 20)).toEqual(['Sticker | Lure']);
    expect(search(small, 'dragon lure', 20)).toEqual(['AWP | Dragon Lore (Factory New)']);
  });

  test('digits and the first letter have to be right', () => {
    const small = buildIndex(['Sticker | Titan | Katowice 2014']);
    for (const query of ['katowice 2015', 'titan kato15', 'ditan']) expect(search(small, query, 20)).toEqual([]);
  });

  test('two names that differ in capitals alone are each found by their own', () => {
    const small = buildIndex(['Sticker | NiKo', 'Sticker | niko']);
    for (const name of small.names) expect(search(small, name, 1)).toEqual([name]);
  });

  test('an index without names finds nothing', () => {
    expect(search(buildIndex([]), 'ak', 20)).toEqual([]);
  });
});

describe('search, whatever comes', () => {
  const anyName = fc.constantFrom(...everyName);

  test('every fortieth name is the first that its own text finds', () => {
    const lost = everyName.filter((name, at) => at % 40 === 0 && first(name) !== name);
    expect(lost).toEqual([]);
  });

  test('a name’s words find it in any order', () => {
    const shuffled = anyName.chain((name) => {
      const words = name.split(/[^\p{L}\p{N}'’]+/u).filter(Boolean);
      return fc.tuple(fc.constant(name), fc.shuffledSubarray(words, { minLength: words.length }));
    });
    fc.assert(
      fc.property(shuffled, ([name, words]) => search(index, words.join(' '), 20).includes(name)),
      { numRuns: 300 },
    );
  });

  test('no text makes it throw, and what it finds are names of the list', () => {
    const known = new Set(everyName);
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 100 }), fc.string({ maxLength: 100 }));
    fc.assert(
      fc.property(text, (query) => search(index, query, 20).every((name) => known.has(name))),
      { numRuns: 300 },
    );
  });

  test('one letter left out, doubled, changed or swapped behind the first still finds it', () => {
    const words = ['karambit', 'butterfly', 'printstream', 'redline', 'asiimov', 'gloves'];
    const slip = fc.tuple(fc.constantFrom(...words), fc.nat(), fc.constantFrom('omit', 'double', 'change', 'swap'));
    fc.assert(
      fc.property(slip, ([word, seed, kind]) => {
        const small = buildIndex([`x | ${word}`]);
        expect(search(small, slipped(word, 1 + (seed % (word.length - 2)), kind), 1)).toEqual([`x | ${word}`]);
      }),
    );
  });
});

function slipped(word: string, at: number, kind: string): string {
  const [before, letter = '', after = ''] = [word.slice(0, at), word[at], word.slice(at + 1)];
  if (kind === 'omit') return before + after;
  if (kind === 'double') return before + letter + letter + after;
  if (kind === 'change') return `${before}${letter === 'q' ? 'z' : 'q'}${after}`;
  return before + (after[0] ?? '') + letter + after.slice(1);
}
