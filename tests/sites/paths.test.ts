import { describe, expect, test } from 'vitest';
import { sites } from '#sites/index.ts';
import { pages, pagesAt } from './page.ts';

/** Paths of each site by the kinds of cards that their pages have. `inventory`: the user's own items, which are added up. */
const paths: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  avanmarket: {
    list: '/market/cs /ru/market/cs/ /market/cs/page-12',
    inventory: '/sell /en/inventory',
    none: '/ /market/rust /market /en/faq /market/cs/ak-47-redline-field-tested',
  },
  bitskins: {
    list: '/ /market/cs2 /market/csgo',
    'list + list': '/item/cs2/31/x',
    none: '/market/dota2 /item/dota2/31/x /market',
  },
  buff163: {
    none: '/ /market/dota2 /account/ /user-center/asset/recharge /goods/ /market/buy_order/history',
    listings: '/market/sell_order/on_sale',
    list: '/shop/U1100220033',
  },
  buffmarket: {
    list: '/market/all /market/best_deals /market/buy_order',
    'list + list': '/market/goods/cs2/x /market/goods/7',
    inventory: '/inventory',
    none: '/market /',
  },
  c5game: { list: '/csgo /en/csgo', none: '/csgo/31/x/sell /dota2 /' },
  csfloat: {
    list: '/ /search /search?x=1 /stall/76561198000000000',
    none: '/db /db?defIndex=7 /sell /profile/offers /searching /items',
  },
  csgoempire: {
    list: '/withdraw/steam/market',
    'list + list': '/item/31 /trading/item/31',
    inventory: '/deposit/steam',
    none: '/roulette /deposit/ethereum /',
  },
  csgoroll: {
    list: '/en/withdraw/crypto/csgo /withdraw/csgo /trade /en/trade/csgo/p2p',
    inventory:
      '/en/deposit /en/deposit/p2p /tr/deposit/csgo/p2p /trade/deposit /en/trade/deposit/csgo /top-up/steam/csgo',
    none: '/ /en/boxes /en/withdraw/rust /en/withdraw/csgofast /en/deposit/p2p/rust /en/deposits /en/trade/rust /en/trade/deposit/dota2 /trades /top-up/crypto',
  },
  csmoney: {
    list: '/market/buy/ /ru/market/buy /csgo/trade/',
    inventory: '/market/instant-sell/ /market/sell/',
    none: '/market/buyers /',
  },
  dmarket: {
    'list + list':
      '/ingame-items/item-list/csgo-skins /ru/ingame-items/item-list/csgo-skins/knife /ingame-items/item-list/csgo-skins/misc/container /de/csgo-skins/product-card/awp-asiimov/field-tested',
    none: '/ /ingame-items/item-list/dota2-skins /ingame-items/item-list/csgo-skins-x /blog',
  },
  gamerpay: { list: '/', 'list + list': '/item/c81f0 /item/c81f0/', none: '/sell /item /item/1/2 /items/1 /blog' },
  lisskins: {
    'list + list + list': '/market/csgo /ru/market/csgo/slug/ /market/cs2/ /de/market/cs2/knives/',
    none: '/market/cs22/ / /market/dota2/ /market/csgo-keys /inventory/',
    list: '/cart/',
  },
  marketcsgo: {
    list: '/ /en /pt-br/',
    'list + list': '/en/Knife /en/%E2%98%85/Karambit/x /Knife /%E2%98%85/Karambit/x',
    none: '/profile /en/profile /en/sell/cs2 /api/v2/prices',
  },
  pirateswap: { list: '/exchanger /pt/exchanger/', none: '/ /exchangers /giveaways' },
  shadowpay: {
    list: '/csgo-items /en/csgo-items',
    'list + list': '/en/item/3-x',
    inventory: '/ru/user/inventory',
    none: '/ /en/rust-items /csgo-items-faq',
  },
  skinbid: {
    list: '/ /market /listings /shop/1',
    'list + list': '/market/h31/x /auctions/h31',
    none: '/inventory /marketing',
  },
  skinflow: { none: '/ /buyers /sell/history /faq /de/buy' },
  skinport: {
    list: '/ /de /market/730 /fr/cart /shop/x /myitems/watched /myitems/followed /de/myitems/followed/',
    'list + list': '/item/a/1',
    inventory: '/myitems/inventory /de/myitems/listed',
    none: '/sell/steam /marketing /help',
  },
  skins: {
    list: '/market /en/market/ /market?search=x /item/ak-47-redline?exterior=ft&st=0',
    none: '/ /marketing /market/ak-47 /trade /item /item/a/b',
  },
  skinsmonkey: { none: '/ /trade/history /market/rust /market /csgo' },
  skinswap: {
    list: '/ru/buy /trade-rust-skins /china/market',
    inventory: '/sell /de/sell/',
    none: '/ /buyers /blog/buy /trade/history /chinatown',
  },
  steam: {
    list: '/market/search /market/search/ /tradeoffer/1 /tradeoffer/new/',
    inventory: '/id/market/inventory /id/market/inventory/ /profiles/76561190000000001/inventory/',
    'listings + list': '/market /market/',
    'list + list': '/market/listings/730/AK-47',
    none: '/ /market/listings/570/x /id/market /marketing /tradeoffer /id/a/b/inventory',
  },
  swapgg: { inventory: '/sell /ru/sell/', list: '/trade /de/trade', none: '/ /sellers /ru /trade/history' },
  tradeit: { list: '/csgo/store /csgo/trade /de/csgo/trade', inventory: '/csgo/sell', none: '/rust/trade /' },
  waxpeer: {
    list: '/ /es /pt-br/ /pt-BR /zh-Hans/ /?search=ak /rifles /es/knives /knives/karambit /pt-BR/gloves/ /r/friend /es/r/friend',
    none: '/item/ak-47 /profile /es/item/x /sell /r /rifles/a/b /knivesx',
  },
  whitemarket: {
    list: '/market /pt/market/ /item/slug /item?appId=730',
    inventory: '/inventory/my /de/inventory/instant-sell',
    none: '/ /markets /blog/market/1 /items',
  },
  youpin: { none: '/ /market/goods /goodInfo /market/dota2 /user/inventory' },
};

test('every site has paths with cards and without', () =>
  expect(Object.keys(paths).sort()).toEqual(sites.map(({ id }) => id)));

describe.each(Object.entries(paths))('%s', (id, byKinds) => {
  const { origin } = new URL(pages.find(({ site }) => site === id)?.url ?? '');

  test.each(Object.entries(byKinds))('%s: %s', (kinds, some) => {
    for (const path of some.split(' '))
      expect([path, pagesAt(id, origin + path).map(({ kind = 'list' }) => kind)]).toEqual([
        path,
        kinds === 'none' ? [] : kinds.split(' + '),
      ]);
  });
});

test('a sum stands above what the user owns, and nowhere else', () => {
  const isSummed = (id: string, url: string): boolean =>
    pagesAt(id, url).some(({ kind, recycles }) => kind === 'inventory' && !recycles);
  const summed = pages.filter(({ site, url }) => isSummed(site, url)).map(({ site, page }) => `${site}: ${page}`);
  expect(summed).toEqual([
    'avanmarket: inventory',
    'buff163: inventory',
    'buffmarket: inventory',
    'csgoempire: deposit',
    'csgoroll: trade deposit',
    'csmoney: instant sell',
    'shadowpay: inventory',
    'skinflow: sell',
    'skinport: inventory',
    'skinswap: sell',
    'steam: inventory',
    'whitemarket: inventory',
  ]);
});
