import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noFees } from '#core/money/fees.ts';
import { dollar } from '#core/money/rates.ts';
import { entryOf, parsePortfolioCsv, portfolioCsv } from '#core/owned/portfolio-csv.ts';
import { marketIds } from '#core/prices/markets.ts';
import { createRowModel } from '#core/rows/row-model.ts';
import { firstView, plainColumns } from '#core/rows/view.ts';
import { readTable } from '#core/tables/read-table.ts';
import { toCsv, toTsv } from '#core/tables/write-table.ts';
import { exportRows } from '#explore/table/cells.ts';
import { inventoryCsv } from '#popup/report/inventory-totals.tsx';
import { watchCsv } from '#popup/watch/watch-section.tsx';
import { plainLimits, plainRedline } from '../../explore/plain-items.ts';
import { markets, now, toTable } from '../../explore/random-items.ts';
import { quoted } from '../../quoted.ts';

/** Names that break a table whose writer and reader disagree. */
const names = [
  'AK-47 | Redline (Field-Tested)',
  'Music Kit | Darude, Moments CSGO',
  'Sticker | "Hi", you; me',
  '=1+1',
  '-5',
  '@x',
  "'quoted",
  "'=1+1",
  "''-5",
  '★ Karambit | Fade (Factory New)',
  'Sticker | niko  | London 2018',
  'Sticker | niko (Gold)  ',
  '3x of a kind',
  '12',
];
const held = fc.record({ name: fc.constantFrom(...names), count: fc.integer({ min: 1, max: 100_000 }) });
const amount = fc.record({
  cents: fc.oneof(fc.integer({ min: 0, max: 100_000_000 }), fc.constantFrom(42.499, 0.4, 1 / 64)),
  currency: fc.constantFrom('USD', 'EUR', 'CNY', 'JPY', 'GEL', 'COIN'),
});
const entry = { name: fc.constantFrom(...names), count: fc.integer({ min: 1, max: 100_000 }), paid: fc.option(amount) };
const time = fc.integer({ min: 0, max: now });
const bought = {
  paidThen: amount,
  site: fc.constantFrom('skinport', 'c5game'),
  boughtAt: time,
  wearValue: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.161, 1e-7)),
  lockedUntil: time,
};
const holding = fc.record({ ...entry, ...bought }, { requiredKeys: ['name', 'count', 'paid'] });
const sale = fc.record({ ...entry, ...bought, received: amount, soldAt: time });
const list = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 12 });
const onAll = marketIds.map((market, at) => ({ market, cents: 7000 + at }));
const cents = { buff163: 7104, youpin: 6990, csfloat: 7250 };
const fees = { confirmed: false, markets: {} };

/** What *Price a list* and the portfolio read of a text. */
const listed = (text: string) => readTable(text).items.map(({ readings }) => readings.at(-1));
function owned(text: string): readonly ReturnType<typeof entryOf>[] {
  const parsed = parsePortfolioCsv(text, { amounts: { rated: ['USD', 'EUR', 'CNY', 'JPY', 'GEL', 'COIN'] } });
  if ('refused' in parsed) throw new Error(parsed.refused);
  expect(parsed.unread).toEqual([]);
  expect(parsed.columns.filter(({ isUnclear }) => isUnclear)).toEqual([]);
  return parsed.items.map((line) => entryOf(line));
}
function expectRead(text: string, items: readonly { readonly name: string; readonly count: number }[]): void {
  expect(listed(text)).toEqual(items);
  expect(owned(text)).toEqual(items.map((item) => ({ ...item, paid: null })));
}

describe('what a view writes is read back as the same items and counts', () => {
  test('portfolio, with what was paid in each currency, and its sales', () =>
    fc.assert(
      fc.property(list(holding), fc.array(sale, { maxLength: 5 }), (items, sales) => {
        const text = portfolioCsv(items, sales, 0);
        expect(owned(text)).toEqual([...items, ...sales]);
        expect(listed(text)).toEqual(items.map(({ name, count }) => ({ name, count })));
      }),
    ));

  test('inventory', () =>
    fc.assert(
      fc.property(list(held), (items) => {
        const entries = items.map(({ name, count }) => ({
          item: name,
          count,
          state: 'priced' as const,
          offers: onAll,
        }));
        expectRead(inventoryCsv(entries, marketIds, undefined, 0), items);
      }),
    ));

  test('watch list', () =>
    fc.assert(
      fc.property(list(held), (items) => {
        const quote = quoted({ ...cents, liquidity: 50 }, now);
        const alert = { kind: 'below' as const, cents: 1200, market: 'dmarket' as const };
        const watched = items.map(({ name }) => ({ name, alert, reached: null, quote, doubt: null }));
        const text = watchCsv({ items: watched, asOf: now, problem: null, shown: dollar }, fees);
        expectRead(
          text,
          items.map(({ name }) => ({ name, count: 1 })),
        );
      }),
    ));

  test.each([
    ['CSV', toCsv],
    ['TSV', toTsv],
  ])('Explore, all columns as %s', (_, write) =>
    fc.assert(
      fc.property(list(held), (items) => {
        const prices = markets.map((market) => ({
          market,
          cents: 1000,
          avg7: 900,
          seconds: now / 1000,
          offers: 9,
          inflated: false,
        }));
        const table = toTable(
          items.map(({ name }) => ({ ...plainRedline, name, prices, change: undefined })),
          false,
        );
        const limits = { ...plainLimits, fees: Object.fromEntries(markets.map((market) => [market, noFees])) };
        const model = createRowModel(table, firstView('all'), limits, now);
        const rows = exportRows(model, Uint32Array.from(items.keys()), [...plainColumns, 'price:steam'], dollar);
        expectRead(
          write(rows),
          items.map(({ name }) => ({ name, count: 1 })),
        );
      }),
    ),
  );
});
