import { describe, expect, test } from 'vitest';
import { readFedCards } from './fed.ts';

const list = 'https://avan.market/en/market/cs';
const sell = 'https://avan.market/en/sell';
const host = 'https://avan.market/v1/api/users';
const dollarsUrl = `${host}/catalog?app_id=730&currency=1&page=1`;
const othersUrl = `${host}/catalog?currency=2&page=1&app_id=730`;
const ownUrl = `${host}/inventory`;

const redline = 'AK-47 | Redline (Field-Tested)';
const slug = 'ak-47-redline-field-tested';
const doppler = '★ Karambit | Doppler (Factory New)';

const row = (more: object = {}) => ({
  full_name: redline,
  slugified_name: slug,
  phase: '',
  sell_items: [{ sell_price: 18.5 }, { sell_price: 19 }],
  ...more,
});
interface Shown {
  readonly print?: string;
  readonly alts?: readonly string[];
  readonly href?: string;
}
const card = ({ print = '$18.50', alts = ['flash', redline], href = `/en/market/cs/${slug}` }: Shown = {}) => `
  <div class="Market_marketArticlesContainer__x"><div class="marketProductCard_cardHovered__x"><a href="${href}"></a>
    ${alts.map((alt) => `<img alt="${alt}">`).join('')}<div class="marketGunCardPrice_x"><span>${print}</span></div></div></div>`;

interface Fed {
  readonly data?: readonly unknown[];
  readonly url?: string;
  readonly currency?: string;
}
const read = (body: string, { data = [row()], url = dollarsUrl, currency }: Fed = {}) =>
  readFedCards('avanmarket', {
    url: list,
    body,
    answers: [[url, { data }]],
    stored: currency === undefined ? {} : { currency },
  })[0];

const usd = { cents: 1850, currency: 'USD' };

describe('a price', () => {
  const stored = '{"id":1,"name":"$ USD"}';

  test.each([
    ['17,02 €', '{"name":"€ EUR"}', { cents: 1702, currency: 'EUR' }],
    ['$18.50', stored, usd],
    ['$18.50', undefined, undefined],
    ['17,02 €', undefined, undefined],
    ['$18.50', 'CAD', undefined],
    ['$18.50', '{"name":"€ EUR"}', undefined],
    ['$18.50', '{"name":7}', undefined],
  ])('is the print %s with the setting %s where no answer is in US dollars', (print, currency, listing) => {
    const reading = read(card({ print }), { url: othersUrl, currency: currency ?? '' });
    expect(reading).toEqual({ item: redline, phase: undefined, listing });
  });

  test('is none where an answer in US dollars has the item without a price', () => {
    const data = [row({ sell_items: [{ price: 18.5 }] })];
    expect(read(card(), { data, currency: stored })).toEqual({ item: redline, phase: undefined, listing: undefined });
  });
});

describe('a card without a row', () => {
  const readAlone = (shown: Shown) => read(card({ print: '', ...shown }), { data: [] });

  test.each([
    [redline, slug, undefined],
    [
      '★ StatTrak™ Huntsman Knife | Slaughter (Factory New)',
      'stattrak-huntsman-knife-slaughter-factory-new',
      undefined,
    ],
    [
      '★ StatTrak™ Huntsman Knife | Slaughter (Factory New)',
      'stattraktm-huntsman-knife-slaughter-factory-new',
      undefined,
    ],
    ['MAC-10 | Saibā Oni (Factory New)', 'mac-10-saiba-oni-factory-new', undefined],
    [doppler, 'karambit-doppler-factory-new', undefined],
    [doppler, 'karambit-doppler-factory-new-phase-2', 'Phase 2'],
    [doppler, 'karambit-doppler-factory-new-black-pearl', 'Black Pearl'],
  ])('%s is named by the slug %s', (item, part, phase) =>
    expect(readAlone({ alts: ['flash', 'cs2', item], href: `/market/cs/${part}?r=1` })).toMatchObject({ item, phase }),
  );

  test.each([
    [redline, `${slug}-ruby`],
    [redline, 'ak-47-redline-minimal-wear'],
    [redline, 'ak-47-redline'],
    [doppler, 'karambit-doppler-factory-new-x'],
    ['', slug],
    ['★', ''],
  ])('%s is not named by the slug %s', (alt, part) =>
    expect(readAlone({ alts: [alt], href: `/market/cs/${part}` })).toBeUndefined(),
  );
});

describe('an own item', () => {
  const icon = '-9a81dlWLwJ2UUGcVs_nsVtzdOEdtWwKGZZLQHTx';
  const picture = `/_next/image?url=${encodeURIComponent(`https://x.example/economy/image/${icon}/360fx360f`)}&w=256`;
  const own = (more: object = {}) => ({
    name: 'AK-47 | Redline',
    quality: 'Field-Tested',
    iconUrl: icon,
    appId: '730',
    ...more,
  });
  const owned = (text = '', images = `<img src="${picture}">`) =>
    `<div class="ItemCard_container__x">${images}<b>${text}</b></div>`;
  const readOwn = (rows: readonly unknown[], body = owned()) =>
    readFedCards('avanmarket', { url: sell, body, answers: [[ownUrl, rows]] })[0];

  test.each([
    ['AK-47 | Redline', 'Field-Tested', redline],
    ['AK-47 | Redline', ' Field-Tested ', redline],
    ['★ Bayonet', null, '★ Bayonet'],
    ['★ Bayonet', ' ', '★ Bayonet'],
    ['Sticker | Vitality | Stockholm 2021', 'Holo', 'Sticker | Vitality (Holo) | Stockholm 2021'],
    ['Sticker | Crown', 'Foil', 'Sticker | Crown (Foil)'],
    ['Kilowatt Case', null, 'Kilowatt Case'],
  ])('%s of the quality %s is %s, an assembled name', (name, quality, item) =>
    expect(readOwn([own({ name, quality })], owned(quality ?? ''))).toEqual({ item, kind: 'none', assembled: true }),
  );

  test.each(['Einsatzerprobt', 'После полевых испытаний', '久经沙场', 'FT'])('shows its wear as %s', (wear) =>
    expect(readOwn([own()], owned(wear))).toMatchObject({ item: redline }),
  );

  test.each(['', 'Minimal Wear', 'Fabrikneu', '略有磨损', 'Testée sur le terrain', 'Field-Tested / Minimal Wear'])(
    'that shows %j instead is in doubt',
    (wear) => expect(readOwn([own()], owned(wear))).toBeUndefined(),
  );

  test.each([
    ['an unknown quality', [own({ quality: 'Shiny' })]],
    ['two wears', [own(), own({ quality: 'Minimal Wear' })]],
    ['a wear twice', [own({ name: 'AK-47 | Redline (Minimal Wear)' })]],
    ['no row', []],
    ['no name', [own({ name: null })]],
  ])('with %s is not read', (_, rows) => expect(readOwn(rows)).toBeUndefined());
});
