import { expect, test } from 'vitest';
import type { Card } from '#page/cards/cards.ts';
import { learnedCards } from '#page/report/page-report.ts';

const listing = { amount: '12.00', currency: 'EUR' };
const cardOf = (item: string, learned: true | undefined = true): Card => ({
  element: undefined as never,
  kind: undefined as never,
  state: 'item',
  reading: { item, listing, ...(learned && { learned }) },
  host: undefined,
  placeholder: undefined,
});
const cents = { dear: 90_000, cheap: 20, low: 300, middling: 1200, high: 5000 };
const cache = (sample?: true) => ({
  table: { version: '1', asOf: 0, sample },
  fault: null,
  rates: null,
  spellings: new Map<string, string>(),
  quotes: new Map(Object.entries(cents).map(([item, youpin]) => [item, { youpin, inflated: false }])),
});

test('the cheapest, the middle and the dearest item are told, each once', () => {
  const cards = [...Object.keys(cents), 'dear', 'cheap', 'without a price'].map((item) => cardOf(item));
  const told = learnedCards([...cards, { ...cardOf('low'), reading: undefined }], cache());
  expect(told).toEqual(
    (['cheap', 'middling', 'dear'] as const).map((item) => ({ item, listing, market: 'youpin', cents: cents[item] })),
  );
});

test('nothing is told of prices that an adapter read, or beside made-up prices', () => {
  expect(learnedCards([{ ...cardOf('low'), reading: { item: 'low', listing } }], cache())).toEqual([]);
  expect(learnedCards([cardOf('low')], cache(true))).toEqual([]);
  expect(learnedCards([cardOf('low')], undefined)).toEqual([]);
});
