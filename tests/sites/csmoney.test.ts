import { describe, expect, test } from 'vitest';
import { otherGame } from '#core/site.ts';
import { knownRows, rowsFrom } from './fed.ts';
import { cardsIn, documentAt } from './page.ts';

const origin = 'https://cs.money';
const orders = `${origin}/2.0/market/sell-orders?limit=60`;
const owned = `${origin}/1.0/market/user-inventory?limit=60`;

const order = (fields: object = {}) => ({
  id: 7,
  appId: 730,
  asset: { names: { full: 'AWP | Asiimov (Field-Tested)' } },
  ...fields,
});
const card = (print: string, stated = '1234.50', id = '7') => `
  <div data-card-item-id="${id}" data-card-price="${stated}"><div><div class="Price-module_container__x">${print}</div></div></div>`;

interface Shown {
  readonly cookie?: string;
  readonly first?: unknown;
  readonly answer?: unknown;
  readonly path?: string;
}

/** Reads the cards of a page with rows in its document and in an answer. */
function read(body: string, { cookie, first, answer = { items: [order()] }, path = '/market/buy/' }: Shown = {}) {
  const script = first === undefined ? '' : `<script id="__page-params" type="application/json">${first}</script>`;
  const document = documentAt(origin + path, `<html lang="en"><body>${body}${script}</body></html>`);
  if (cookie) document.cookie = cookie;
  const feed = path.includes('buy') ? orders : owned;
  const rows = knownRows(rowsFrom('csmoney', feed, answer));
  return cardsIn('csmoney', document, rows).map(({ read }) => read);
}

describe('a card', () => {
  const [usd, eur] = ['USD', 'EUR'].map((currency) => (amount: string) => ({ cents: Number(`${amount}e2`), currency }));
  test.each([
    ['USD', '<i>$1,234.50</i>', { listing: usd?.('1234.50') }],
    ['USD', '<i>$1,300.00</i>', { disputed: true }],
    ['EUR', '<i>1 074,02 €</i>', { listing: eur?.('1074.02'), printed: [usd?.('1234.50')] }],
    ['EUR', '<i>1 234,50 €</i>', { listing: eur?.('1234.50') }],
    // Which of the two is the price only a rate tells.
    [
      'EUR',
      '<i>1 074,02 €</i> <s>1 300,00 €</s>',
      { listing: usd?.('1234.50'), printed: ['1074.02', '1300.00'].map((each) => eur?.(each)) },
    ],
  ])('in %s that prints %s beside 1234.50 has the price %j', (currency, print, told) =>
    expect(read(card(print), { cookie: `user_currency=${currency}` })).toMatchObject([told]),
  );

  test.each(['', '{', 'null', '{"inventory":7}'])('has no row in the document %j', (broken) =>
    expect(read(card('', '1', '8'), { first: broken })).toEqual([undefined]),
  );
});

describe('an own item', () => {
  const redline = 'AK-47 | Redline (Field-Tested)';
  const path = '/market/instant-sell/';
  const own = (fields: object = {}, fullName = redline) => ({
    id: 51,
    assetId: 51,
    appId: 730,
    fullName,
    quality: 'ft',
    img: 'https://s/pic',
    ...fields,
  });
  const shown = (quality: string, picture = 'https://i/rs/plain/https://s/pic', id = '') =>
    `<div data-card-item-id="${id}"><img src="${picture}"><i>${quality}</i></div>`;
  const readOwn = (body: string, ...items: unknown[]) => read(body, { path, answer: { items } });

  test.each(['/market/instant-sell/', '/ru/market/sell/', '/csgo/trade/'])('has the row of its id on %s', (at) => {
    const answer = { items: [own(), own({ id: 52, fullName: '★ Bayonet' }), own({ id: 53, appId: 570 })] };
    const cards = shown('', '', '51') + shown('', '', '52') + shown('', '', '53') + shown('', '', '54');
    expect(read(cards, { path: at, answer })).toMatchObject([
      { item: redline, kind: 'none' },
      { item: '★ Bayonet', kind: 'none' },
      otherGame,
      undefined,
    ]);
  });

  test('whose picture and quality are two items’ is not read', () =>
    expect(readOwn(shown('FT'), own(), own({ id: 52 }, 'AK-47 | Vulcan (Field-Tested)'))).toEqual([undefined]));
});
