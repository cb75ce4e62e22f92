import { describe, expect, test } from 'vitest';
import type { Row } from '#core/site.ts';
import site, { tap } from '#sites/gamerpay.ts';
import { everyName, lost } from '../core/every-name.ts';
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
  test('has its exact name', () => {
    const back = (marketHashName: string) => readItem({ marketHashName })[0]?.item;
    const names = everyName.filter((_, at) => at % 97 === 0);
    expect(
      lost(
        names,
        (name) => name,
        (name) => back(name) ?? '',
      ),
    ).toEqual([]);
  });

  test.each([
    ['AK-47 | Redline', 'Field-Tested', redline, undefined],
    ['★ Karambit', 'Vanilla', '★ Karambit', undefined],
    ['Karambit', 'vanilla', '★ Karambit', undefined],
    ['★ Karambit | Doppler Phase 2', 'Factory New', '★ Karambit | Doppler (Factory New)', 'Phase 2'],
    ['★ Karambit | Ruby', 'Factory New', '★ Karambit | Doppler (Factory New)', 'Ruby'],
  ])('without an exact name is named by its name and wear: %s, %s', (name, wearName, expected, phase) =>
    expect(readItem({ marketHashName: null, name, wearName })).toMatchObject([{ item: expected, phase }]),
  );

  test('keeps an exact name as it is, and says of another that it is assembled', () => {
    const exact = 'Sticker | Move It(Foil)';
    expect(readItem({ marketHashName: exact })).toMatchObject([{ item: exact, assembled: undefined }]);
    expect(readItem({ marketHashName: null, name: 'AK-47 | Redline', wearName: 'Field-Tested' })).toMatchObject([
      { item: redline, assembled: true },
    ]);
  });

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

describe('a price', () => {
  test.each([
    [3120, '€31.20', '31.20'],
    [3120, '31,20 €', '31.20'],
    [3120, '', '31.20'],
    [3120, 'US$33.90', '31.20'],
    [5, '€0.05', '0.05'],
    [3120, '€29.99', undefined],
    [0, '', undefined],
    [-5, '', undefined],
    [31.2, '', undefined],
    ['3120', '', undefined],
    [1e300, '', undefined],
  ])('%j, printed %j', (price, print, amount) => {
    const [reading] = readItem({ price }, card('/item/7', print));
    expect(reading?.item).toBe(redline);
    expect(reading?.listing).toEqual(amount && { amount, currency: 'EUR' });
  });
});

describe('a card', () => {
  test.each([
    ['links to two items', card('/item/7').replace('picture', '<i></i></a><a href="/item/8">')],
    ['links elsewhere', card('/user/7')],
    ['links to another site', card('https://evil.example/item/7')],
    ['has an id named like a property of every object', card('/item/__proto__')],
  ])('that %s is not read', (_, html) => expect(readItem({}, html)).toEqual([undefined]));

  test('that is a link or is within a link is read', () => {
    expect(readItem({}, `<a href="/item/7"><div class="ItemCard_wrapper__a"></div></a>`)).toMatchObject([
      { item: redline },
    ]);
    expect(readItem({}, `<a class="ItemCard_wrapper__a" href="/item/7?ref=1"></a>`)).toMatchObject([{ item: redline }]);
  });

  test('within a card is not a second card', () => {
    const html = `<div class="ItemCard_wrapper__a">${card('/item/7')}</div>`;
    expect(readItem({}, html)).toMatchObject([{ item: redline }]);
  });
});

describe('the state of React', () => {
  const rowsOf = (fiber: object) => {
    const document = documentAt(`${origin}/`, card('/item/7'));
    const [element] = document.querySelectorAll('[class*="ItemCard_wrapper"]');
    Object.assign(element ?? {}, { __reactFiber$x: fiber });
    return document.defaultView ? tap.state?.(document.defaultView) : undefined;
  };

  test('contains a card’s item', () =>
    expect(rowsOf({ memoizedProps: {}, return: { memoizedProps: { item: item({}) } } })).toMatchObject([
      { key: 'item:7', item: redline },
    ]));

  test('with two prices gives no price, and with two items no item', () => {
    const twice = (other: object) =>
      rowsOf({ memoizedProps: { item: item({}) }, alternate: { memoizedProps: { item: item(other) } } });
    expect(twice({})).toMatchObject([{ key: 'item:7', item: redline, listing: { amount: '31.20' } }]);
    expect(twice({ price: 1 })).toEqual([{ key: 'item:7', item: redline, phase: undefined, listing: undefined }]);
    expect(twice({ marketHashName: '★ Karambit' })).toEqual([{ key: 'item:7' }]);
    expect(twice({ id: 8 })).toMatchObject([{ key: 'item:7' }, { key: 'item:8' }]);
  });
});
