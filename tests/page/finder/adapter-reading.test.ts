import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { type CardReading, notAnItem, otherGame } from '#core/site.ts';
import { agreedReading } from '#page/finder/adapter-reading.ts';

const item = 'AK-47 | Redline (Field-Tested)';
const listing = { amount: '31.20', currency: 'USD' };
const card = new JSDOM('<p></p>').window.document.body;

const agreed = (readings: readonly CardReading[], phase?: string) =>
  agreedReading(card, { item, phase, byName: true }, { readByAdapter: () => readings });

test('an adapter’s reader that names the same item tells the listing', () => {
  expect(agreed([undefined, otherGame, notAnItem, { item, listing }])).toEqual({ item, listing });
  expect(agreed([{ item, phase: 'Ruby', listing }], 'Ruby')).toEqual({ item, phase: 'Ruby', listing });
  expect(
    agreed([
      { item, listing },
      { item, listing },
    ]),
  ).toEqual({ item, listing });
});

test.each<[string, readonly CardReading[], string?]>([
  ['no reader reads', []],
  ['it names another item', [{ item: 'AK-47 | Redline (Minimal Wear)', listing }]],
  ['it names another phase', [{ item, phase: 'Phase 1', listing }], 'Ruby'],
  [
    'it is an auction for one reader and a sale for another',
    [
      { item, listing },
      { item, listing, kind: 'bid' },
    ],
  ],
  [
    'two readers read two listings',
    [
      { item, listing },
      { item, listing: { ...listing, amount: '30' } },
    ],
  ],
])('there is no listing where %s', (_, readings, phase) => expect(agreed(readings, phase)).toBeUndefined());
