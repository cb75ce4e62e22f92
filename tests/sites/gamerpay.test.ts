import { describe, expect, test } from 'vitest';
import type { Row } from '#core/site.ts';
import site, { tap } from '#sites/gamerpay.ts';
import { documentAt, readAll } from './page.ts';

const origin = 'https://gamerpay.gg';
const redline = 'AK-47 | Redline (Field-Tested)';

const card = (href: string, price = '€31.20') => `
  <div class="ItemCard_wrapper__a1"><a href="${href}">picture</a>
    <div class="ItemCardBody_priceContainer__b2"><span class="ItemCardBody_pricePrimary__c3">${price}</span></div>
  </div>`;

const item = (fields: object) => ({
  id: 7,
  marketHashName: redline,
  name: 'x',
  wearName: null,
  price: 3120,
  ...fields,
});

const feedRows = (body: unknown) => site.feeds?.[0]?.read(body) ?? [];
const byKey = (rows: readonly Row[]) => new Map(rows.map((row) => [row.key, row]));
const readItem = (fields: object, html = card('/item/7')) =>
  readAll('gamerpay', `${origin}/`, html, byKey(feedRows({ items: [item(fields)] })));

describe('an item', () => {
  test.each([
    ['a name without a wear', { marketHashName: null, name: 'Crown (Foil)' }],
    [
      'the wear Vanilla on a weapon with a finish',
      { marketHashName: null, name: 'AK-47 | Redline', wearName: 'Vanilla' },
    ],
    ['a wear on an item without one', { marketHashName: null, name: 'Crown', wearName: 'Field-Tested' }],
    ['no name', { marketHashName: '', name: '', wearName: 'Field-Tested' }],
    ['a number as its name', { marketHashName: 5, name: 6 }],
    ['markup', { marketHashName: '<b>AK-47</b>' }],
    ['5,000 characters', { marketHashName: 'x'.repeat(5_000) }],
    ['no id', { id: null }],
  ])('with %s is not read', (_, fields) => expect(readItem(fields)).toEqual([undefined]));
});

describe('the state of React', () => {
  const rowsOf = (fiber: object) => {
    const document = documentAt(`${origin}/`, card('/item/7'));
    const [element] = document.querySelectorAll('[class*="ItemCard_wrapper"]');
    Object.assign(element ?? {}, { __reactFiber$x: fiber });
    return document.defaultView ? tap.state?.(document.defaultView) : undefined;
  };

  test('with two prices gives no price, and with two items no item', () => {
    const twice = (other: object) =>
      rowsOf({ memoizedProps: { item: item({}) }, alternate: { memoizedProps: { item: item(other) } } });
    expect(twice({})).toMatchObject([{ key: 'item:7', item: redline, listing: { cents: 3120 } }]);
    expect(twice({ price: 1 })).toEqual([{ key: 'item:7', item: redline, phase: undefined, listing: undefined }]);
    expect(twice({ marketHashName: '★ Karambit' })).toEqual([{ key: 'item:7' }]);
    expect(twice({ id: 8 })).toMatchObject([{ key: 'item:7' }, { key: 'item:8' }]);
  });
});
