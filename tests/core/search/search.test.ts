import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foundRows, search } from '#core/search/search.ts';
import { buildIndex, inSearchOrder } from '#core/search/search-index.ts';
import { abbreviations, phaseFinishes } from '#core/search/vocabulary.ts';
import { runs } from '../../seed.ts';
import { everyName, takeApart } from '../every-name.ts';
import { queries } from './search-queries.ts';

const index = buildIndex(inSearchOrder(everyName));
const all = everyName.length;
const first = (query: string): string | undefined => search(index, query, 20)[0];

describe('search', () => {
  test.each(queries)('%s → %s', (query, name) => {
    expect(first(query)).toBe(name);
  });

  test('and the rows of all matches are the same names', () => {
    for (const query of ['', 'a', ...queries.slice(0, 40).map(([query]) => query), 'dragn lore', 'xyzzy']) {
      const found = foundRows(index, query);
      const rows = index.names.filter((_, row) => found[row]);
      expect(rows.toSorted()).toEqual(search(index, query, all).toSorted());
    }
  });

  test('returns at most as many names as asked for, each once', () => {
    for (const limit of [0, 1, 6, 20]) {
      const found = search(index, 'a', limit);
      expect(found).toHaveLength(limit);
      expect(new Set(found).size).toBe(limit);
    }
  });

  test('StatTrak™, Souvenir and slabs come last unless the query names them', () => {
    const plain = search(index, 'awp asiimov', 20).map((name) => name.startsWith('StatTrak™'));
    expect(plain).toEqual([false, false, false, true, true, true]);
    expect(search(index, 'crown foil', 2)).toEqual(['Sticker | Crown (Foil)', 'Sticker Slab | Crown (Foil)']);
  });

  test('typos are accepted only where nothing else matches', () => {
    const small = buildIndex(['Sticker | Lure', 'AWP | Dragon Lore (Factory New)']);
    expect(search(small, 'lure', 20)).toEqual(['Sticker | Lure']);
    expect(search(small, 'dragon lure', 20)).toEqual(['AWP | Dragon Lore (Factory New)']);
    const twins = ['Sticker | Bluck Dragon', 'Sticker | Black Dragon'];
    expect(search(buildIndex(twins), 'dragn blac', 1)).toEqual([twins[1]]);
  });

  test('a wrong digit and a wrong first letter are no typos', () => {
    const small = buildIndex(['Sticker | Titan | Katowice 2014']);
    for (const query of ['katowice 2015', 'titan kato15', 'titan kato 15', 'ditan'])
      expect(search(small, query, 20)).toEqual([]);
  });

  test('two names that differ in capitals or in their order alone are each found by their own', () => {
    const small = buildIndex(['Sticker | NiKo', 'Sticker | niko']);
    for (const name of small.names) expect(search(small, name, 1)).toEqual([name]);
    const turned = buildIndex(['Charm | Double Glock Down', 'Charm | Glock Double Down']);
    for (const name of turned.names) expect(search(turned, name.toLowerCase(), 1)).toEqual([name]);
  });

  test('an index without names finds nothing', () => {
    expect(search(buildIndex([]), 'ak', 20)).toEqual([]);
  });
});

describe('of equal matches', () => {
  const asiimovs = ['Field-Tested', 'Well-Worn', 'Battle-Scarred'].map((wear) => `AWP | Asiimov (${wear})`);

  test('the best wear comes first where no liquidity is known', () => {
    expect(search(index, 'awp asiimov', 3)).toEqual(asiimovs);
  });

  test('the more liquid item comes first, and items of unknown liquidity last', () => {
    const liquid = buildIndex(asiimovs, [undefined, 0, 74.5]);
    expect(search(liquid, 'asiimov', 3)).toEqual([asiimovs[2], asiimovs[1], asiimovs[0]]);
    expect(search(liquid, 'asiimov', 1)).toEqual([asiimovs[2]]);
  });

  test('liquidity beats the length of the weapon’s name, but not that of the finish', () => {
    const names = ['MAC-10 | Amber Fade (Factory New)', 'P90 | Fade (Factory New)', 'Glock-18 | Fade (Factory New)'];
    const liquid = buildIndex(names, [99, 5, 50]);
    expect(search(liquid, 'fade', 3)).toEqual([names[2], names[1], names[0]]);
  });

  test('liquidity brings no StatTrak™ item forward, and no worse match', () => {
    const names = [
      'AK-47 | Redline (Field-Tested)',
      'StatTrak™ AK-47 | Redline (Field-Tested)',
      'AWP | Red (Field-Tested)',
    ];
    const liquid = buildIndex(names, [1, 99, undefined]);
    expect(search(liquid, 'redline', 3)).toEqual([names[0], names[1]]);
    expect(search(liquid, 'red', 3)).toEqual([names[2], names[0], names[1]]);
  });

  test('any liquidity, too high, negative or no number, leaves all names findable', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.double(), fc.constant(undefined)), { minLength: 3, maxLength: 3 }),
        (liquidity) => {
          expect(search(buildIndex(asiimovs, liquidity), 'asiimov', 3).toSorted()).toEqual(asiimovs.toSorted());
        },
      ),
    );
  });
});

describe('every abbreviation', () => {
  test.each(Object.entries(abbreviations))('%s finds names with %s', (query, meaning) => {
    const byMeaning = search(index, query, all).find((name) => !wordsIn(name).includes(query)) ?? 'nothing';
    const words = [
      ...wordsIn(byMeaning),
      byMeaning.startsWith('★') ? 'knife' : '',
      / \| (FBI|SWAT|KSK|SAS|Sabre)/.test(byMeaning) ? 'agent' : '',
    ];
    expect(words).toEqual(expect.arrayContaining(meaning.split(' ')));
  });

  test.each(Object.entries(phaseFinishes))('karambit %s finds a %s', (query, finish) => {
    expect(wordsIn(first(`karambit ${query}`) ?? '')).toEqual(expect.arrayContaining(finish.split(' ')));
  });
});

/** Words of a text without the code under test. */
const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/[™'’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

describe('search for any name', () => {
  const anyName = fc.constantFrom(...everyName);
  /** Names with a finish of plain letters, and the finish's words. */
  const finishes = everyName.flatMap((name) => {
    const { base, wear } = takeApart(name);
    const [weapon = '', finish = ''] = base.split(' | ');
    const words = finish.split(' ');
    return wear && words.every((word) => /^[a-z]{2,}$/i.test(word)) ? [{ name, weapon, wear, words }] : [];
  });
  const anyFinish = (isWanted: (words: readonly string[]) => boolean) =>
    fc.constantFrom(...finishes.filter(({ words }) => isWanted(words)));
  const finds = (query: string, name: string) => search(index, query, all).includes(name);

  test('every hundredth name is the first that its own text finds', () => {
    const lost = everyName.filter((name, at) => at % 100 === 0 && first(name) !== name);
    expect(lost).toEqual([]);
  });

  test('a name’s words find it in any order', () => {
    const shuffled = anyName.chain((name) => {
      const words = name.split(/[^\p{L}\p{N}'’]+/u).filter(Boolean);
      return fc.tuple(fc.constant(name), fc.shuffledSubarray(words, { minLength: words.length }));
    });
    fc.assert(
      fc.property(shuffled, ([name, words]) => search(index, words.join(' '), 20).includes(name)),
      { numRuns: runs(100) },
    );
  });

  test('the initials of a finish of several words find it', () => {
    const several = anyFinish((words) => words.length > 1);
    fc.assert(
      fc.property(several, ({ name, weapon, wear, words }) =>
        finds(`${weapon} ${words.map((word) => word[0]).join('')} ${wear}`, name),
      ),
      { numRuns: runs(100) },
    );
  });

  test('a finish of several words is found when they are written as one', () => {
    const several = anyFinish((words) => words.length > 1 && words.length <= 4 && words.join('').length <= 24);
    fc.assert(
      fc.property(several, ({ name, weapon, words }) => finds(`${weapon} ${words.join('')}`, name)),
      { numRuns: runs(100) },
    );
  });

  test('a finish of one word is found when it is written as two', () => {
    const single = anyFinish((words) => words.length === 1 && (words[0] ?? '').length > 3);
    fc.assert(
      fc.property(single, fc.nat(), ({ name, weapon, words: [word = ''] }, seed) => {
        const at = 1 + (seed % (word.length - 1));
        return finds(`${weapon} ${word.slice(0, at)} ${word.slice(at)}`, name);
      }),
      { numRuns: runs(100) },
    );
  });

  test('every sticker of a major is found by two digits of its year', () => {
    const stickers = everyName.filter((name) => /^Sticker \| .* 20\d\d$/.test(name));
    fc.assert(
      fc.property(fc.constantFrom(...stickers), (name) => finds(name.replace(/20(\d\d)$/, '$1'), name)),
      { numRuns: runs(100) },
    );
  });

  test('"vanilla" finds exactly the knives without a finish', () => {
    const vanilla = everyName.filter((name) => name.startsWith('★') && !name.includes('|'));
    expect(search(index, 'vanilla', all).toSorted()).toEqual(vanilla.toSorted());
  });
});

describe('search for any text', () => {
  test('never throws, and finds only names of the index', () => {
    const known = new Set(everyName);
    const words = fc
      .array(fc.constantFrom(...index.vocabulary), { maxLength: 6 })
      .chain((some) => fc.constantFrom(' ', '', '-', '  | ').map((separator) => some.join(separator)));
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 100 }), fc.string({ maxLength: 100 }), words);
    fc.assert(
      fc.property(text, (query) => search(index, query, 20).every((name) => known.has(name))),
      { numRuns: runs(100) },
    );
  });

  test('one letter after the first that is missing, doubled, changed or swapped still finds a word', () => {
    const words = ['karambit', 'butterfly', 'printstream', 'redline', 'asiimov', 'gloves'];
    const slip = fc.tuple(fc.constantFrom(...words), fc.nat(), fc.constantFrom('omit', 'double', 'change', 'swap'));
    fc.assert(
      fc.property(slip, ([word, seed, kind]) => {
        const small = buildIndex([`x | ${word}`]);
        expect(search(small, mistype(word, 1 + (seed % (word.length - 2)), kind), 1)).toEqual([`x | ${word}`]);
      }),
    );
  });
});

function mistype(word: string, at: number, kind: string): string {
  const [before, letter = '', after = ''] = [word.slice(0, at), word[at], word.slice(at + 1)];
  if (kind === 'omit') return before + after;
  if (kind === 'double') return before + letter + letter + after;
  if (kind === 'change') return `${before}${letter === 'q' ? 'z' : 'q'}${after}`;
  return before + (after[0] ?? '') + letter + after.slice(1);
}
