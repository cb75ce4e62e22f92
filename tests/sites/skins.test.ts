import { describe, expect, test } from 'vitest';
import { normaliseName } from '#core/items/names.ts';
import { phases, splitPhase } from '#core/items/phases.ts';
import { everyName, takeApart } from '../core/every-name.ts';
import { readFed } from './fed.ts';

const origin = 'https://skins.com';
const api = 'https://api.skins.com/public/market/items?sortBy=price&page=1';
const usd = (amount: string) => ({ amount, currency: 'USD' });

const version = (marketHashName: unknown, lowestPrice: unknown, more: object = {}) => ({
  slug: '',
  marketHashName,
  lowestPrice,
  currency: 'USD',
  ...more,
});

const card = (weapon: string, skin: string, price: string, more = '') => `
  <div class="item-listing"><div class="item-details__category">${weapon}</div>
    <div class="item-details__name">${skin}</div>${more}<div class="item-footer__price">${price}</div></div>`;

const read = (body: string, ...data: readonly unknown[]) =>
  readFed('skins', { url: `${origin}/market`, body, answers: [[api, { data }]] });
const named = (body: string, ...data: readonly unknown[]) => read(body, ...data).map((each) => each?.item);

const ft = 'AK-47 | Redline (Field-Tested)';
const mw = 'AK-47 | Redline (Minimal Wear)';
const statTrak = 'StatTrak™ AK-47 | Redline (Field-Tested)';
const doppler = '★ Karambit | Doppler (Factory New)';

describe('a card', () => {
  test('shows the version with its price', () =>
    expect(
      read(
        card('AK-47', 'Redline', '$12.34') + card('AK-47', 'Redline', '$1,020.50'),
        version(ft, 12.34),
        version(mw, 1020.5),
      ),
    ).toEqual([
      { item: ft, phase: undefined, listing: usd('12.34') },
      { item: mw, phase: undefined, listing: usd('1020.50') },
    ]));

  test('matches a price that the answer counts in cents', () =>
    expect(read(card('AK-47', 'Redline', '$12.34'), version(ft, 1234))).toMatchObject([
      { item: ft, listing: usd('12.34') },
    ]));

  test.each([
    ['two versions cost the same', '$12.34', [version(ft, 12.34), version(mw, 12.34)]],
    ['a StatTrak costs the same', '$12.34', [version(ft, 12.34), version(statTrak, 12.34)]],
    ['no version has its price', '$12.50', [version(ft, 12.34), version(mw, 20)]],
    ['its price is in another currency', '€12.34', [version(ft, 12.34)]],
    ['the answer has no currency', '$12.34', [version(ft, 12.34, { currency: null })]],
    ['it shows no price', '', [version(ft, 12.34)]],
    ['it shows an old and a new price', '$12.34 $10.00', [version(ft, 12.34)]],
    ['there is no answer', '$12.34', []],
    ['the answer has another skin only', '$12.34', [version('AK-47 | Vulcan (Field-Tested)', 12.34)]],
  ])('is not read when %s', (_, price, data) =>
    expect(read(card('AK-47', 'Redline', price), ...data)).toEqual([undefined]),
  );

  test.each(['<i>Minimal Wear</i>', '<i>MW</i>', '<i>mw</i> <b>0.08</b>'])(
    'of equal price is identified by its wear: %s',
    (more) => expect(named(card('AK-47', 'Redline', '$5.00', more), version(ft, 5), version(mw, 5))).toEqual([mw]),
  );

  test('that shows a wear is not a version of another wear', () =>
    expect(named(card('AK-47', 'Redline', '$5.00', '<i>Minimal Wear</i>'), version(ft, 5))).toEqual([undefined]));

  test('that shows StatTrak is not a version without it', () => {
    expect(named(card('AK-47', 'Redline', '$5.00', '<i>StatTrak™</i>'), version(ft, 5))).toEqual([undefined]);
    expect(named(card('AK-47', 'Redline', '$5.00', '<i>StatTrak™</i>'), version(ft, 5), version(statTrak, 5))).toEqual([
      statTrak,
    ]);
  });

  test('of a Doppler has the phase with its price, and no phase when two have that price', () => {
    const data = phases.map((phase, n) => version(doppler, 1000 + n * 100, { metadata: { phase } }));
    const more = version(doppler, 1000, { metadata: { phase: null } });
    const twice = version(doppler, 1000, { metadata: { phase: 'Ruby' } });
    expect(read(card('Karambit', 'Doppler', '$1,400.00'), ...data)).toMatchObject([{ item: doppler, phase: 'Ruby' }]);
    expect(read(card('Karambit', 'Doppler', '$1,000.00'), ...data, twice)).toMatchObject([{ phase: undefined }]);
    expect(read(card('★ Karambit', 'Doppler', '$1,000.00'), ...data, more)).toEqual([
      { item: doppler, phase: undefined, listing: usd('1000.00') },
    ]);
  });

  test('is identified by its link and its price, if the link fits its words', () => {
    const data = [
      version(ft, 5, { slug: 'redline-ft' }),
      version(mw, 5, { slug: 'redline-mw' }),
      version('★ Bayonet', 5, { slug: 'b' }),
    ];
    const linked = (slug: string, price = '$5.00') =>
      `<a href="/en/market/${slug}?x=1">${card('AK-47', 'Redline', price)}</a>`;
    expect(named(linked('redline-ft') + linked('redline-mw') + linked('b') + linked('none'), ...data)).toEqual([
      ft,
      mw,
      undefined,
      undefined,
    ]);
    expect(read(linked('redline-ft', '$5.50'), ...data)).toEqual([undefined]);
  });

  test('is identified by a link with its exterior and StatTrak, where versions share a slug', () => {
    const data = [ft, mw, statTrak].map((name) => version(name, 5, { slug: 'redline' }));
    const linked = (query: string, price = '$5.00') =>
      `<a href="/item/redline${query}">${card('AK-47', 'Redline', price)}</a>`;
    const queries = ['?exterior=field-tested&st=0', '?exterior=MW&st=false', '?exterior=ft&st=1', '?exterior=mw', ''];
    expect(named(queries.map((query) => linked(query)).join(''), ...data)).toEqual([ft, mw, statTrak, mw, undefined]);
    expect(named(linked('?exterior=bs&st=0') + linked('?exterior=mw&st=1'), ...data)).toEqual([undefined, undefined]);
    expect(read(linked('?exterior=ft&st=0', '$5.50'), ...data)).toMatchObject([{ item: ft, listing: undefined }]);
  });

  test.each(['', 'Vanilla'])('of a knife without a finish may show %j', (skin) =>
    expect(named(card('Bayonet', skin, '$5.00'), version('★ Bayonet', 5), version('★ StatTrak™ Bayonet', 9))).toEqual([
      '★ Bayonet',
    ]),
  );

  test('that is a placeholder does not count', () =>
    expect(read('<div class="item-listing item-listing--placeholder"></div>')).toEqual([]));
});

describe('a name in an unusual spelling', () => {
  const [small, capital] = ['Sticker | niko  | London 2018', 'Sticker | NiKo | London 2018'];

  test('is used as the answer tells it', () => {
    const cards = card('Sticker', 'niko | London 2018', '$9.00') + card('Sticker', 'NiKo | London 2018', '$8.00');
    expect(read(cards, version(small, 9), version(capital, 8))).toEqual([
      { item: small, phase: undefined, listing: usd('9.00') },
      { item: capital, phase: undefined, listing: usd('8.00') },
    ]);
  });

  test('is not identified where a card shows its twin in the same way', () => {
    const twins = [version('Sticker | Move It (Foil)', 18), version('Sticker | Move It(Foil)', 3)];
    expect(named(card('Sticker', 'Move It (Foil)', '$3.00'), ...twins)).toEqual([undefined]);
  });
});

describe('every kind of name', () => {
  const sample = everyName.filter((_, n) => n % 97 === 0).filter((name) => takeApart(name).base !== '');

  test('is identified by its words and its price', () => {
    const shown = sample.map((name, n) => {
      const { type, base } = takeApart(name);
      const [weapon = '', ...rest] = base.replaceAll('&', '&amp;').split(' | ');
      const price = `$${n + 1}.00`;
      if (type) return card(type, [weapon, ...rest].join(' | '), price);
      return rest.length > 0 ? card(weapon, rest.join(' | '), price) : card('Thing', weapon, price);
    });
    const back = named(shown.join(''), ...sample.map((name, n) => version(name, n + 1)));
    const lost = sample.filter((name, n) => normaliseName(back[n] ?? '') !== normaliseName(splitPhase(name).item));
    expect(back.length).toBeGreaterThan(300);
    expect(lost).toEqual([]);
  });
});
