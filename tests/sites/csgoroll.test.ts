import { describe, expect, test } from 'vitest';
import { readFed } from './fed.ts';
import { readAll, readCards, siteOf } from './page.ts';

const origin = 'https://www.csgoroll.com';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const redline = 'AK-47 | Redline (Field-Tested)';

describe('a page', () => {
  test.each(['/en/deposit', '/trade/deposit', '/top-up/steam/csgo'])('%s has items that are not for sale', (each) => {
    const own =
      '<div id="main-div"><div class="group/card"><img class="drop-shadow-lg" alt="Spectrum Case">' +
      '<p><img data-testid="currency-image">12.34</p></div></div>';
    expect(readAll('csgoroll', origin + each, own)).toEqual([{ item: 'Spectrum Case', kind: 'none' }]);
  });
});

describe('a card', () => {
  const image = (alt: string) => `<img class="a drop-shadow-lg" alt="${escaped(alt).replaceAll('"', '&quot;')}">`;
  const coins = (print: string) => `<p><img data-testid="currency-image">${print}</p>`;
  const tile = (alt: string, name: string, more = coins('12.34')) => `
    <div class="group/card x"><span class="text-2xs text-gray-100">…</span><span class="min-h-5">${escaped(name)}</span>
      ${image(alt)}${more}</div>`;
  const readTiles = (body: string) =>
    readCards('csgoroll', `${origin}/en/trade/csgo`, `<div id="main-div">${body}</div>`);

  test.each([
    [redline, 'Redline', redline, undefined],
    ['★ Karambit | Doppler Ruby (Factory New)', 'Ruby', '★ Karambit | Doppler (Factory New)', 'Ruby'],
    ['★ Bayonet', '', '★ Bayonet', undefined],
    ['Spectrum Case', '', 'Spectrum Case', undefined],
    ['Michael Syfers  | FBI Sniper', 'FBI Sniper', 'Michael Syfers  | FBI Sniper', undefined],
    ['Sticker | Move It(Foil)', 'Move It', 'Sticker | Move It(Foil)', undefined],
    [
      'Sticker | advent (Foil) | Katowice 2019',
      'advent | Katowice 2019',
      'Sticker | advent (Foil) | Katowice 2019',
      undefined,
    ],
  ])('is named exactly by its picture: %s', (alt, name, expected, phase) =>
    expect(readTiles(tile(alt, name))).toEqual([
      { item: expected, ...(phase && { phase }), listing: { cents: 1234, currency: 'COIN' } },
    ]),
  );

  test('without a name, or outside the list, is not read', () => {
    expect(readTiles(tile('', 'Redline'))).toEqual([undefined]);
    expect(readTiles(tile('<b>x</b>', ''))).toEqual([undefined]);
    expect(readCards('csgoroll', `${origin}/en/trade/csgo`, tile(redline, 'Redline'))).toEqual([]);
  });

  test.each(['★ Ursus Knife (Field-Tested)', '★ Ursus Knife'])('of a knife without a finish has no wear: %s', (alt) =>
    expect(readTiles(tile(alt, '', '<span>FT - 0.2</span>'))).toMatchObject([{ item: '★ Ursus Knife' }]),
  );

  describe('of a sticker or patch', () => {
    const api = 'https://router.csgoroll.gg/graphql?x';
    const trade = (marketName: string, totalValue: number, ...others: object[]) => ({
      node: { totalValue, tradeItems: [{ marketName }, ...others] },
    });
    const answer = (...edges: object[]) => ({ data: { trades: { edges } } });
    const sticker = tile('Sticker | karrigan | Paris 2023', 'karrigan | Paris 2023', coins('5.20'));
    const gold = 'Sticker | karrigan (Gold) | Paris 2023';
    const readAfter = (...edges: object[]) =>
      readFed('csgoroll', {
        url: `${origin}/en/trade/csgo`,
        body: `<div id="main-div">${sticker}</div>`,
        answers: [[api, answer(...edges)]],
      });

    test.each([
      ['Sticker | niko  | Paris 2023', 'niko | Paris 2023', undefined],
      ['Sticker | Move It(Foil)', 'Move It', 'Sticker | Move It (Foil)'],
    ])('has the answer’s spelling: %s', (name, shown, untold) => {
      const body = `<div id="main-div">${tile(untold ?? name.replace('  ', ' '), shown, coins('5.20'))}</div>`;
      const page = { url: `${origin}/en/trade/csgo`, body };
      const [told] = readFed('csgoroll', { ...page, answers: [[api, answer(trade(name, 5.2))]] });
      expect(told).toEqual({ item: name, listing: { cents: 520, currency: 'COIN' } });
      expect(readFed('csgoroll', page)[0]?.item).toBe(untold);
    });

    test('is not read without one item of the answer', () => {
      expect(readAfter()).toEqual([undefined]);
      expect(readAfter(trade(gold, 5.3))).toEqual([undefined]);
      expect(readAfter(trade(gold, 5.2), trade(gold.replace('Gold', 'Holo'), 5.2))).toEqual([undefined]);
      expect(readAfter(trade(gold, 5.2, { marketName: redline }))).toEqual([undefined]);
    });

    test.each([
      ['Sticker | karrigan | Paris 2023', true],
      ['Patch | MOUZ | Stockholm 2021', true],
      ['Sticker Slab | karrigan | Paris 2023', true],
      [gold, false],
      ['Charm | Diner Dog', false],
    ])('is not believed by a name that leaves the finish out, by the finder either: %s', (name, isUnsure) =>
      expect(siteOf('csgoroll').unsureNames?.test(name)).toBe(isUnsure),
    );

    test('that says "Champion" alone may lack a word', () =>
      expect(readTiles(tile('Sticker | FURIA (Champion) | A 2025', 'FURIA'))).toEqual([undefined]));
  });
});
