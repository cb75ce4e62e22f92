import { describe, expect, test } from 'vitest';
import { normaliseName, splitPhase } from '#core/items/names.ts';
import { everyName, takeApart } from '../core/every-name.ts';
import { readFed } from './fed.ts';

const origin = 'https://skins.com';
const api = 'https://api.skins.com/public/market/items?sortBy=price&page=1';

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

describe('a card', () => {
  test('that shows a wear is not a version of another wear', () =>
    expect(named(card('AK-47', 'Redline', '$5.00', '<i>Minimal Wear</i>'), version(ft, 5))).toEqual([undefined]));

  test('that shows StatTrak is not a version without it', () => {
    expect(named(card('AK-47', 'Redline', '$5.00', '<i>StatTrak™</i>'), version(ft, 5))).toEqual([undefined]);
    expect(named(card('AK-47', 'Redline', '$5.00', '<i>StatTrak™</i>'), version(ft, 5), version(statTrak, 5))).toEqual([
      statTrak,
    ]);
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
});

test('a name is not identified where a card shows its twin in the same way', () => {
  const twins = [version('Sticker | Move It (Foil)', 18), version('Sticker | Move It(Foil)', 3)];
  expect(named(card('Sticker', 'Move It (Foil)', '$3.00'), ...twins)).toEqual([undefined]);
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
