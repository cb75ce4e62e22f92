import { describe, expect, test } from 'vitest';
import { fieldsOf, listAt } from '#sites/reading/values.ts';
import { everyName } from '../core/every-name.ts';
import { capture, hasCaptures } from './captures.ts';
import { readFed, rowsFrom } from './fed.ts';

type Answer = readonly [url: string, body: unknown];

/** An answer with one item, by site. */
const answers = {
  buff163: (name: string, lists: object): Answer => [
    'https://buff.163.com/api/market/goods/sell_order?goods_id=1',
    {
      data: {
        items: [{ id: 'a', goods_id: 1, asset_info: { info: lists } }],
        goods_infos: { 1: { market_hash_name: name, appid: 730 } },
      },
    },
  ],
  skinport: (name: string, lists: object): Answer => [
    'https://skinport.com/api/browse/730?x=1',
    { items: [{ saleId: 1, marketHashName: name, ...lists }] },
  ],
  gamerpay: (name: string, lists: object): Answer => [
    'https://api.gamerpay.gg/feed?page=1',
    { items: [{ id: 1, marketHashName: name, ...lists }] },
  ],
  csgoempire: (name: string, lists: object): Answer => [
    'https://csgoempire.com/api/v2/trading/items?x=1',
    { data: [{ id: 1, market_name: name, ...lists }] },
  ],
  csmoney: (name: string, lists: object): Answer => [
    'https://cs.money/2.0/market/sell-orders?limit=60',
    { items: [{ id: 1, appId: 730, asset: { names: { full: name } }, ...lists }] },
  ],
  bitskins: (name: string, lists: object): Answer => [
    'https://api.bitskins.com/market/search/730',
    { list: [{ id: 1, name, ...lists }] },
  ],
  skinbid: (name: string, lists: object): Answer => [
    'https://api.skinbid.com/api/search/auctions?take=120',
    { items: [{ auction: { auctionHash: 'h1' }, items: [{ item: { fullName: name, ...lists } }] }] },
  ],
  csfloat: (name: string, lists: object): Answer => [
    'https://csfloat.com/api/v1/listings?limit=40',
    { data: [{ id: '1', price: 4390, item: { market_hash_name: name, float_value: 0.2214194177881234, ...lists } }] },
  ],
};

const attached = (id: keyof typeof answers, name: string, lists: object) =>
  rowsFrom(id, ...answers[id](name, lists)).find((row) => row.attached)?.attached;

const agent = 'Rezan the Redshirt | Sabre';
const gun = 'AK-47 | Redline (Field-Tested)';
const ids = ['buff163', 'skinport', 'gamerpay', 'csgoempire', 'csmoney', 'bitskins', 'skinbid', 'csfloat'] as const;

describe.each(ids)('%s', (id) => {
  test('an agent’s patch is a patch, a gun’s sticker a sticker', () => {
    const lists = { stickers: [{ name: 'Dragon' }] };
    expect(attached(id, agent, lists)).toEqual([{ item: 'Patch | Dragon', assembled: true }]);
    expect(attached(id, gun, lists)).toEqual([{ item: 'Sticker | Dragon', assembled: true }]);
  });
});

test.each(['buff163', 'csgoempire', 'csmoney', 'csfloat'] as const)('%s tells charms, also without a name', (id) => {
  const keychains = [{ name: 'Charm | Diamond Dog' }, { name: null }];
  expect(attached(id, gun, { stickers: [], keychains })).toEqual([{ item: 'Charm | Diamond Dog' }, {}]);
});

test('CS.MONEY states a sticker’s wear in whole per cent', () =>
  expect(attached('csmoney', gun, { stickers: [{ name: 'Sticker | Crown (Foil)', wear: 7 }] })).toEqual([
    { item: 'Sticker | Crown (Foil)', wear: 0.07 },
  ]));

const csfloatCard = (worn: string) => `<item-card><app-item-name><p class="item-name">AK-47 | Redline</p>
  <p class="subtext">Field-Tested</p></app-item-name><item-float-bar><p class="wear-value">${worn}</p></item-float-bar></item-card>`;

test.each([
  ['csgoempire', 'https://csgoempire.com/withdraw', '<i data-testid="item-card-enabled"><a href="/item/1">x</a></i>'],
  ['csmoney', 'https://cs.money/market/buy/', '<i data-card-item-id="1"></i>'],
  [
    'bitskins',
    'https://bitskins.com/market/cs2',
    '<p class="items"><b class="item"><a class="item-content" href="/item/cs2/1/x"></a></b></p>',
  ],
  [
    'skinbid',
    'https://skinbid.com/market',
    '<app-market-card><a href="/market/h1/x"></a><p class="item-price"></p></app-market-card>',
  ],
  ['csfloat', 'https://csfloat.com/search', csfloatCard('0.221419417788')],
] as const)('a card of %s shows what its row tells', (id, url, body) => {
  const stickers = [{ name: 'Sticker | Crown (Foil)' }];
  const [reading] = readFed(id, { url, body, answers: [answers[id](gun, { stickers })] });
  expect(reading).toMatchObject({ item: gun, attached: [{ item: 'Sticker | Crown (Foil)' }] });
});

describe('CSFloat', () => {
  const url = 'https://csfloat.com/search';
  const listed = (lists: object) => answers.csfloat(gun, lists);

  test.each([
    ['of another wear value', csfloatCard('0.221419427788')],
    ['whose wear value is short', csfloatCard('0.2214')],
    ['without one', csfloatCard('')],
  ])('a card %s shows nothing attached', (_, body) => {
    const answer = listed({ stickers: [{ name: 'Sticker | Crown (Foil)' }] });
    const [reading] = readFed('csfloat', { url, body, answers: [answer] });
    expect(reading).toMatchObject({ item: gun, attached: undefined });
  });

  test('two listings of one wear value that bear other stickers show neither', () => {
    const stickers = (name: string) => listed({ stickers: [{ name }] });
    const [reading] = readFed('csfloat', {
      url,
      body: csfloatCard('0.221419417788'),
      answers: [stickers('Sticker | Crown (Foil)'), stickers('Sticker | Howling Dawn')],
    });
    expect(reading).toMatchObject({ item: gun, attached: undefined });
  });

  test('a sealed sticker and the plain name of a highlight are no charm that is known', () => {
    const keychains = [
      { name: 'Charm | Sticker Slab', wrapped_sticker: 4352 },
      { name: 'Charm | Austin 2025 Highlight', highlight_reel: 7 },
      { name: 'Souvenir Charm | Austin 2025 Highlight | Eco Fragger', highlight_reel: 7 },
    ];
    expect(attached('csfloat', gun, { keychains })).toEqual([{}, {}, { item: keychains[2]?.name }]);
  });

  test.skipIf(!hasCaptures)('a real listing of 2026 tells its stickers', () => {
    const body = capture('csfloat-listings-2026-04.json');
    const rows = rowsFrom('csfloat', listed({})[0], body);
    expect(rows.find(({ key }) => key.endsWith(' 0.13292586'))?.attached).toEqual([
      { item: 'Sticker | NiKo (Holo) | Stockholm 2021' },
      { item: 'Sticker | G2 Esports (Holo) | Copenhagen 2024' },
    ]);
  });
});

test.skipIf(!hasCaptures)('nearly all stickers and charms of real answers have real names', () => {
  const real = new Set(everyName);
  const empire = listAt(capture('csgoempire-trade-events-2025-10.json'), 'data');
  const money = ['2024-07-26', '2024-07-27', '2024-12-05', '2024-12-07'].flatMap((day) =>
    listAt(capture(`csmoney-sell-orders-${day}.json`), 'items'),
  );
  const rows = [
    ...rowsFrom('csgoempire', answers.csgoempire('', {})[0], { data: empire }),
    ...rowsFrom('csmoney', answers.csmoney('', {})[0], { items: money }),
  ];
  const told = rows.flatMap((row) => row.attached ?? []);
  const entries = [...empire, ...money]
    .map(fieldsOf)
    .flatMap(({ stickers, keychains }) => [stickers, keychains].flat().filter(Boolean));
  expect(told).toHaveLength(entries.length);
  expect(told.flatMap(({ item }) => (item && !real.has(item) ? [item] : []))).toEqual([]);
});
