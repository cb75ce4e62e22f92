import { describe, expect, test } from 'vitest';
import { prefixedTypes, readWear, wears } from '#core/items/item-kinds.ts';
import { buildName } from '#core/items/name-pieces.ts';
import { normaliseName } from '#core/items/names.ts';
import { everyName, lost, takeApart } from '../every-name.ts';

/** For tests with many names, on a busy machine. */
const slow = { timeout: 60_000 };

const typed = (type: string | undefined) => prefixedTypes.find((known) => known === type);
const abbreviation = (wear: string) => wear.replace(/[^A-Z]/g, '');

describe('buildName rebuilds every name shown', () => {
  /** Ways in which sites show a name (src/core/items/names.md, src/sites/<id>.md). */
  const ways: Record<string, (name: string) => string | undefined> = {
    'as it is': (base) => buildName({ base }),
    'all pieces apart': (name) => {
      const pieces = takeApart(name);
      return buildName({ ...pieces, type: typed(pieces.type) });
    },
    'wear abbreviated, ★ and ™ left out': (name) => {
      const { type, base, wear, statTrak, souvenir } = takeApart(name);
      const shown = `${statTrak ? 'StatTrak ' : ''}${souvenir ? 'Souvenir ' : ''}${base}`;
      return buildName({ base: shown, type: typed(type), wear: abbreviation(wear) });
    },
    'StatTrak™ before the ★, no space behind it': (name) => {
      const { type, base, wear, star, statTrak, souvenir } = takeApart(name);
      const shown = `${statTrak ? 'StatTrak™ ' : ''}${star ? '★' : ''}${base}${wear && ` (${abbreviation(wear)})`}`;
      return buildName({ base: shown, type: typed(type), souvenir });
    },
    'a finish behind the event': (name) =>
      buildName({ base: name.replace(/^(Sticker.*?) ?(\([^()]*\))( ? \| [^|]*)$/, '$1$3 $2') }),
    'a finish as a piece of its own': (name) => {
      const [, before = name, finish, event = ''] = /^(Sticker.*?) \(([^()]*)\)( ? \| [^|]*)?$/.exec(name) ?? [];
      return buildName({ base: before + event, finish });
    },
    'a wear shown on a vanilla knife': (name) =>
      name.startsWith('★') && !name.includes('|') ? buildName({ base: name, wear: 'FN' }) : name,
    'Vanilla written out': (name) =>
      name.startsWith('★') && !name.includes('|') ? buildName({ base: `${name} | Vanilla`, wear: 'Vanilla' }) : name,
    'a slash for a hyphen': (name) => buildName({ base: name.replace('Holo-Foil', 'Holo/Foil') }),
    'without letters beyond ASCII': (name) =>
      /[花脸壱弐]|Skeletá/.test(name) ? name : buildName({ base: plain(name) }),
  };

  test.each(Object.entries(ways))('%s', slow, (_, way) => expect(lost(everyName, normaliseName, way)).toEqual([]));
});

/** How sites transliterate or drop what is not ASCII. */
const plain = (name: string): string =>
  name.replace('龍王 (Dragon King)', 'Dragon King').replace('♥', ' ').normalize('NFD').replace(/\p{M}/gu, '');

describe('buildName', () => {
  test.each([
    [{ base: 'Karambit | Fade', wear: 'FN', statTrak: true }, '★ StatTrak™ Karambit | Fade (Factory New)'],
    [{ base: 'StatTrak(TM) AWP | Asiimov', wear: 'FT' }, 'StatTrak™ AWP | Asiimov (Field-Tested)'],
    [{ base: 'Crown (Foil)', type: 'Sticker' as const, finish: 'Foil' }, 'Sticker | Crown (Foil)'],
    [{ base: 'M4A4 | 龍王 (Dragon King)', wear: 'mw' }, 'M4A4 | 龍王 (Dragon King) (Minimal Wear)'],
    [{ base: 'M4A4 | 龍王', wear: 'FT' }, 'M4A4 | 龍王 (Dragon King) (Field-Tested)'],
    [{ base: 'NiP | Katowice 2019 (Holo)', type: 'Sticker' as const }, 'Sticker | NiP (Holo) | Katowice 2019'],
    [
      { base: 'NiP | Katowice 2019', type: 'Sticker' as const, finish: '(Foil)' },
      'Sticker | NiP (Foil) | Katowice 2019',
    ],
    [{ base: 'Skog, Metal', type: 'Music Kit' as const, statTrak: true }, 'StatTrak™ Music Kit | Skog, Metal'],
    [
      { base: 'Austin 2025 Highlight', type: 'Charm' as const, souvenir: true },
      'Souvenir Charm | Austin 2025 Highlight',
    ],
    [{ base: 'Hydra Gloves | Emerald', wear: 'Field-Tested' }, '★ Hydra Gloves | Emerald (Field-Tested)'],
    [{ base: '__proto__' }, '__proto__'],
  ])('%j makes %s', (pieces, name) => expect(buildName(pieces)).toBe(name));

  test.each([
    ['two wears', { base: 'AK-47 | Redline (Field-Tested)', wear: 'FN' }],
    ['an unknown wear', { base: 'AK-47 | Redline', wear: 'Shiny' }],
    ['a wear without a finish', { base: 'Kilowatt Case', wear: 'FN' }],
    ['StatTrak™ and Souvenir', { base: 'AK-47 | Redline', wear: 'FN', statTrak: true, souvenir: true }],
    ['a Souvenir knife', { base: '★ Karambit | Fade', wear: 'FN', souvenir: true }],
    ['nothing', { base: '' }],
    ['5,000 characters', { base: 'x'.repeat(5_000) }],
    ['markup', { base: '<b>AK-47</b> | Redline', wear: 'FT' }],
  ])('is undefined for %s', (_, pieces) => expect(buildName(pieces)).toBeUndefined());
});

describe('readWear', () => {
  test.each(wears.map((wear, index) => [wear, abbreviation(wear), `WearCategory${index}`]))(
    '%s, %s and %s are the same wear',
    (wear, ...others) => {
      for (const spelling of [wear, ...others, wear.toUpperCase(), ` ${wear.replace('-', ' ')} `])
        expect(readWear(spelling)).toBe(wear);
    },
  );

  test.each(['', 'WearCategoryNA', 'Vanilla', 'New', 'Dragon King', 'constructor'])('%j is no wear', (text) =>
    expect(readWear(text)).toBeUndefined(),
  );
});
