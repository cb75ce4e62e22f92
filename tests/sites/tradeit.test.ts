import { describe, expect, test } from 'vitest';
import { normaliseName } from '#core/items/names.ts';
import type { Row } from '#core/site.ts';
import { tap } from '#sites/tradeit.ts';
import { everyName } from '../core/every-name.ts';
import { knownRows, rowsFrom } from './fed.ts';
import { documentAt, readCards, readingOf } from './page.ts';

const origin = 'https://tradeit.gg';
const offered = `${origin}/api/v2/inventory/data?gameId=730&offset=0`;
const owned = `${origin}/api/v2/inventory/my/data?gameId=730`;
const steam = (id: string) => `https://steamcommunity-a.akamaihd.net/economy/image/${id}/240fx152f`;

/** The address of the site's own picture of an item, as the facts describe it. */
const picture = (name: string, game = 'csgo') =>
  `https://cdn.tradeit.gg/items/${game}%2F${encodeURIComponent(name.replaceAll(' | ', ' - ').replace(/[™:]/g, '-'))}_240x152.webp`;

const header = (code: string) => `<div class="price-language-wrapper"><b class="inner-text">${code}</b></div>`;
const card = (source: string, print = '$31.20', more = '') => `
  <div class="item-cell"><div class="item-details"><img class="item-image" src="${source}">
    <div class="price"><b class="d-inline-block">${print}</b></div>${more}</div></div>`;
const site = (cards: string) => `<div id="siteInventoryContainer">${cards}</div>`;

const redline = 'AK-47 | Redline (Field-Tested)';
const usd: Row = { key: 'currency', currency: 'USD' };
const rowsOf = (...names: readonly string[]) =>
  knownRows([...rowsFrom('tradeit', offered, { items: names.map((name) => ({ name })) }), usd]);
const read = (body: string, rows = rowsOf(redline)) => readCards('tradeit', `${origin}/csgo/store`, body, rows);

describe('an answer', () => {
  test('of another game is not read', () => {
    for (const url of [offered, owned])
      expect(() => rowsFrom('tradeit', url.replace('730', '252490'), { items: [] })).toThrow(/no feed/);
    expect(rowsFrom('tradeit', owned.replace('?gameId=730', ''), { items: { 1: [{ name: redline }] } })).toHaveLength(
      1,
    );
  });
});

describe('a card', () => {
  test('has the row of its picture’s file', () => {
    const names = [redline, 'StatTrak™ AK-47 | Redline (Field-Tested)', '★ Bayonet', 'CS:GO Weapon Case'];
    const readings = read(site(names.map((name) => card(picture(name))).join('')), rowsOf(...names));
    expect(readings.map((each) => typeof each === 'object' && [each.item, each.assembled])).toEqual(
      names.map((name) => [name, undefined]),
    );
  });

  test.each([
    ['★ Karambit | Doppler Phase 2 (Factory New)', '★ Karambit | Doppler (Factory New)', 'Phase 2'],
    ['★ StatTrak™ Bayonet', '★ StatTrak™ Bayonet', undefined],
  ])('%s without a row has an assembled name', (name, item, phase) =>
    expect(read(site(card(picture(name))))).toMatchObject([{ item, assembled: true, ...(phase ? { phase } : {}) }]),
  );

  test('never has the name of another item', () => {
    const real = new Set(everyName);
    // An assembled name of a twin is unknown to the price table.
    const names = everyName.filter((name, at) => at % 13 === 0 && normaliseName(name) === name);
    const readings = read(site(names.map((name) => card(picture(name))).join('')), knownRows()).map(readingOf);
    const others = names.filter((name, at) => readings[at]?.item !== name && real.has(readings[at]?.item ?? ''));
    expect(others).toEqual([]);
    expect(names.filter((name, at) => readings[at]?.item === name).length).toBeGreaterThan(names.length * 0.95);
  });

  test('stands for several equal items', () =>
    expect(read(site(card(picture(redline), '$1', '<p class="count"><span>x3</span></p>')))).toMatchObject([
      { count: 3 },
    ]));
});

describe('a card of the site with Steam’s picture', () => {
  const offer = (name: string, storePrice: number, price = 9999) => ({ name, storePrice, price, imgURL: steam('a') });
  const readPictured = (items: readonly unknown[], code = 'USD', path = 'store') =>
    readCards(
      'tradeit',
      `${origin}/csgo/${path}`,
      header(code) + site(card(steam('a'))),
      knownRows(rowsFrom('tradeit', offered, { items })),
    );

  test('has the item whose picture and price in dollars it shows', () => {
    const twin = `StatTrak™ ${redline}`;
    expect(readPictured([offer(redline, 3120), offer(twin, 9900)])).toMatchObject([
      { item: redline, listing: { cents: 3120, currency: 'USD' } },
    ]);
    expect(readPictured([offer(redline, 3000), offer(twin, 9900, 3120)], 'USD', 'trade')).toMatchObject([
      { item: twin, kind: 'none' },
    ]);
  });

  test('is not read with the picture alone, or with that of two items of one price', () => {
    expect(readPictured([offer(redline, 3000)])).toEqual([undefined]);
    expect(readPictured([offer(redline, 3120)], 'EUR')).toEqual([undefined]);
    expect(readPictured([offer(redline, 3120), offer('★ Bayonet', 3120)])).toEqual([undefined]);
  });
});

describe('an own card', () => {
  const rows = knownRows(rowsFrom('tradeit', owned, { items: { 1: [{ name: redline, imgURL: steam('a') }] } }));

  test('has the item of Steam’s picture, and no price', () => {
    expect(read(card(steam('a')), rows)).toEqual([
      { item: redline, phase: undefined, kind: 'none', count: 1, assembled: undefined },
    ]);
    expect(read(site(card(steam('a'))), rows)).toEqual([undefined]);
  });
});

describe('a price', () => {
  const listing = (print: string, code: string, currency?: string) => {
    const rows = knownRows([
      ...rowsFrom('tradeit', offered, { items: [{ name: redline }] }),
      { key: 'currency', currency },
    ]);
    const [reading] = read(header(code) + site(card(picture(redline), print)), rows);
    return typeof reading === 'object' ? reading.listing : undefined;
  };

  test.each([
    ['$1,031.20', 'USD', 'USD', { cents: 103_120, currency: 'USD' }],
    ['€31.20', 'EN / EUR', undefined, { cents: 3120, currency: 'EUR' }],
    ['$31.20', '', 'CAD', { cents: 3120, currency: 'CAD' }],
    ['$31.20</b><b class="d-inline-block">-13%', 'USD', 'USD', { cents: 3120, currency: 'USD' }],
    ['<i>$31.20</i> <i>-13%</i>', 'USD', 'USD', { cents: 3120, currency: 'USD' }],
    ['$31.20</b><s>$35.00</s><b>', 'USD', 'USD', { cents: 3120, currency: 'USD' }],
  ])('%s with %j and %s', (print, code, currency, expected) =>
    expect(listing(print, code, currency)).toEqual(expected),
  );
});

test('the framework’s state has the currency', () => {
  const document = documentAt(`${origin}/csgo/store`, '<body><div id="__nuxt"></div></body>');
  const view = document.defaultView;
  const state = () => (view ? tap.state?.(view) : undefined);
  expect(state()).toEqual([{ key: 'currency', currency: undefined }]);
  const $pinia = { state: { value: { currency: { selectedCurrency: 'EUR' } } } };
  Object.assign(document.querySelector('#__nuxt') ?? {}, { __vue_app__: { config: { globalProperties: { $pinia } } } });
  expect(state()).toEqual([{ key: 'currency', currency: 'EUR' }]);
});
