import { describe, expect, test } from 'vitest';
import { normaliseName } from '#core/items/names.ts';
import { phases } from '#core/items/phases.ts';
import { everyName, lost, takeApart } from '../core/every-name.ts';
import { readFed } from './fed.ts';
import { readAll, readCards, siteOf } from './page.ts';

const origin = 'https://www.csgoroll.com';
const path = '/en/withdraw/csgo/p2p';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const balance = (print: string) => `<cw-pretty-balance><span data-test="value">${print}</span></cw-pretty-balance>`;
const range = (text: string) => `<div data-test="item-card-float-range"><span>${text}</span></div>`;
const bar = (className = '') => `<div class="wear-bar ${className}"></div>`;
const info = (text: string) => `<cw-item-float-wear-info><span>${text}</span></cw-item-float-wear-info>`;

const card = (subcategory: string, name: string, more = '', price = balance('12.34')) => `
  <cw-csgo-market-item-card><div class="item-card">
    <span data-test="item-subcategory">${escaped(subcategory)}</span>
    <label data-test="item-name">${escaped(name)}</label>${more}${price}
  </div></cw-csgo-market-item-card>`;

const read = (body: string) => readAll('csgoroll', origin + path, body);
const item = (body: string) => read(body)[0]?.item;

const redline = 'AK-47 | Redline (Field-Tested)';

describe('a weapon', () => {
  test.each([
    range('FT 0.2187'),
    range('FT'),
    range('Field-Tested (0.15 - 0.38)'),
    info('FT'),
    bar('wear-bar-ft'),
    bar('wear-bar--ft'),
    bar('-ft'),
    range('FT 0.2') + bar('wear-bar-ft') + info('FT'),
    range('FT 0.2') + bar(),
  ])('has the wear of %s', (wear) => expect(item(card('AK-47', 'Redline', wear))).toBe(redline));

  test.each([
    ['no wear', ''],
    ['no readable wear', range('0.2187')],
    ['two wears', range('FT 0.2') + bar('wear-bar-mw')],
    ['a bar with an unknown class', bar('is-mw')],
    ['a plain bar beside a wear in unknown words', range('Bien usé 0.2') + bar()],
    ['a plain bar beside a bare wear value', range('0.2187') + bar()],
    ['two wears in words', info('FN') + info('MW')],
  ])('with %s is not read', (_, wear) => expect(item(card('AK-47', 'Redline', wear))).toBeUndefined());

  test.each([
    ['StatTrak™ Souvenir AK-47', 'Redline'],
    ['Souvenir ★ Karambit', 'Fade'],
    ['', 'Redline'],
    ['AK-47', ''],
    ['AK-47', '<b>Redline</b>'],
    ['AK-47', 'x'.repeat(5_000)],
  ])('with an impossible name is not read: %s, %.20s', (subcategory, name) =>
    expect(item(card(subcategory, name, range('FT')))).toBeUndefined(),
  );
});

describe('a knife', () => {
  test.each(phases)('has the phase %s in its name', (phase) => {
    const gem = !phase.startsWith('Phase');
    const finish = phase === 'Emerald' ? 'Gamma Doppler' : 'Doppler';
    for (const name of gem ? [phase, `${finish} ${phase}`] : [`${finish} ${phase}`])
      expect(read(card('★ StatTrak™ Karambit', name, range('FN')))).toMatchObject([
        { item: `★ StatTrak™ Karambit | ${finish} (Factory New)`, phase },
      ]);
  });

  test('gloves and a pistol called Emerald have no phase', () =>
    expect(
      read(card('★ Hydra Gloves', 'Emerald', range('FT')) + card('CZ75-Auto', 'Emerald', range('FN'))).map((each) => [
        each?.item,
        each?.phase,
      ]),
    ).toEqual([
      ['★ Hydra Gloves | Emerald (Field-Tested)', undefined],
      ['CZ75-Auto | Emerald (Factory New)', undefined],
    ]));
});

describe('an item without a wear', () => {
  test.each([
    ['Sticker', 'Natus Vincere | Katowice 2019', '<i>Holo</i>', 'Sticker | Natus Vincere (Holo) | Katowice 2019'],
    ['Sticker', 'Natus Vincere | Katowice 2019', '<i>(Gold)</i>', 'Sticker | Natus Vincere (Gold) | Katowice 2019'],
    ['Sticker', 'Natus Vincere | Katowice 2019', '', 'Sticker | Natus Vincere | Katowice 2019'],
    ['Sticker', 'Crown (Foil)', '<i>Foil</i>', 'Sticker | Crown (Foil)'],
    ['Sticker', 'Crown (Foil)', bar(), 'Sticker | Crown (Foil)'],
    ['StatTrak™ Music Kit', 'Skog, Metal', '', 'StatTrak™ Music Kit | Skog, Metal'],
    ['Charm', "Lil' Squirt", '', "Charm | Lil' Squirt"],
    ['Case', 'Kilowatt Case', '', 'Kilowatt Case'],
    ['Souvenir Package', 'Austin 2025 Nuke Souvenir Package', '', 'Austin 2025 Nuke Souvenir Package'],
    ['Spectrum Case', '', '', 'Spectrum Case'],
    ['Brigadier General Pin', '', '', 'Brigadier General Pin'],
    ['Michael Syfers ', 'FBI Sniper', '', 'Michael Syfers | FBI Sniper'],
    ['Agent', 'Sir Bloody Miami Darryl | The Professionals', '', 'Sir Bloody Miami Darryl | The Professionals'],
  ])('%s, %s with %j', (subcategory, name, more, expected) =>
    expect(item(card(subcategory, name, more))).toBe(expected),
  );
});

describe('a price', () => {
  const listing = (price: string) => read(card('AK-47', 'Redline', range('FT'), price))[0]?.listing;

  test.each([
    [balance('12.34'), '12.34'],
    [balance(' 1,234.56 '), '1234.56'],
    ['<cw-pretty-balance><span>7.00</span></cw-pretty-balance>', '7.00'],
    ['<b class="currency-value">1,020</b>', '1020'],
    [balance('5.00') + balance('5.00'), '5.00'],
  ])('%s is %s coins', (price, amount) => expect(listing(price)).toEqual({ amount, currency: 'COIN' }));
});

describe('every name that a card can show', () => {
  const abbreviation = (wear: string) => wear.replace(/[^A-Z]/g, '');

  function shown(name: string): string | undefined {
    const { star, statTrak, souvenir, type, base, wear } = takeApart(name);
    const marks = `${star ? '★ ' : ''}${statTrak ? 'StatTrak™ ' : ''}${souvenir ? 'Souvenir ' : ''}`;
    const [weapon = '', ...finish] = base.split(' | ');
    if (type === 'Sealed Graffiti' || (type && souvenir)) return undefined;
    if (type) return card(`${statTrak ? 'StatTrak™ ' : ''}${type}`, base);
    if (wear || star) return card(marks + weapon, finish.join(' | '), wear && range(`${abbreviation(wear)} 0.2`));
    return card(base.includes(' | ') ? 'Agent' : 'Container', name);
  }

  test('is read', () => {
    const names = everyName.filter((_, n) => n % 23 === 0).filter((name) => shown(name));
    expect(names.length).toBeGreaterThan(1_400);
    const readings = read(names.map(shown).join(''));
    const back = new Map(names.map((name, n) => [name, readings[n]?.item]));
    expect(lost(names, normaliseName, (name) => back.get(name))).toEqual([]);
  });
});

describe('a page', () => {
  test.each(['/en/deposit', '/trade/deposit', '/top-up/steam/csgo'])('%s has items that are not for sale', (each) => {
    const own =
      '<div id="main-div"><div class="group/card"><img class="drop-shadow-lg" alt="Spectrum Case">' +
      '<p><img data-testid="currency-image">12.34</p></div></div>';
    const body = own + card('Sticker', 'Crown (Foil)');
    expect(readAll('csgoroll', origin + each, body)).toEqual([
      { item: 'Spectrum Case', kind: 'none' },
      { item: 'Sticker | Crown (Foil)', kind: 'none', assembled: true },
    ]);
  });
});

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
      ['Sticker | niko  | Paris 2023', 'niko | Paris 2023', ''],
      ['Sticker | Move It(Foil)', 'Move It', 'Foil'],
    ])('has the answer’s spelling in both designs: %s', (name, shown, finish) => {
      const spelled = `Sticker | ${shown}${finish && ` (${finish})`}`;
      const old = `<cw-csgo-market-item-card><span data-test="item-subcategory">Sticker</span>
        <label data-test="item-name">${shown}</label><i>${finish}</i><b class="currency-value">5.20</b></cw-csgo-market-item-card>`;
      for (const [body, item, assembled] of [
        [`<div id="main-div">${tile(spelled, shown, coins('5.20'))}</div>`, finish && spelled, undefined],
        [old, spelled, true],
      ] as const) {
        const page = { url: `${origin}/en/trade/csgo`, body };
        const [told] = readFed('csgoroll', { ...page, answers: [[api, answer(trade(name, 5.2))]] });
        expect(told).toMatchObject({ item: name, listing: { amount: '5.20', currency: 'COIN' } });
        expect(told?.assembled).toBeUndefined();
        const [untold] = readFed('csgoroll', page);
        expect(untold?.item ?? '').toBe(item);
        expect(untold?.assembled).toBe(assembled);
      }
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
