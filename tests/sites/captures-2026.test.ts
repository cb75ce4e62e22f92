import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { splitPhase } from '#core/items/names.ts';
import type { Rows } from '#core/site.ts';
import { nameFromLines } from '#sites/csfloat/name-from-lines.ts';
import { at, fieldsOf, listAt, textOf } from '#sites/reading/values.ts';
import { attachedOf } from '#sites/steam/description.ts';
import { capture, capturedFiles, captureText, describeCaptures, escaped, objectsIn } from './captures.ts';
import { knownRows, readFed, rowsFrom } from './fed.ts';
import { cardsIn, documentAt, readingOf } from './page.ts';

/** Stated names whose row says something else. */
const wrong = (stated: readonly (readonly [key: unknown, name: unknown])[], rows: Rows): readonly unknown[] =>
  stated.flatMap(([key, name]) => {
    const { item, phase } = splitPhase(String(name));
    const row = rows.get(String(key));
    return row?.item === item && row.phase === phase ? [] : [[name, row?.item]];
  });

describeCaptures(() => {
  test('no file is left out', () => {
    const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
    const tests = read('captures.test.ts') + read('captures-2026.test.ts');
    expect(capturedFiles.filter((name) => name !== 'README.md' && !tests.includes(`'${name}'`))).toEqual([]);
  });

  test('CSGOEmpire: each item of the socket has its name, its price and its kind', () => {
    const body = capture('csgoempire-trade-events-2025-10.json');
    const items = listAt(body, 'data').map(fieldsOf);
    const rows = knownRows(rowsFrom('csgoempire', 'wss://trade.csgoempire.com/s/?x', ['new_item', items]));
    expect(items).toHaveLength(616);
    const stated = items.map(({ id, market_name }) => [id, market_name] as const);
    expect(wrong(stated, rows)).toEqual([]);
    const last = new Map(items.map((item) => [String(item['id']), item]));
    for (const [id, { market_value, auction_ends_at, auction_highest_bid }] of last) {
      const price = auction_ends_at ? (auction_highest_bid ?? market_value) : market_value;
      expect(rows.get(id)?.listing?.cents).toBe(price);
      expect(rows.get(id)?.kind).toBe(auction_ends_at ? 'bid' : 'ask');
    }
  });

  test.each([
    'csmoney-sell-orders-2024-07-26.json',
    'csmoney-sell-orders-2024-07-27.json',
    'csmoney-sell-orders-2024-12-05.json',
    'csmoney-sell-orders-2024-12-07.json',
  ])('CS.MONEY: each row of the market has its name, %s', (name) => {
    const body = capture(name);
    const stated = objectsIn(listAt(body, 'items')).map(({ id, asset }) => [id, at(asset, 'names', 'full')] as const);
    expect(stated).toHaveLength(60);
    const url = 'https://cs.money/1.0/market/sell-orders?limit=60';
    expect(wrong(stated, knownRows(rowsFrom('csmoney', url, body)))).toEqual([]);
  });

  test.each([
    ['csmoney-bots-inventory-2022-02.json', 3],
    ['csmoney-bots-inventory-2026-05.json', 10],
  ])('CS.MONEY: each item of the trade page has its name, and its card, %s', (name, count) => {
    const body = capture(name);
    // Another item of a stack is listed without its name.
    const named = objectsIn(listAt(body, 'items')).filter(({ fullName }) => fullName !== undefined);
    const stated = named.map(({ id, fullName }) => [id, fullName] as const);
    expect(stated).toHaveLength(count);
    const url = 'https://cs.money/5.0/load_bots_inventory/730?limit=60';
    expect(wrong(stated, knownRows(rowsFrom('csmoney', url, body)))).toEqual([]);
    const params = JSON.stringify({ botsInventory: body });
    const cards = stated.map(([id]) => `<div data-card-item-id="${id}"></div>`).join('');
    const page = `${cards}<script id="__page-params" type="application/json">${params}</script>`;
    const readings = readFed('csmoney', { url: 'https://cs.money/csgo/trade/', body: page });
    expect(readings.map((each) => each?.item)).toEqual(stated.map(([, full]) => splitPhase(String(full)).item));
  });

  test.each([
    ['marketcsgo-graphql-items-2024-07-26.json', 30],
    ['marketcsgo-graphql-items-2024-12-05.json', 10],
    ['marketcsgo-graphql-items-2024-12-07.json', 10],
  ])('Market.CSGO: the card of each row has its name and its price, %s', (name, count) => {
    const body = capture(name);
    const items = objectsIn(listAt(body, 'data', 'items', 'data'));
    const cards = items.map(({ market_hash_name, price, seo }) => {
      const title = String(market_hash_name);
      const href = `/ru/${at(seo, 'category')}/${at(seo, 'type')}/${encodeURIComponent(title)}`;
      return `<a title="${escaped(title)}" href="${href}"><div class="item-container"><div class="price">
        <span>${Number(price).toFixed(3).replace('.', ',')}</span></div></div></a>`;
    });
    const answers = [['https://market.csgo.com/api/graphql', body]] as const;
    const readings = readFed('marketcsgo', { url: 'https://market.csgo.com/ru/', body: cards.join(''), answers });
    expect(items).toHaveLength(count);
    expect(readings.map((each) => [each?.item, each?.listing?.cents])).toEqual(
      items.map(({ market_hash_name, price }) => [market_hash_name, Number(`${price}e2`)]),
    );
  });

  test('CSFloat: each listing has its row, and the two lines of a card make its name', () => {
    const body = capture('csfloat-listings-2026-04.json');
    const names = objectsIn(at(body, 'data')).map(({ item }) => String(at(item, 'market_hash_name')));
    expect(names).toHaveLength(3);
    const rows = rowsFrom('csfloat', 'https://csfloat.com/api/v1/listings?x', body);
    expect([...new Set(rows.map(({ item }) => item))]).toEqual(names);
    for (const name of names) {
      const [, mark = '', line = '', wear = ''] = /^(StatTrak™ )?(.*) \(([^()]*)\)$/.exec(name) ?? [];
      expect(nameFromLines(line, `${mark}${wear}`)?.item).toBe(name);
    }
  });

  test('Skinport: each saved card has its item and its price by the id of its link', () => {
    const body = captureText('skinport-cards-2024-12.html');
    const url = 'https://skinport.com/market';
    const links = [...body.matchAll(/class="ItemPreview-href" aria-label="([^"]*)".*?\/item\/[^"/]+\/(\d+)"/gs)];
    const items = links.map(([, marketHashName, id], index) => {
      return { saleId: Number(id), marketHashName, salePrice: [7913, 518][index], currency: 'USD' };
    });
    const answers = [['https://skinport.com/api/browse/730', { items }]] as const;
    expect(readFed('skinport', { url, body })).toEqual([undefined, undefined]);
    expect(readFed('skinport', { url, body, answers })).toMatchObject([
      { item: items[0]?.marketHashName, listing: { cents: 7913, currency: 'USD' } },
      { item: items[1]?.marketHashName, listing: { cents: 518, currency: 'USD' } },
    ]);
  });

  describe('BUFF163', () => {
    const api = 'https://buff.163.com/api/market/';

    test('an item of an inventory names itself', () => {
      const body = capture('buff163-steam-inventory-item-2026-04.json');
      const [row] = rowsFrom('buff163', `${api}steam_inventory?game=csgo`, body);
      expect(row).toEqual({ key: 'goods 1115683', item: 'StatTrak™ FAMAS | Bad Trip (Factory New)' });
    });

    test('goods name themselves, and no feed reads bids, which name nothing', () => {
      const body = capture('buff163-goods-info-2026-06.json');
      expect(rowsFrom('buff163', `${api}goods/info?game=csgo&goods_id=44000`, body)).toEqual([
        { key: 'goods 44000', item: '★ Bayonet | Night (Factory New)' },
      ]);
      const bids = capture('buff163-buy-order-2026-06.json');
      expect(objectsIn(at(bids, 'data', 'items')).map((bid) => textOf(bid['market_hash_name']))).toEqual([undefined]);
      expect(() => rowsFrom('buff163', `${api}goods/buy_order?goods_id=44000`, bids)).toThrow(/no feed/);
    });
  });

  describe('Steam', () => {
    test('each item of an inventory has its name', () => {
      const body = capture('steam-inventory-2024-02.json');
      const keyOf = ({ classid, instanceid }: Readonly<Record<string, unknown>>) => `${classid} ${instanceid}`;
      const described = new Map(objectsIn(at(body, 'descriptions')).map((each) => [keyOf(each), each]));
      const assets = objectsIn(at(body, 'assets')).map(
        (asset) => [String(asset['assetid']), described.get(keyOf(asset))] as const,
      );
      const cards = assets.map(
        ([id]) => `<div class="itemHolder"><div class="item app730" id="730_2_${id}"></div></div>`,
      );
      const url = 'https://steamcommunity.com/profiles/76561190000000001/inventory/';
      const document = documentAt(url, `<html lang="en"><body>${cards.join('')}</body></html>`);
      const m_rgAssets = Object.fromEntries(assets.map(([id, description]) => [id, { description }]));
      Object.assign(document.defaultView ?? {}, { g_ActiveInventory: { m_rgAssets } });
      const names = cardsIn('steam', document).map(({ read }) => readingOf(read)?.item);
      expect(names).toHaveLength(4);
      expect(names).toEqual(assets.map(([, description]) => description?.['market_hash_name']));
    });

    test('a sale of the history has nothing attached', () => {
      const assets = fieldsOf(at(capture('steam-market-history-2026-02.json'), 'assets', '730', '2'));
      expect(Object.values(assets).map(attachedOf)).toEqual([undefined]);
    });
  });
});
