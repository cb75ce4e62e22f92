import { describe, expect, test } from 'vitest';
import { fieldsOf, listAt } from '#sites/reading/json.ts';
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
};

const attached = (id: keyof typeof answers, name: string, lists: object) =>
  rowsFrom(id, ...answers[id](name, lists)).find((row) => row.attached)?.attached;

const agent = 'Rezan the Redshirt | Sabre';
const gun = 'AK-47 | Redline (Field-Tested)';
const ids = ['buff163', 'skinport', 'gamerpay', 'csgoempire', 'csmoney', 'bitskins'] as const;

describe.each(ids)('%s', (id) => {
  test('an agent’s patch is a patch, a gun’s sticker a sticker', () => {
    const lists = { stickers: [{ name: 'Dragon' }] };
    expect(attached(id, agent, lists)).toEqual([{ item: 'Patch | Dragon', assembled: true }]);
    expect(attached(id, gun, lists)).toEqual([{ item: 'Sticker | Dragon', assembled: true }]);
  });
});

test.each(['buff163', 'csgoempire', 'csmoney'] as const)('%s tells charms, also without a name', (id) => {
  const keychains = [{ name: 'Charm | Diamond Dog' }, { name: null }];
  expect(attached(id, gun, { stickers: [], keychains })).toEqual([{ item: 'Charm | Diamond Dog' }, {}]);
});

test('CS.MONEY states a sticker’s wear in whole per cent', () =>
  expect(attached('csmoney', gun, { stickers: [{ name: 'Sticker | Crown (Foil)', wear: 7 }] })).toEqual([
    { item: 'Sticker | Crown (Foil)', wear: 0.07 },
  ]));

test.each([
  ['csgoempire', 'https://csgoempire.com/withdraw', '<i data-testid="item-card-enabled"><a href="/item/1">x</a></i>'],
  ['csmoney', 'https://cs.money/market/buy/', '<i data-card-item-id="1"></i>'],
  [
    'bitskins',
    'https://bitskins.com/market/cs2',
    '<p class="items"><b class="item"><a class="item-content" href="/item/cs2/1/x"></a></b></p>',
  ],
] as const)('a card of %s shows what its row tells', (id, url, body) => {
  const stickers = [{ name: 'Sticker | Crown (Foil)' }];
  const [reading] = readFed(id, { url, body, answers: [answers[id](gun, { stickers })] });
  expect(reading).toMatchObject({ item: gun, attached: [{ item: 'Sticker | Crown (Foil)' }] });
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
