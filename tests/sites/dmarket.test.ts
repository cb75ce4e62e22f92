import { describe, expect, test } from 'vitest';
import { phases } from '#core/items/names.ts';
import { notAnItem, otherGame } from '#core/site.ts';
import { readFedCards, rowsFrom } from './fed.ts';
import { siteOf } from './page.ts';

const page = 'https://dmarket.com/ingame-items/item-list/csgo-skins';
const marketUrl = 'https://api.dmarket.com/exchange/v1/market/items?side=market';
const ownUrl = 'https://api.dmarket.com/exchange/v1/user/items?side=user';

const redline = 'AK-47 | Redline (Field-Tested)';
const doppler = '★ Karambit | Doppler (Factory New)';

const object = (more: object = {}) => ({ itemId: 'a1', title: redline, price: { USD: '123456' }, ...more });

describe('an answer', () => {
  test.each(['0', '-5', '1.5', '1e3', '', null, {}, 1.5, Number.NaN])('with %j cents has no price', (USD) =>
    expect(rowsFrom('dmarket', marketUrl, { objects: [object({ price: { USD } })] })[0]?.listing).toBeUndefined(),
  );

  test('has no instant price in place of the exchange’s that is none', () => {
    const own = object({ instantPrice: { USD: '100000' }, exchangePrice: { USD: null } });
    expect(rowsFrom('dmarket', ownUrl, { objects: [own] }).map(({ key }) => key)).toEqual(['a1']);
  });

  test.each(phases)('has the phase %s, spelled with a hyphen', (phase) => {
    const spelled = phase.toLowerCase().replace(' ', '-');
    const tell = (title: string, more: object) =>
      rowsFrom('dmarket', marketUrl, { objects: [object({ title, ...more })] })[0];
    expect(tell(doppler, { extra: { phase: spelled } })).toMatchObject({ item: doppler, phase });
    expect(tell(doppler, { cs2: { phase: spelled } })).toMatchObject({ item: doppler, phase });
    expect(tell(doppler, { extra: { phase: 7 } })?.phase).toBeUndefined();
    expect(tell('CZ75-Auto | Emerald (Factory New)', { extra: { phase: spelled } })?.phase).toBeUndefined();
  });
});

const inEuro = { 'dmarket/AkitaStores': JSON.stringify({ currency: { activeCurrency: 'EUR' } }) };

test('no print alone is a listing: the user’s own items stand beside the market, with what they bring at once', () =>
  expect(siteOf('dmarket').pages.map(({ readListing }) => readListing)).toEqual([undefined]));

describe('a card', () => {
  const id = '5d1a0000-5d1a-4f4c-9b02-5d1a00000001';
  const other = '5d1a0000-5d1a-4f4c-9b02-5d1a00000002';
  const tile = (inner: string, attributes = `data-test-id="card" id="${id}"`) => `<div ${attributes}>${inner}</div>`;
  const v2 = 'https://api.dmarket.com/exchange/v1/market/items/v2?x=1';
  const offer = { offerId: id, title: redline, priceCents: '123456' };
  const readTiles = (body: string, offers: readonly unknown[] = [offer], stored = {}) =>
    readFedCards('dmarket', { url: `${page}/knife`, body, answers: [[v2, { offers }]], stored });
  const usd = { cents: 123_456, currency: 'USD' };

  test.each([`data-test-id="card" id="${id}"`, `data-test-id="market_asset_item_${id}"`])(
    'has the row of its id: %s',
    (attributes) =>
      expect(readTiles(tile('<b>$ 1 234.56</b>', attributes))).toEqual([
        { item: redline, phase: undefined, listing: usd, kind: 'ask' },
      ]),
  );

  test('has a price only if it prints it', () => {
    for (const print of ['', '$ 1 300.00', '€ 1 234.56'])
      expect(readTiles(tile(`<b>${print}</b><i>x</i>`))).toMatchObject([{ item: redline, listing: undefined }]);
    expect(readTiles(tile('<b>$ 1 300.00</b><b>$ 1 234.56</b>'))).toMatchObject([{ listing: usd }]);
    expect(readTiles(tile('<b>$ 1 100.00</b><s>$ 1 234.56</s>'))).toMatchObject([{ listing: undefined }]);
  });

  test('in another currency has the price of the answer, if that has one and the card has one', () => {
    const dear = { ...offer, exchangePrice: { USD: '130000' } };
    expect(readTiles(tile('<b>€ 1 120.40</b>'), [offer], inEuro)).toMatchObject([{ listing: usd }]);
    expect(readTiles(tile('<b>€ 1 120.40</b><s>€ 1 200.00</s>'), [offer], inEuro)).toMatchObject([
      { listing: undefined },
    ]);
    expect(readTiles(tile('<b>€ 1 120.40</b>'), [dear], inEuro)).toMatchObject([{ listing: undefined }]);
    expect(readTiles(tile('<b>Locked</b>'), [offer], inEuro)).toMatchObject([{ listing: undefined }]);
  });

  test('has the price of the exchange where it prints that', () => {
    const asset = { itemId: id, title: redline, instantPrice: { USD: '100000' }, exchangePrice: { USD: '110000' } };
    const shown = (print: string) =>
      readFedCards('dmarket', { url: page, body: tile(`<b>${print}</b>`), answers: [[ownUrl, { assets: [asset] }]] });
    expect(shown('$ 1 100.00')).toMatchObject([{ kind: 'bid', listing: { cents: 110_000, currency: 'USD' } }]);
    expect(shown('$ 1 000.00')).toMatchObject([{ kind: 'bid', listing: { cents: 100_000, currency: 'USD' } }]);
    expect(shown('$ 1 050.00')).toMatchObject([{ listing: undefined }]);
    const dear = { ...offer, exchangePrice: { USD: '130000' } };
    expect(readTiles(tile('<b>$ 1 300.00</b>'), [dear])).toMatchObject([{ listing: undefined }]);
  });

  test('has the row of an id in capital letters', () => {
    const capital = tile('<b>$ 1 234.56</b>', `data-test-id="card" id="${id.toUpperCase()}"`);
    expect(readTiles(capital)).toMatchObject([{ item: redline, listing: usd }]);
    const offers = [{ ...offer, offerId: id.toUpperCase() }];
    expect(readTiles(tile('<b>$ 1 234.56</b>'), offers)).toMatchObject([{ item: redline, listing: usd }]);
  });

  test('may have its id on a child, and its price beside that', () => {
    const around = (inner: string) => `<div>${tile(inner)}<p>$ 1 234.56</p></div>`;
    expect(readTiles(around('') + around('<b>Redline</b>'))).toMatchObject([
      { item: redline, listing: usd },
      { item: redline, listing: usd },
    ]);
    expect(
      readTiles(`<div>${tile('x')}${tile('', `data-test-id="card" id="${other}"`)}<p>$ 1 234.56</p></div>`),
    ).toEqual([expect.objectContaining({ item: redline, listing: undefined }), notAnItem]);
  });

  test('without a row, or with the rows of two items, is not read', () => {
    expect(readTiles(tile('x'), [])).toEqual([undefined]);
    const two = tile('x', `data-test-id="market_asset_item_${other}" id="${id}"`);
    expect(readTiles(two, [offer, { ...offer, offerId: other, title: doppler }])).toEqual([undefined]);
    expect(readTiles(two, [offer, { ...offer, offerId: other }])).toMatchObject([{ item: redline }]);
  });

  test('of another game, without an id, within a card or still empty is no item', () => {
    expect(readTiles(tile('x'), [{ ...offer, gameId: '9a92' }])).toEqual([otherGame]);
    expect(readTiles(tile('x', 'data-test-id="promo" id="promo-1"'))).toEqual([notAnItem]);
    expect(readTiles(tile(tile('x')))).toMatchObject([{ item: redline }, notAnItem]);
    expect(readTiles(tile('<div></div>') + tile('x'))[0]).toEqual(notAnItem);
  });

  test('has a row for the offer’s id within `extra`, and no price from an empty amount', () => {
    const one = { itemId: 'i', title: redline, extra: { offerId: 'o' }, price: { USD: '' }, instantPrice: { USD: '' } };
    for (const url of [marketUrl, ownUrl])
      expect(rowsFrom('dmarket', url, { objects: [one] }).map(({ key, listing }) => [key, listing])).toEqual([
        ['i', undefined],
        ['o', undefined],
      ]);
  });
});
