import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attachedOf } from '#sites/steam.ts';

const block = (titles: readonly string[], name = 'sticker_info') => ({
  descriptions: [
    { type: 'html', value: ' ' },
    {
      type: 'html',
      name,
      value: `<br><div id="${name}" class="${name}"><center>${titles
        .map((title) => `<img width=64 height=48 src="https://x/y.png" title="${title}">`)
        .join('')}<br>Sticker: never read, from here</center></div>`,
    },
  ],
});
const attached = (...titles: string[]) => attachedOf(block(titles))?.attached;

describe('an item’s description', () => {
  test('tells stickers, patches and charms by the titles of their pictures', () => {
    expect(attached('Sticker: Crown (Foil)', 'Patch: Howl')).toEqual([
      { item: 'Sticker | Crown (Foil)' },
      { item: 'Patch | Howl' },
    ]);
    expect(attachedOf(block(['Charm: Lil&#39; Squirt'], 'keychain_info'))?.attached).toEqual([
      { item: "Charm | Lil' Squirt" },
    ]);
  });

  test('keeps commas, two spaces and decoded signs of a name', () =>
    expect(attached('Sticker: Hello, A  &amp; B | Paris 2023')).toEqual([
      { item: 'Sticker | Hello, A  & B | Paris 2023' },
    ]));

  test.each(['Adesivo: Crown (Foil)', '印花: 皇冠', 'Sticker', '', 'AWP | Dragon Lore'])(
    'in another language counts and does not guess: %s',
    (title) => expect(attached('Sticker: Howl', title)).toEqual([{ item: 'Sticker | Howl' }, {}]),
  );

  test('without such a block has nothing attached', () => {
    expect(attachedOf({ descriptions: [{ value: '<img title="Sticker: Crown (Foil)">' }] })).toBeUndefined();
    expect(attachedOf(block([]))).toBeUndefined();
    for (const shape of [null, undefined, 7, [], {}, { descriptions: 'x' }, { descriptions: [null, 7, { value: 7 }] }])
      expect(attachedOf(shape)).toBeUndefined();
  });

  test('has ten attached items at most, and never throws', () => {
    expect(attached(...Array<string>(50).fill('Sticker: Howl'))).toHaveLength(10);
    fc.assert(
      fc.property(fc.anything(), (value) => void attachedOf({ descriptions: [{ value, name: 'sticker_info' }] })),
    );
  });
});
