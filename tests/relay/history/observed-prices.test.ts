import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyOfName, observedOffer, observedRow, observeMarket, observeTable } from '#relay/history/observed-prices.ts';

test('each name is found with its own price, and no other name', () => {
  const name = fc.stringMatching(/^[★a-zA-Z0-9 |()™😀-😂～-]{1,12}$/u).filter((text) => text.trim() !== '');
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 60 }), name, (names, other) => {
      const rows = names.map((one, at) => [one, at + 1] as const);
      const table = observeTable(Object.fromEntries(rows.map(([one, cents]) => [one, { price_buff: cents }])));
      const own = observeMarket(Object.fromEntries(rows.map(([one, price]) => [one, { steam: { price } }])), 'steam');
      for (const [one, cents] of rows) {
        expect(observedRow(table, keyOfName(one))?.buff163).toBe(cents);
        expect(observedOffer(own, 'steam', keyOfName(one))?.price).toBe(cents);
        expect(observedOffer(own, 'dmarket', keyOfName(one))).toBeUndefined();
      }
      if (!names.includes(other)) expect(observedRow(table, keyOfName(other))).toBeUndefined();
    }),
  );
});
