import { describe, expect, test } from 'vitest';
import { notAnItem } from '#core/site.ts';
import { readCards } from './page.ts';

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
});
