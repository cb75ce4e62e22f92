import { expect, test } from 'vitest';
import type { Reading } from '#core/site.ts';
import { readSafely } from '#page/cards/card-source.ts';
import { documentAt } from '../../sites/page.ts';

const listed = { item: 'AK-47 | Redline (Field-Tested)', listing: { cents: 3041, currency: 'USD' } };
const card = documentAt('https://example.com/', '').body;
const readAs = (reading: Reading, kind?: 'inventory' | 'listings') =>
  readSafely({ read: () => reading, kind }, card, new Map());

test('what nobody can buy now has no listing, whatever the adapter read', () => {
  const printed = [{ cents: 2800, currency: 'EUR' }];
  const { listing, ...sold } = { ...listed, sold: true as const };
  expect(readAs({ ...sold, listing, printed, kind: 'ask' })).toStrictEqual({
    ...{ ...sold, own: undefined },
    ...{ listing: undefined, printed: undefined, kind: 'none' },
  });
});

test('a listing that every print of its card contradicts is none, and one that agrees needs no further proof', () => {
  const [same, dearer, euros] = [listed.listing, { cents: 3500, currency: 'USD' }, { cents: 2800, currency: 'EUR' }];
  expect(readAs({ ...listed, printed: [dearer] })).toEqual({ item: listed.item, disputed: true });
  expect(readAs({ ...listed, printed: [dearer, same] })).toEqual(listed);
  expect(readAs({ ...listed, printed: [euros] })).toEqual({ ...listed, printed: [euros] });
  expect(readAs({ item: listed.item, printed: [same] })).toEqual({ item: listed.item });
});

test('a page of the user’s own listings marks its cards, and a row marks its own', () => {
  const cases = [
    readAs(listed),
    readAs(listed, 'inventory'),
    readAs(listed, 'listings'),
    readAs({ ...listed, own: true }),
  ];
  expect(cases.map((read) => typeof read === 'object' && read.own)).toEqual([undefined, undefined, true, true]);
});
