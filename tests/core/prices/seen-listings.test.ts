import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dollar } from '#core/money/rates.ts';
import { lessBy, type SeenListing, seenElsewhere, seenLimits, withTold } from '#core/prices/seen-listings.ts';
import type { AskedListing, ToldListing } from '#core/prices/told-listing.ts';
import { runs } from '../../seed.ts';

const now = 1_800_000_000_000;
const minute = 60_000;
const redline = 'AK-47 | Redline (Field-Tested)';
const doppler = '★ Karambit | Doppler (Factory New)';
const usd = (cents: number) => ({ listing: { cents, currency: 'USD' }, typed: dollar });
const eur = (cents: number) => ({
  listing: { cents, currency: 'EUR' },
  typed: { code: 'EUR', perUsd: 0.5, of: '2027-01-15' },
});
const coins = (cents: number, perUsd = 1) => ({
  listing: { cents, currency: 'COIN' },
  typed: { code: 'COIN', perUsd, of: 'own' },
});
const page = { site: 'csfloat', address: 'https://csfloat.com/search', tab: 1, at: now };
const mine: ToldListing = { item: redline, wearValue: 0.187, ...usd(1000) };
const better: ToldListing = { item: redline, wearValue: 0.162, ...usd(790) };

const beatenBy = (told: ToldListing, one: AskedListing = mine, at = now) =>
  seenElsewhere(one, withTold([], [told], { ...page, at }), now).beaten;

describe('a listing is beaten', () => {
  test('by one that asks less and is less worn: the cheapest of them', () => {
    const seen = withTold([], [better, { ...better, ...usd(780) }, { ...better, wearValue: 0.2, ...usd(1) }], page);
    const { beaten } = seenElsewhere(mine, seen, now);
    expect(beaten).toEqual({ ...better, ...usd(780), ...page });
    expect(beaten && lessBy(beaten, mine)).toEqual({ cents: 220, currency: 'USD' });
  });

  test.each<[string, ToldListing, AskedListing?]>([
    ['as dear', { ...better, ...usd(1000) }],
    ['as worn', { ...better, wearValue: 0.187 }],
    ['of no known wear', { ...better, wearValue: undefined }],
    ['the user’s own', { ...better, own: true }],
    ['of another wear than its name', { ...better, wearValue: 0.1 }],
    ['less worn by less than sites round', { ...better, wearValue: 0.18 }, { ...mine, wearValue: 0.1888 }],
    ['beside one without a price', better, { ...mine, listing: undefined }],
    ['beside one of unknown wear', better, { ...mine, wearValue: undefined }],
    ['dearer at its rate', { ...better, ...eur(501) }],
    ['less only by a rate of yesterday', { ...better, ...eur(495) }],
    [
      'in fewer coins of another site that are worth more',
      { ...better, ...coins(900, 0.5) },
      { ...mine, ...coins(1000) },
    ],
    ['of an unknown phase', { item: doppler, wearValue: 0.01, ...usd(1) }, { ...mine, item: doppler, wearValue: 0.06 }],
  ])('by none that is %s', (_, told, one) => expect(beatenBy(told, one)).toBeUndefined());

  test('across currencies by what clearly asks less', () => {
    const beaten = beatenBy({ ...better, ...eur(400) });
    expect(beaten && lessBy(beaten, mine)).toEqual({ cents: 200, currency: 'USD' });
  });

  const listing = fc.record({
    item: fc.constantFrom(redline, doppler),
    phase: fc.constantFrom(undefined, 'Phase 1', 'Phase 2'),
    wearValue: fc.constantFrom(undefined, 0.01, 0.0123456789, 0.06, 0.15123, 0.16, 0.2, 0.3777777),
    cents: fc.integer({ min: 1, max: 5 }),
    own: fc.constantFrom(undefined, true as const),
  });
  const toTold = ({ cents, ...one }: typeof listing extends fc.Arbitrary<infer T> ? T : never): ToldListing => ({
    ...one,
    ...usd(cents * 100),
  });
  const tell = fc.record({
    tab: fc.integer({ min: 1, max: 2 }),
    address: fc.constantFrom('https://csfloat.com/search', 'https://csfloat.com/item/1'),
    after: fc.integer({ min: 0, max: 4 * minute }),
    listings: fc.array(listing.map(toTold), { maxLength: 8 }),
  });

  test('never by one that is dearer, equal, more worn, old, of another phase or name, own, or gone', () => {
    const property = (tells: typeof tell extends fc.Arbitrary<infer T> ? T[] : never, one: ToldListing) => {
      let seen: readonly SeenListing[] = [];
      let at = now;
      const shown = new Map<string, { at: number; listings: readonly ToldListing[] }>();
      for (const { tab, address, after, listings } of tells) {
        at += after;
        seen = withTold(seen, listings, { site: 'csfloat', tab, address, at });
        shown.set(`${tab} ${address}`, { at, listings });
      }
      const { beaten } = seenElsewhere(one, seen, at);
      if (!beaten) return;
      const stands = shown.get(`${beaten.tab} ${beaten.address}`);
      expect(stands?.listings.some((told) => JSON.stringify({ ...beaten, ...told }) === JSON.stringify(beaten))).toBe(
        true,
      );
      expect(beaten.at).toBe(stands?.at);
      expect(at - beaten.at).toBeLessThan(10 * minute);
      expect([beaten.item, beaten.phase, beaten.own]).toEqual([one.item, one.phase, undefined]);
      expect(beaten.listing.cents).toBeLessThan(one.listing.cents);
      expect(beaten.wearValue).toBeLessThan(one.wearValue ?? -1);
    };
    fc.assert(fc.property(fc.array(tell, { maxLength: 6 }), listing.map(toTold), property), { numRuns: runs(300) });
  });
});

test('the lowest is of the same phase and wear, whatever its own wear value', () => {
  const of = (phase: string | undefined, cents: number, item = doppler) => ({ item, phase, ...usd(cents) });
  const minimal = '★ Karambit | Doppler (Minimal Wear)';
  const told = [of('Phase 1', 1), of(undefined, 2), of('Phase 2', 3, minimal), of('Phase 2', 500), of('Phase 2', 400)];
  const seen = withTold([], told, page);
  expect(seenElsewhere({ item: doppler, phase: 'Phase 2' }, seen, now).lowest).toMatchObject(of('Phase 2', 400));
  expect(seenElsewhere({ item: redline }, withTold([], [better], page), now).lowest).toBeUndefined();
});

test('a page that tells again replaces what it told; another page, and a closed one, keep theirs until they are old', () => {
  const item = { ...page, address: 'https://csfloat.com/item/1' };
  const both = withTold(withTold([], [better], page), [better], item);
  const one = withTold(both, [], page);
  expect(one.map(({ address }) => address)).toEqual([item.address]);
  expect(seenElsewhere(mine, one, now + seenLimits.ageMs).beaten).toBeUndefined();
  expect(withTold(one, [], { ...page, at: now + seenLimits.ageMs })).toEqual([]);
});

test('at most 64 listings of an item are kept, and 2,000 of all, the newest', () => {
  const old = withTold(
    [],
    Array.from({ length: 100 }, (_, at) => ({ ...better, ...usd(at + 1) })),
    page,
  );
  expect(old).toHaveLength(seenLimits.ofItem);
  expect(withTold(old, [mine], { ...page, tab: 2 })[0]).toMatchObject(mine);
  const many = Array.from({ length: 3000 }, (_, at) => ({ ...better, item: `${at}` }));
  expect(withTold(old, many, page)).toHaveLength(seenLimits.all);
});
