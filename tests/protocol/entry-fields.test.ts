import { describe, expect, test } from 'vitest';
import { emptyColumns, fieldsAt, writeFields } from '#core/prices/detail.ts';
import { parseMarketPrices } from '#data/details/parse-market-prices.ts';
import { readEntry } from '#protocol/row-check.ts';
import { keyOfName, observedOffer, observeMarket } from '#relay/history/observed-prices.ts';

const entry = {
  price: 500,
  avg_7: 480.5,
  avg_30: 470,
  count: 3,
  is_inflated: true,
  updated_at: '2026-11-20T10:00:00Z',
};
const detail = {
  ...{ price: 500, avg7: 480.5, avg30: 470, count: 3, inflated: true },
  updatedAt: Date.parse('2026-11-20T10:00:00Z'),
};

describe('an entry', () => {
  test('is read into what is stored, and read from the columns again', () => {
    expect(readEntry(entry, 'buff163')).toEqual(detail);
    const columns = emptyColumns(2);
    writeFields(columns, 1, detail);
    expect(fieldsAt(columns, 0)).toEqual({ inflated: false });
    expect({ price: 500, ...fieldsAt(columns, 1) }).toEqual(detail);
  });

  test.each([
    { count: -1 },
    { count: 2.5 },
    { avg_7: -3 },
    { avg_30: 0 },
    { updated_at: 'yesterday' },
    { count: null, avg_7: null, is_inflated: null, updated_at: null },
  ])('with %j tells none of it, to the extension as to the relay', (more) => {
    const items = { A: { dmarket: { price: 500, ...more } } };
    const known = { price: 500, inflated: false };
    const body = { updated_at: '2026-11-20T10:00:00Z', markets: ['dmarket'], items };
    expect(parseMarketPrices(body, 'dmarket', Date.now()).details.get('A')).toEqual(known);
    expect(observedOffer(observeMarket(items, 'dmarket'), 'dmarket', keyOfName('A'))).toEqual(known);
  });
});
