import { expect, test } from 'vitest';
import { phases } from '#core/items/names.ts';
import { attachedIn, attachedItem, attachedTo, phasedName, phaseOfPaint, showsItem } from '#sites/reading/rows.ts';

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

const [gun, agent] = ['M4A4 | Buzz Kill (Factory New)', 'Rezan the Redshirt | Sabre'];

test('a name without a prefix is a sticker’s on a gun and a patch’s on an agent: $0.21 and $4.30', () => {
  const stickers = [null, { name: 'Dragon' }];
  expect(attachedTo(gun, { stickers })?.attached).toEqual([{ item: 'Sticker | Dragon', assembled: true }]);
  expect(attachedTo(agent, { stickers })?.attached).toEqual([{ item: 'Patch | Dragon', assembled: true }]);
});

test('a charm counts, and one that cannot be named stays without a name', () => {
  const [charms, stickers] = [[{ wear: null, name: 'Hot Sauce' }, { wear: null }, null], null];
  const highlight = 'Austin 2025 Highlight | Eco Fragger';
  expect(attachedTo(gun, { stickers, charms })?.attached).toEqual([{ item: 'Charm | Hot Sauce', assembled: true }, {}]);
  expect(attachedTo(gun, { stickers, charms: [{ name: highlight }] })?.attached).toEqual([{}]);
  const named = `Souvenir Charm | ${highlight}`;
  expect(attachedTo(gun, { stickers, charms: [{ name: named }] })?.attached).toEqual([{ item: named }]);
  expect(attachedTo(gun, { stickers: [], charms: [null] })).toBeUndefined();
});

test('a wear is read on a known scale only: 7 of 100 is 0.07', () => {
  const stickers = [{ name: 'Sticker | Crown (Foil)', wear: 7 }];
  const wear = (wornOff?: number) => attachedTo(gun, { stickers, ...(wornOff && { wornOff }) })?.attached[0]?.wear;
  expect([100, 1, undefined].map(wear)).toEqual([0.07, undefined, undefined]);
});

test.each([
  ['★ Karambit | Doppler (Factory New)', 'phase-2', 'Phase 2'],
  ['★ Karambit | Doppler Ruby (Factory New)', 'phase-2', 'Ruby'],
  ['★ Karambit | Doppler (Factory New)', undefined, undefined],
  ['AK-47 | Redline (Field-Tested)', 'phase-2', undefined],
])('%s beside %j has the phase %s', (name, stated, phase) => {
  expect(phasedName(name, stated)).toEqual({ item: name.replace(' Ruby', ''), phase });
});

const indexes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

test('every phase has a paint index, and no index two phases', () => {
  const found = indexes(1, 2000).flatMap((index) => phaseOfPaint(index) ?? []);
  expect(new Set(found)).toEqual(new Set(phases));
  expect(found.length).toBe(24);
});

test.each([
  [415, 'Ruby'],
  [416, 'Sapphire'],
  [417, 'Black Pearl'],
  [418, 'Phase 1'],
  ['421', 'Phase 4'],
  [568, 'Emerald'],
  [572, 'Phase 4'],
  [618, 'Phase 2'],
  [855, 'Phase 4'],
  [1119, 'Emerald'],
  [1120, 'Phase 1'],
])('paint index %j is %s', (index, phase) => expect(phaseOfPaint(index)).toBe(phase));

test.each([0, 1, 38, 414, '', 'Ruby', null, undefined, {}, [418, 1], Number.NaN])('%j has no phase', (index) =>
  expect(phaseOfPaint(index)).toBeUndefined(),
);

test.each([
  ['AK-47 Redline Field-Tested $31.20', 'AK-47 | Redline (Field-Tested)'],
  ['AK-47\n  Redline', 'StatTrak™ AK-47 | Redline (Field-Tested)'],
  ['Compare: Minimal Wear. Karambit Doppler (Factory New)', '★ Karambit | Doppler (Factory New)'],
  ['Kilowatt  Case', 'Kilowatt Case'],
  ['M4A4 龍王 (Dragon King)', 'M4A4 | 龍王 (Dragon King) (Field-Tested)'],
])('%j shows %s', (text, item) => expect(showsItem(text, item)).toBe(true));

test.each([
  ['AK-47 Vulcan Field-Tested', 'AK-47 | Redline (Field-Tested)'],
  ['AK-47 Redline Minimal Wear', 'AK-47 | Redline (Field-Tested)'],
  ['', 'Kilowatt Case'],
])('%j does not show %s', (text, item) => expect(showsItem(text, item)).toBe(false));
