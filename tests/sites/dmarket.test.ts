import { describe, expect, test } from 'vitest';
import { phases } from '#core/items/phases.ts';
import { readFed, rowsFrom } from './fed.ts';
import { siteOf } from './page.ts';

const page = 'https://dmarket.com/ingame-items/item-list/csgo-skins';
const marketUrl = 'https://api.dmarket.com/exchange/v1/market/items?side=market';
const ownUrl = 'https://api.dmarket.com/exchange/v1/user/items?side=user';

const redline = 'AK-47 | Redline (Field-Tested)';
const doppler = '★ Karambit | Doppler (Factory New)';

const object = (more: object = {}) => ({ itemId: 'a1', title: redline, price: { USD: '123456' }, ...more });
const card = (print: string, alt = redline, id = 'a1') => `
  <asset-card id="${id}"><img class="c-asset__img" alt="${alt}"><div class="c-asset__footerInner">
    <div class="c-asset__footerLeft"><span class="c-asset__price">${print}</span></div></div></asset-card>`;

interface Shown {
  readonly object?: unknown;
  readonly url?: string;
  readonly store?: string | undefined;
}

const read = (body: string, { object: one = object(), url = marketUrl, store }: Shown = {}) =>
  readFed('dmarket', {
    url: page,
    body,
    answers: [[url, { objects: [one] }]],
    stored: store === undefined ? {} : { 'dmarket/AkitaStores': store },
  })[0];

describe('an answer', () => {
  test.each(['0', '-5', '1.5', '1e3', '', null, {}, 1.5, Number.NaN])('with %j cents has no price', (USD) =>
    expect(rowsFrom('dmarket', marketUrl, { objects: [object({ price: { USD } })] })[0]?.listing).toBeUndefined(),
  );

  test.each(phases)('has the phase %s, spelled with a hyphen', (phase) => {
    const spelled = phase.toLowerCase().replace(' ', '-');
    const tell = (title: string, more: object) =>
      rowsFrom('dmarket', marketUrl, { objects: [object({ title, ...more })] })[0];
    expect(tell(doppler, { extra: { phase: spelled } })).toMatchObject({ item: doppler, phase });
    expect(tell(doppler, { cs2: { phase: spelled } })).toMatchObject({ item: doppler, phase });
    expect(tell(doppler, { extra: { phase: 7 } })?.phase).toBeUndefined();
    expect(tell('CZ75-Auto | Emerald (Factory New)', { extra: { phase: spelled } })?.phase).toBeUndefined();
  });

  test('is read from the addresses of the lists only', () => {
    const fed = (url: string) => siteOf('dmarket').feeds?.filter((feed) => feed.url.test(url)).length;
    expect([marketUrl, ownUrl, 'https://dmarket.com/exchange/v1/user/offers?x'].map(fed)).toEqual([1, 1, 1]);
    expect(fed('https://api.dmarket.com/exchange/v1/market/items-history')).toBe(0);
  });
});

describe('a card', () => {
  test('with two items is not read', () =>
    expect(
      read(card('$ 1', redline).replace('<div', `<img class="c-asset__img" alt="${doppler}"><div`)),
    ).toBeUndefined());
});

test('two spellings of a name leave open which is exact', () => {
  const [near, far] = ['Sticker | Move It(Foil)', 'Sticker | Move It (Foil)'];
  expect(read(card('$ 1 234.56', far), { object: object({ title: near }) })?.assembled).toBe(true);
  expect(read(card('$ 1 234.56', near), { object: object({ title: near }) })).toMatchObject({
    item: near,
    assembled: undefined,
  });
});
