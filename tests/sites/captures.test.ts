import { describe, expect, test } from 'vitest';
import { splitPhase } from '#core/items/names.ts';
import type { Reading, Row } from '#core/site.ts';
import { nameFromLines } from '#sites/csfloat/name-from-lines.ts';
import { fieldsOf, listAt, textOf } from '#sites/reading/values.ts';
import { capture, describeCaptures, escaped, hasCaptures, objectsIn } from './captures.ts';
import { knownRows, rowsFrom } from './fed.ts';
import { readAll } from './page.ts';

describeCaptures(() => {
  describe('CSGORoll', () => {
    const trades = hasCaptures ? objectsIn(capture('csgoroll-trades.json')) : [];
    const shown = trades.map(({ items, totalValue }) => {
      const { marketName, brand, name } = objectsIn(items)[0] ?? {};
      const [whole = '', top = '', label = ''] = [marketName, brand, name].map(textOf);
      return {
        whole,
        top,
        label,
        print: Number(totalValue).toLocaleString('en-US', { minimumFractionDigits: 2 }),
      };
    });

    test('each trade has one item, and its card is read, with the name that the picture tells', () => {
      expect(trades.every(({ items }) => objectsIn(items).length === 1)).toBe(true);
      const cards = shown.map(
        ({
          whole,
          top,
          label,
          print,
        }) => `<div class="group/card"><img class="drop-shadow-lg" alt="${escaped(shownBy(whole, top))}">
          <span class="text-2xs text-gray-100">${escaped(top)}</span><span class="min-h-5">${escaped(label)}</span>
          <p><img data-testid="currency-image">${print}</p></div>`,
      );
      const body = `<main id="main-div">${cards.join('')}</main>`;
      const edges = trades.map(({ items, totalValue }) => ({ node: { totalValue, tradeItems: items } }));
      const rows = rowsFrom('csgoroll', 'https://router.csgoroll.com/graphql', { data: { trades: { edges } } });
      check(readAll('csgoroll', 'https://www.csgoroll.com/en/trade/csgo', body, knownRows(rows)));
    });

    /** The picture's name lacks a sticker's finish. */
    const shownBy = (whole: string, top: string) =>
      top === 'Sticker' ? whole.replace(/ \([^()]*\)(?= \||$)/, '') : whole;

    function check(readings: readonly (Reading | undefined)[]) {
      expect(readings).toHaveLength(559);
      const wrong = shown.filter(({ whole }, at) => {
        const { item, phase } = splitPhase(whole);
        return readings[at]?.item !== item || readings[at]?.phase !== phase;
      });
      expect(wrong.map(({ whole }) => whole)).toEqual([]);
      expect(readings.filter((reading) => reading?.listing?.currency !== 'COIN')).toEqual([]);
    }
  });

  test.each([
    ['buff163-goods-1.json', 20],
    ['buff163-goods-2.json', 20],
    ['buff163-goods-2026-06.json', 3],
  ])('BUFF163: each row of the goods list has its name and its price, %s', (name, count) => {
    const body = capture(name);
    const items = listAt(body, 'data', 'items').map(fieldsOf);
    const rows = rowsFrom('buff163', 'https://buff.163.com/api/market/goods?game=csgo', body);
    const byKey = new Map(rows.map((row) => [row.key, row]));
    expect(items).toHaveLength(count);
    for (const { id, market_hash_name, sell_min_price } of items) {
      expect(byKey.get(`goods ${id}`)?.item).toBe(market_hash_name);
      expect(byKey.get(`sell:${id}`)?.listing?.cents).toBe(Number(`${sell_min_price}e2`));
    }
  });

  test('DMarket: each object has a row for each of its ids, with its title and its price', () => {
    const body = capture('dmarket-items-v1.json');
    const rows = rowsFrom('dmarket', 'https://api.dmarket.com/exchange/v1/market/items?x=1', body);
    const byKey = new Map(rows.map((row) => [row.key, row]));
    for (const { itemId, title, price, extra } of listAt(body, 'objects').map(fieldsOf)) {
      const found = [itemId, fieldsOf(extra)['offerId']].flatMap((id) => (id ? [byKey.get(String(id))] : []));
      expect(found.length).toBeGreaterThan(0);
      const cents = Number(fieldsOf(price)['USD']);
      for (const row of found) expect(row).toMatchObject(splitPhase(String(title)));
      for (const row of found) expect(row?.listing?.cents).toBe(cents);
    }
  });

  test('Waxpeer: the item has its name and its price', () => {
    const body = capture('waxpeer-index.json');
    const rows = rowsFrom('waxpeer', 'https://waxpeer.com/api/data/index/', body);
    expect(rows).toMatchObject(
      listAt(body, 'items')
        .map(fieldsOf)
        .map(({ item_id, name, price }): Row => {
          const listing = { cents: Number(price) / 10, currency: 'USD' };
          return { key: String(item_id), item: String(name), listing };
        }),
    );
    expect(rows).toHaveLength(1);
  });

  test('YouPin: rows of both spellings have their names and their prices', () => {
    const rows = rowsFrom(
      'youpin',
      'https://api.youpin898.com/api/homepage/pc/goods/market/querySaleTemplate',
      capture('youpin-rows.json'),
    );
    expect(rows.flatMap(({ item, listing }) => (listing ? [[item, listing.cents]] : []))).toEqual([
      ['StatTrak™ MAG-7 | Resupply (Well-Worn)', 59],
      ['AK-47 | Jungle Spray (Field-Tested)', 5450],
    ]);
  });

  test('CSFloat: the two lines of each documented listing make its name', () => {
    const items = objectsIn(capture('csfloat-listings-docs.json')).map(({ item }) => fieldsOf(item));
    expect(items.length).toBeGreaterThan(0);
    for (const { item_name, wear_name, is_stattrak, is_souvenir, market_hash_name } of items) {
      const marks = `${is_stattrak === true ? 'StatTrak™ ' : ''}${is_souvenir === true ? 'Souvenir ' : ''}`;
      expect(nameFromLines(String(item_name), `${marks}${wear_name}`)?.item).toBe(market_hash_name);
    }
  });

  test('CSFloat: each documented listing has its least offer and its day', () => {
    const rows = rowsFrom('csfloat', 'https://csfloat.com/api/v1/listings', capture('csfloat-listings-docs.json'));
    const facts = rows.flatMap(({ facts: told }) => told ?? []);
    expect(facts.map(({ offersFrom, since = 0 }) => [offersFrom?.cents, new Date(since).getFullYear()])).toEqual([
      [221_000, 2021],
      [7565, 2021],
    ]);
  });
});
