import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';
import { type CardReading, type ListingReading, notAnItem, otherGame, type Row } from '#core/site.ts';
import { KnownRows } from '#page/cards/card-source.ts';
import { withListing } from '#page/finder/adapter-reading.ts';

const item = 'AK-47 | Redline (Field-Tested)';
const listing = { cents: 3120, currency: 'USD' };
const dearer = { ...listing, cents: 3500 };
const euros = { cents: 2714, currency: 'EUR' };
const card = new JSDOM('<p></p>').window.document.body;

interface Told {
  readonly phase?: string;
  /** What each kind of page makes of the card, and what it says that the card prints. */
  readonly reads?: readonly CardReading[];
  readonly prints?: readonly (ListingReading | undefined)[];
  readonly rows?: readonly Partial<Row>[];
  readonly kind?: 'listings';
}

function read({ phase, reads = [undefined], prints = [undefined], rows = [], kind }: Told) {
  const known = new KnownRows();
  known.add(rows.map((row, at) => ({ key: `${at}`, item, ...row })));
  const count = Math.max(reads.length, prints.length);
  const types = Array.from({ length: count }, (_, at) => ({
    kind,
    read: () => reads[at],
    readListing: () => prints[at],
  }));
  return withListing(card, { item, phase, byName: true }, { types, rows: known });
}

describe('an adapter’s reader that names the same item', () => {
  test.each<[string, Told, object]>([
    ['tells the listing', { reads: [undefined, otherGame, notAnItem, { item, listing }] }, { listing }],
    ['also of a phase', { phase: 'Ruby', reads: [{ item, phase: 'Ruby', listing }] }, { listing, phase: 'Ruby' }],
    [
      'and another that reads the same',
      {
        reads: [
          { item, listing },
          { item, listing },
        ],
      },
      { listing },
    ],
  ])('%s', (_, told, expected) => {
    expect(read(told)).toMatchObject({ item, ...expected });
    expect(read(told)?.byName).toBeUndefined();
  });

  test.each<[string, readonly CardReading[]]>([
    [
      'an auction for one and a sale for another',
      [
        { item, listing },
        { item, listing, kind: 'bid' },
      ],
    ],
    [
      'of two listings for two',
      [
        { item, listing },
        { item, listing: dearer },
      ],
    ],
    ['in doubt', [{ item, disputed: true }]],
  ])('tells none where the card is %s, whatever it prints', (_, reads) => {
    expect(read({ reads })?.listing).toBeUndefined();
    expect(read({ reads: [{ item, disputed: true }], prints: [{ listing }] })?.listing).toBeUndefined();
  });
});

test.each<[string, Told]>([
  ['another item', { reads: [{ item: 'AK-47 | Redline (Minimal Wear)', listing }] }],
  ['another phase', { phase: 'Ruby', reads: [{ item, phase: 'Phase 1', listing }] }],
  ['another item than one that agrees', { reads: [{ item, listing }, { item: 'Kilowatt Case' }] }],
])('a card in which an adapter’s reader names %s has none', (_, told) => expect(read(told)).toBeUndefined());

describe('what a card prints', () => {
  test.each<[string, Told, object]>([
    ['alone', {}, { listing, byName: true }],
    [
      'of an item that a reader names without a price',
      { reads: [{ item, wearValue: 0.2 }] },
      { listing, wearValue: 0.2 },
    ],
    ['beside a row of the same amount', { rows: [{ listing: dearer }, { listing }] }, { listing }],
    ['beside rows of other items', { rows: [{ item: 'Kilowatt Case', listing: dearer }] }, { listing }],
    ['beside a row in another currency', { rows: [{ listing: euros }] }, { listing, printed: [euros] }],
    ['on the user’s own page', { kind: 'listings' }, { listing, own: true }],
    ['as an auction', { prints: [{ listing, kind: 'bid' }] }, { listing, kind: 'bid' }],
  ])('is its listing: %s', (_, told, expected) => {
    expect(read({ prints: [{ listing }], ...told })).toMatchObject({ item, ...expected });
  });

  test.each<[string, Told]>([
    ['of which a reader is not sure', { prints: [{ listing }, undefined] }],
    ['which two readers read as two', { prints: [{ listing }, { listing: dearer }] }],
    ['which is sold', { prints: [{ listing, sold: true }] }],
    ['beside a row of another amount', { rows: [{ listing: dearer }] }],
    ['beside a row that is an auction', { rows: [{ listing, kind: 'bid' }] }],
    ['beside a row that is sold', { rows: [{ listing, sold: true }] }],
  ])('is none: %s', (_, told) => {
    const reading = read({ prints: [{ listing }], ...told });
    expect(reading).toMatchObject({ item, byName: true });
    expect(reading?.listing).toBeUndefined();
  });

  test('is none where its reader throws, and without an adapter', () => {
    const found = { item, byName: true } as const;
    const throwing = () => {
      throw new Error('renamed');
    };
    const types = [{ read: () => undefined, readListing: throwing }];
    expect(withListing(card, found, { types, rows: new KnownRows() })).toEqual(found);
    expect(withListing(card, found, undefined)).toEqual(found);
  });
});
