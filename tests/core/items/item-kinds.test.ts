import { expect, test } from 'vitest';
import {
  isUnprefixedName,
  itemKinds,
  kindOf,
  piecesOf,
  readFinish,
  weapons,
  wearOf,
  withoutFinish,
} from '#core/items/item-kinds.ts';
import { everyName, takeApart } from '../every-name.ts';

const names = everyName.map((name) => ({ name, kind: kindOf(name), ...takeApart(name) }));

test('every name has the kind that its own grammar says', () => {
  const kindsByType: Readonly<Record<string, string>> = {
    Sticker: 'sticker',
    'Sticker Slab': 'sticker',
    Patch: 'patch',
    Charm: 'charm',
    'Music Kit': 'music',
    'Sealed Graffiti': 'graffiti',
  };
  const wrong = names.filter(({ name, kind, star, type, wear }) => {
    if (star) return kind !== (/Gloves|Wraps/.test(name) ? 'gloves' : 'knife');
    if (type) return kind !== kindsByType[type];
    return wear ? kind !== 'weapon' : !['agent', 'container', 'other'].includes(kind);
  });
  expect(wrong).toEqual([]);
  expect(new Set(names.map(({ kind }) => kind))).toEqual(new Set(itemKinds));
});

test('every weapon, faction and form of a name is known', () => {
  expect(names.filter(({ name, wear }) => (wearOf(name) ?? '') !== wear)).toEqual([]);
  const worn = names.filter(({ kind }) => kind === 'weapon' || kind === 'knife' || kind === 'gloves');
  expect(
    [...new Set(worn.map(({ name }) => piecesOf(name)[0] ?? ''))].filter((each) => !weapons.includes(each)),
  ).toEqual([]);
  // Two pieces without a type and a wear are an agent.
  const pieced = names.filter(({ name, kind }) => name.includes(' | ') && kind === 'other').map(({ name }) => name);
  expect(pieced).toEqual([]);
  // No shop sells these on a card, and their last words are those of other texts.
  const others = / \||★|^#|Badge$|License$|Unit$|Detachments$|with Flash Gaming/;
  expect(names.filter(({ name }) => !others.test(name) && !isUnprefixedName(name))).toEqual([]);
});

test.each([
  ['Holo', 'Holo'],
  ['(Gold, Champion)', 'Gold, Champion'],
  ['Foil, Ranked', 'Foil, Ranked'],
  ['Holographic', undefined],
  ['Dragon King', undefined],
])('the finish %j', (text, finish) => {
  expect(readFinish(text)).toBe(finish);
});

test('a name without its finish', () => {
  expect(withoutFinish('Sticker | NiP (Holo, Champion) | Antwerp 2022')).toBe('Sticker | NiP | Antwerp 2022');
  expect(withoutFinish('Sticker | Dragon King (CT)')).toBe('Sticker | Dragon King (CT)');
});
