import { describe, expect, test } from 'vitest';
import { otherGame } from '#core/site.ts';
import { type FedPage, foreignBodies, readFedCards, rowsFrom } from './fed.ts';
import { pagesAt, readingOf } from './page.ts';

const origin = 'https://waxpeer.com';
const feed = `${origin}/api/data/index/?skip=0&sort=ASC`;
const usd = (amount: string) => ({ amount, currency: 'USD' });

const card = (href: string, price = '', image = '') => `
  <div class="item_wrap">
    <a class="thumb" href="${href}"><img src="${image}"></a>
    <div class="item_body"><span class="price">${price}</span></div>
  </div>`;

const redline = { item_id: '31', name: 'AK-47 | Redline (Field-Tested)', price: 12_340 };
const readCards = (body: string, items: readonly unknown[] = [redline], rest: Partial<FedPage> = {}) =>
  readFedCards('waxpeer', { url: `${origin}/`, body, answers: [[feed, { items }]], ...rest });
const read = (...page: Parameters<typeof readCards>) => readCards(...page).map(readingOf);
const rows = (...items: readonly unknown[]) => rowsFrom('waxpeer', feed, { items });

describe('an answer', () => {
  test.each(foreignBodies)('of another shape throws: %j', (body) =>
    expect(() => rowsFrom('waxpeer', feed, body)).toThrow(/no list/),
  );

  test('drops invalid rows only', () => {
    const bad = [null, 7, {}, { item_id: '1' }, { item_id: {}, name: 'x' }, { item_id: '2', name: '<b>x</b>' }];
    expect(rows(...bad, redline)).toEqual([
      {
        key: '31',
        item: 'AK-47 | Redline (Field-Tested)',
        assembled: true,
        phase: undefined,
        listing: usd('12.34'),
      },
    ]);
  });

  test.each([
    ['★Karambit | Doppler Phase 2 (Factory New)', '★ Karambit | Doppler (Factory New)', 'Phase 2'],
    [
      '★ StatTrak™ Flip Knife | Gamma Doppler Emerald (Minimal Wear)',
      '★ StatTrak™ Flip Knife | Gamma Doppler (Minimal Wear)',
      'Emerald',
    ],
    ['★StatTrak™ Bayonet', '★ StatTrak™ Bayonet', undefined],
    ['CZ75-Auto | Emerald (Factory New)', 'CZ75-Auto | Emerald (Factory New)', undefined],
    ['Souvenir AWP | Dragon Lore (Field-Tested)', 'Souvenir AWP | Dragon Lore (Field-Tested)', undefined],
    ['Sticker | Crown (Foil)', 'Sticker | Crown (Foil)', undefined],
  ])('names %s', (name, item, phase) => {
    const [row] = rows({ item_id: 5, name });
    expect([row?.key, row?.item, row?.phase]).toEqual(['5', item, phase]);
  });

  test('drops a row whose name and wear contradict each other', () => {
    expect(rows({ ...redline, exterior: 'FN' })).toEqual([]);
    expect(rows({ ...redline, exterior: 'FT' })).toHaveLength(1);
    expect(rows({ item_id: '1', name: 'AK-47 | Redline', exterior: 'MW' })).toMatchObject([
      { item: 'AK-47 | Redline (Minimal Wear)' },
    ]);
  });

  test.each([0, -5, 12.5, '12340', null, 1e300])('with the price %j has no price', (price) =>
    expect(rows({ ...redline, price })[0]?.listing).toBeUndefined(),
  );

  test.each([
    'https://waxpeer.com.example.org/api/data/index/',
    'https://waxpeer.com/api/data/index-of',
    'https://waxpeer.com/api/user',
  ])('is not read from %s', (url) => expect(() => rowsFrom('waxpeer', url, { items: [] })).toThrow(/no feed/));
});

describe('a card', () => {
  test.each(['/ak-47-redline/item/31', '/es/item/ak-47-redline/31', `${origin}/a/b/31?ref=1#x`])(
    'has the row of its link: %s',
    (href) =>
      expect(read(card(href))).toMatchObject([{ item: 'AK-47 | Redline (Field-Tested)', listing: usd('12.34') }]),
  );

  test.each(['', '/item/32', '/item/?id=31', '/item/131', '#31'])('without a row is not read: %j', (href) =>
    expect(read(card(href))).toEqual([undefined]),
  );

  test('whose link fits two rows is not read', () => {
    expect(read(card('/a/31/32'), [redline, { ...redline, item_id: '32' }])).toEqual([undefined]);
  });

  test('that is recycled has the item of its new link', () => {
    const items = [redline, { item_id: '32', name: '★ Bayonet', price: 5000 }];
    expect(read(card('/a/b/32') + card('/a/b/31'), items).map((each) => each?.item)).toEqual([
      '★ Bayonet',
      'AK-47 | Redline (Field-Tested)',
    ]);
  });

  test('of another game is not an unreadable card, whatever its row contains', () => {
    expect(readCards(card('/a/b/31', '', 'https://images.waxpeer.com/570-arcana.webp'))).toEqual([otherGame]);
    expect(readCards(card('/a/b/31'), [{ ...redline, image: 'https://images.waxpeer.com/252490-door.webp' }])).toEqual([
      otherGame,
    ]);
    expect(read(card('/a/b/31', '', 'https://images.waxpeer.com/730-ak-47-redline.webp'))).toHaveLength(1);
  });
});

describe('a price', () => {
  const listing = (print: string, currency?: string) =>
    read(card('/a/b/31', print), [redline], { stored: currency ? { currency } : {} })[0]?.listing;

  test('is the answer’s, in US dollars, whatever currency is shown', () => {
    expect(listing('$ 12.34')).toEqual(usd('12.34'));
    expect(listing('11.20 €', 'EUR')).toEqual(usd('12.34'));
    expect(listing('$16.90', 'CAD')).toEqual(usd('12.34'));
  });

  test('is absent when the card shows another price', () => expect(listing('$ 12.50')).toBeUndefined());
});

describe('paths', () => {
  test.each(['/', '/es', '/pt-br/', '/pt-BR', '/zh-Hans/', '/?search=ak'])('%s has cards', (path) =>
    expect(pagesAt('waxpeer', origin + path)).toHaveLength(1),
  );

  test.each(['/item/ak-47', '/profile', '/es/item/x', '/sell'])('%s has no cards', (path) =>
    expect(pagesAt('waxpeer', origin + path)).toEqual([]),
  );
});
