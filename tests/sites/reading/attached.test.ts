import { expect, test } from 'vitest';
import { attachedIn, attachedItem } from '#sites/reading/attached.ts';

test('a name with its prefix is exact; one without it gets the prefix and is assembled', () => {
  expect(attachedItem('Sticker | Crown (Foil)', 'Charm')).toEqual({ item: 'Sticker | Crown (Foil)' });
  expect(attachedItem('Crown (Foil)', 'Sticker')).toEqual({ item: 'Sticker | Crown (Foil)', assembled: true });
});

test.each([undefined, null, 7, '', '  ', {}])('no name leaves an item without one: %j', (name) =>
  expect(attachedItem(name, 'Sticker', 0.5)).toEqual({ wear: 0.5 }),
);

test.each([undefined, null, '0.5', -1, 1.01, Number.NaN])('a wear on another scale is left out: %j', (wear) =>
  expect(attachedItem('Sticker | Crown (Foil)', 'Sticker', wear)).toEqual({ item: 'Sticker | Crown (Foil)' }),
);

test('a list has ten entries at most; empty slots are none', () => {
  const read = () => ({});
  expect(attachedIn(undefined, read)).toBeUndefined();
  expect(attachedIn([], read)).toBeUndefined();
  expect(attachedIn([null, undefined], read)).toBeUndefined();
  expect(attachedIn([null, 1, undefined, 2], read)?.attached).toEqual([{}, {}]);
  expect(attachedIn(Array(30).fill(1), read)?.attached).toHaveLength(10);
});
