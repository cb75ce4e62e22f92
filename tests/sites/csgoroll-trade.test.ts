import { describe, expect, test } from 'vitest';
import { notAnItem } from '#core/site.ts';
import { readFed } from './fed.ts';
import { readCards, siteOf } from './page.ts';

const origin = 'https://www.csgoroll.com';
const redline = 'AK-47 | Redline (Field-Tested)';
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

describe('a card of the newer design', () => {
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
      { item: expected, ...(phase && { phase }), listing: { amount: '12.34', currency: 'COIN' } },
    ]),
  );

  test.each([
    ['another name', redline, 'Asiimov'],
    ['another phase', '★ Karambit | Doppler Phase 2 (Factory New)', 'Doppler Phase 4'],
  ])('whose text has %s than its picture is not read', (_, alt, name) =>
    expect(readTiles(tile(alt, name))).toEqual([undefined]),
  );

  test('without a name, or outside the list, is not read', () => {
    expect(readTiles(tile('', 'Redline'))).toEqual([undefined]);
    expect(readTiles(tile('<b>x</b>', ''))).toEqual([undefined]);
    expect(readCards('csgoroll', `${origin}/en/trade/csgo`, tile(redline, 'Redline'))).toEqual([]);
  });

  test('with several items, or still empty, is no item', () => {
    expect(readTiles(tile(redline, 'Redline', image('Spectrum Case')))).toEqual([notAnItem]);
    expect(readTiles('<div class="group/card"><div></div></div>')).toEqual([notAnItem]);
    expect(readTiles(tile(redline, 'Redline', image(redline)))).toMatchObject([{ item: redline }]);
  });

  test('with two prices has none', () =>
    expect(readTiles(tile(redline, 'Redline', coins('12.34') + coins('13.00')))).toMatchObject([
      { item: redline, listing: undefined },
    ]));

  test.each([
    ['FT - 0.218', 'AWP | Printstream (Field-Tested)'],
    ['MW 0.104', 'AWP | Printstream (Minimal Wear)'],
    ['FN', 'AWP | Printstream (Factory New)'],
    ['0.104', 'AWP | Printstream'],
  ])('whose picture lacks the wear has that of the float line: %s', (line, item) =>
    expect(readTiles(tile('AWP | Printstream', 'Printstream', `<div><span>${line}</span></div>`))).toMatchObject([
      { item },
    ]),
  );

  test('with another wear in the float line than in the picture is not read', () => {
    expect(readTiles(tile(redline, 'Redline', '<span>MW - 0.104</span>'))).toEqual([undefined]);
    expect(readTiles(tile('AWP | Printstream', '', '<i>MW</i><i>FT</i>'))).toEqual([undefined]);
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

    test('without a finish in the picture has its name from the answer, by the price', () => {
      const plain = 'Sticker | karrigan | Paris 2023';
      expect(readAfter(trade(gold, 5.2), trade(plain, 0.12))).toMatchObject([{ item: gold }]);
      expect(readAfter(trade(gold, 0.12), trade(plain, 5.2))).toMatchObject([{ item: plain }]);
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
