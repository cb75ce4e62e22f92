import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAttachable, sumAttached } from '#core/items/attached.ts';
import { prefixedKind } from '#core/items/item-kinds.ts';
import type { AttachedItem } from '#core/site.ts';
import { everyName } from '../every-name.ts';

const crown: AttachedItem = { item: 'Sticker | Crown (Foil)' };
const squirt: AttachedItem = { item: 'Charm | Lil’ Squirt', wear: 0.5 };
const prices: Readonly<Record<string, number>> = {
  'Sticker | Crown (Foil)': 40_000,
  'Charm | Lil’ Squirt': 200,
  'AWP | Dragon Lore (Factory New)': 900_000,
};
const sum = (attached: readonly AttachedItem[], aboveBare?: number) =>
  sumAttached(attached, 'buff163', ({ item = '' }) => prices[item], aboveBare);

describe('what is attached', () => {
  test.each<[string, AttachedItem]>([
    ['without a name', {}],
    ['with a name that the table lacks', { item: 'Sticker | Made Up By The Page' }],
    ['that is a rifle', { item: 'AWP | Dragon Lore (Factory New)' }],
  ])('is a lower bound with an item %s', (_, unknown) => {
    expect(sum([squirt, unknown])).toMatchObject({ cents: 200, atLeast: true });
    expect(sum([unknown])).toMatchObject({ cents: undefined, atLeast: true });
  });

  test('is nothing on an item without any', () => expect(sum([])).toBeUndefined());
});

describe('SP', () => {
  test('is what the listing asks above the bare item, per cent of the sum: 20.10 of 402.00', () =>
    expect(sum([crown, squirt], 2010)?.sp).toBe(5));

  test('is blank without both prices', () => expect(sum([crown])?.sp).toBeUndefined());
});

test('only stickers, patches and charms can be attached', () => {
  for (const kind of ['Sticker', 'Patch', 'Charm', 'Souvenir Charm', 'Sticker Slab'])
    expect(isAttachable(`${kind} | Crown`)).toBe(true);
  for (const name of everyName)
    expect(isAttachable(name)).toBe(['sticker', 'patch', 'charm'].includes(prefixedKind(name) ?? ''));
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(isAttachable(`AK-47 | ${name}`)).toBe(false);
    }),
  );
});
