import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAttachable, sumAttached } from '#core/attached.ts';
import type { Quote } from '#core/quote.ts';
import type { AttachedItem } from '#core/site.ts';

const crown: AttachedItem = { item: 'Sticker | Crown (Foil)' };
const squirt: AttachedItem = { item: 'Charm | Lil’ Squirt', wear: 0.5 };
const quotes: Readonly<Record<string, Quote | null>> = {
  'Sticker | Crown (Foil)': { buff163: 40_000, inflated: false },
  'Charm | Lil’ Squirt': { buff163: 200, youpin: 150, inflated: false },
  'Sticker | Odd': { buff163: 9_999_999, inflated: true },
  'AWP | Dragon Lore (Factory New)': { buff163: 900_000, inflated: false },
};
const sum = (attached: readonly AttachedItem[], bare?: { listingCents?: number; bareCents?: number }) =>
  sumAttached(attached, 'buff163', ({ item = '' }) => quotes[item], {
    listingCents: bare?.listingCents,
    bareCents: bare?.bareCents,
  });

describe('what is attached', () => {
  test('is the sum of the loose prices in one reference: 400.00 + 2.00', () =>
    expect(sum([crown, squirt])).toMatchObject({
      market: 'buff163',
      cents: 40_200,
      atLeast: false,
      items: [{ cents: 40_000 }, { cents: 200, wear: 0.5 }],
    }));

  test('counts an equal sticker as often as it is there: 4 × 2.00', () =>
    expect(sum([squirt, squirt, squirt, squirt])?.cents).toBe(800));

  test.each<[string, AttachedItem]>([
    ['without a name', {}],
    ['with a name that the table lacks', { item: 'Sticker | Made Up By The Page' }],
    ['with a price in doubt', { item: 'Sticker | Odd' }],
    ['that is a rifle', { item: 'AWP | Dragon Lore (Factory New)' }],
  ])('is a lower bound with an item %s', (_, unknown) => {
    expect(sum([squirt, unknown])).toMatchObject({ cents: 200, atLeast: true });
    expect(sum([unknown])).toMatchObject({ cents: undefined, atLeast: true });
  });

  test('is a lower bound where the reference alone has no price', () =>
    expect(sumAttached([crown, squirt], 'youpin', ({ item = '' }) => quotes[item], undefined)).toMatchObject({
      cents: 150,
      atLeast: true,
    }));

  test('is nothing on an item without any', () => expect(sum([])).toBeUndefined());
});

describe('SP', () => {
  // The listing asks 20.10 above the bare item: 5 % of 402.00.
  const bare = { listingCents: 7010, bareCents: 5000 };

  test('is what the listing asks above the bare item, per cent of the sum: 20.10 of 402.00', () =>
    expect(sum([crown, squirt], bare)?.sp).toBe(5));

  test('is below zero for a listing below the bare item: −1.00 of 2.00', () =>
    expect(sum([squirt], { listingCents: 4900, bareCents: 5000 })?.sp).toBe(-50));

  test.each([
    ['a listing', { bareCents: 5000 }],
    ['a price of the bare item', { listingCents: 7010 }],
    ['both', {}],
  ])('is blank without %s', (_, known) => expect(sum([crown], known)?.sp).toBeUndefined());

  test('is blank beside a lower bound, and without a price of anything attached', () => {
    expect(sum([crown, {}], bare)?.sp).toBeUndefined();
    expect(sum([{}], bare)?.sp).toBeUndefined();
  });
});

test('only stickers, patches and charms can be attached', () => {
  for (const kind of ['Sticker', 'Patch', 'Charm', 'Souvenir Charm', 'Sticker Slab'])
    expect(isAttachable(`${kind} | Crown`)).toBe(true);
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(isAttachable(`AK-47 | ${name}`)).toBe(false);
    }),
  );
});
