import { describe, expect, test } from 'vitest';
import { otherGame } from '#core/site.ts';
import { tap } from '#sites/waxpeer.ts';
import { readFedCards, rowsFrom } from './fed.ts';
import { documentAt } from './page.ts';

const origin = 'https://waxpeer.com';
const usd = (amount: string) => ({ cents: Number(`${amount}e2`), currency: 'USD' });

const redline = { item_id: '31', name: 'AK-47 | Redline (Field-Tested)', price: 12_340 };
describe('a card', () => {
  const browse = `${origin}/api/csgo/browse?cursor=x`;
  const name = 'AK-47 | Redline (Field-Tested)';
  const tile = (shown = name, { href = '/ak-47-redline/item/31', price = '$ 12.34', image = '' } = {}) => `
    <div class="item-card"><a class="sr-only" href="${href}">${shown}</a><a class="thumb-link"><img src="${image}"></a>
      <div><span class="font-medium">${price}</span><div class="inline-flex">-1%</div></div></div>`;
  const readTiles = (body: string, items: readonly unknown[] = [redline], url = browse) =>
    readFedCards('waxpeer', {
      url: `${origin}/rifles`,
      body: `<div class="catalog__list">${body}</div>`,
      answers: [[url, { items }]],
    });

  test('keeps an exact name as it is', () => {
    const exact = 'Sticker | Move It(Foil)';
    expect(readTiles(tile(exact), [{ item_id: 31, name: exact }])).toEqual([
      { item: exact, phase: undefined, listing: undefined, assembled: undefined },
    ]);
    expect(readTiles(tile('★Bayonet'), [{ item_id: 31, name: '★Bayonet' }])).toMatchObject([
      { item: '★ Bayonet', assembled: true },
    ]);
  });

  test.each([
    ['whose row names another item', tile('AK-47 | Redline (Minimal Wear)'), [redline]],
    ['without a name', tile(''), [redline]],
    ['without an item’s link', tile(name, { href: '/item/x' }), [redline]],
    [
      'whose row has another phase',
      tile('★ Flip Knife | Doppler Ruby (Factory New)'),
      [{ item_id: 31, name: '★ Flip Knife | Doppler (Factory New)', phase: 'Phase 1' }],
    ],
  ])('%s is not read', (_, body, items) => expect(readTiles(body, items)).toEqual([undefined]));

  test('whose row contradicts itself in the phase has no phase, and what it prints', () => {
    const [base, ruby] = ['★ Flip Knife | Doppler (Factory New)', '★ Flip Knife | Doppler Ruby (Factory New)'];
    const row = { item_id: 31, name: ruby, phase: 'Phase 1', price: 12_340 };
    const listing = { cents: 1234, currency: 'USD' };
    expect(readTiles(tile(base), [row])).toEqual([{ item: base, listing, assembled: true }]);
    expect(readTiles(tile(base), [{ ...row, phase: 'Ruby' }])).toMatchObject([{ item: base, phase: 'Ruby' }]);
  });

  test.each([
    ['its picture', tile(name, { image: '/class/252490/5/x' }), [redline], browse],
    ['its picture’s file', tile(name, { image: 'https://images.waxpeer.com/570-arcana.webp' }), [redline], browse],
    ['its row’s picture', tile(), [{ ...redline, image: 'https://images.waxpeer.com/252490-door.webp' }], browse],
    ['its row', tile(), [{ ...redline, game: 'rust' }], browse],
    ['the address of its answer', tile(), [redline], `${origin}/api/rust/browse`],
  ])('of another game by %s is no CS2 item', (_, body, items, url) =>
    expect(readTiles(body, items, url)).toEqual([otherGame]),
  );

  test('has the rows of the page’s first data, in the page and in its file', () => {
    const data = [{ list: 1 }, [2], { item_id: 3, name: 4, price: 5, phase: 6 }, '31', name, 12_340, null];
    const rows = [{ key: '31', item: name, listing: usd('12.34') }];
    const state = (text: string) => {
      const view = documentAt(
        `${origin}/`,
        `<script type="application/json" id="__NUXT_DATA__">${text}</script>`,
      ).defaultView;
      return view && tap.state?.(view);
    };
    expect(rowsFrom('waxpeer', `${origin}/rifles/_payload.json?v=1`, data)).toMatchObject(rows);
    expect(state(JSON.stringify(data))).toMatchObject(rows);
    for (const text of ['', '{', '{}', '[{"item_id":9,"name":-1,"price":0}]']) expect(state(text)).toEqual([]);
    expect(documentAt(`${origin}/`, '').defaultView).toBeTruthy();
  });
});
