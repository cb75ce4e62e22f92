import { describe, expect, test } from 'vitest';
import type { Offer } from '#core/prices/offer.ts';
import { parseSettings } from '#core/settings/settings.ts';
import { defineSite, type Site } from '#core/site.ts';
import { toSettingsView } from '#page/boot/settings-view.ts';
import { markOwn } from '#page/cards/overlay-host.ts';
import { createPageBlock } from '#page/sums/page-block.ts';
import { offerKind } from '#page/sums/start-sums.ts';
import { centsOf, openPage, site } from '../sample-page.ts';

const sides = { give: '#give', get: '#get', item: '.card, .other', before: '#halves' };
const offerSite: Site = defineSite({ ...site, pages: site.pages.map((page) => ({ ...page, offer: sides })) });

async function opened(
  give: readonly string[],
  get: readonly string[],
  table: object = {},
  settings?: object,
  told: readonly Offer[] = [],
) {
  const view = toSettingsView(parseSettings({ markets: ['buff163'], ...settings }), 'sample');
  const page = openPage([], offerSite);
  const { document, main, overlays, worker } = page;
  main.innerHTML = '<div id="halves"><div id="give"></div><div id="get"></div></div>';
  const move = (name: string, side: string) => document.querySelector(side)?.append(page.add(name));
  for (const name of give) move(name, '#give');
  for (const name of get) move(name, '#get');
  const input = () => {
    const known = overlays.reportInput();
    return known.cache?.table
      ? { ...known, cache: { ...known.cache, table: { ...known.cache.table, ...table } } }
      : known;
  };
  const block = createPageBlock(offerKind(sides, document), {
    document,
    now: () => worker.now,
    markOwn,
    input,
    view: () => view,
    offers: async (names) => names.map(() => told),
  });
  const root = () => document.querySelector('skinlens-offer')?.shadowRoot;
  const sums = () => {
    const { give, get, difference } = root()?.querySelector<HTMLElement>('[data-market]')?.dataset ?? {};
    return [give, get, difference].map((cents) => (cents === undefined ? undefined : Number(cents)));
  };
  const settle = async () => {
    await page.settle();
    block.update();
  };
  overlays.start();
  await settle();
  return { ...page, block, root, sums, settle, move };
}

const cents = (name: string) => centsOf(name, 1);

describe('the sums of a trade offer', () => {
  test('stand above its halves: what is given, what is got, and the difference', async () => {
    const { document, sums } = await opened(['AK', 'AWP'], ['Knife']);
    const [give, get] = [cents('AK') + cents('AWP'), cents('Knife')];
    expect(sums()).toEqual([give, get, get - give]);
    expect(document.querySelector('skinlens-offer')?.nextElementSibling?.id).toBe('halves');
  });

  test('with an item without a price name it and have no difference', async () => {
    const { sums, root } = await opened(['AK'], ['AWP', '?rare']);
    expect(sums()).toEqual([cents('AK'), cents('AWP'), undefined]);
    expect(root()?.textContent).toContain('No reliable price on BUFF163: ?rare');
  });

  test('count what is no CS2 item, and have no difference', async () => {
    const { sums, root, document, settle } = await opened(['AK'], ['AWP']);
    document.querySelector('#get')?.insertAdjacentHTML('beforeend', '<b class="other"></b>');
    await settle();
    expect(sums()).toEqual([cents('AK'), cents('AWP'), undefined]);
    expect(root()?.textContent).toContain('1 item cannot be read or is not from CS2');
  });

  test('an item that comes or goes while the offer is added up leaves no old difference', async () => {
    const { sums, move, document, settle } = await opened(['AK'], ['AWP']);
    move('Knife', '#get');
    // The page’s change is told in a microtask, before any frame: the new item has no price yet.
    await Promise.resolve();
    expect(sums()).toEqual([cents('AK'), cents('AWP'), undefined]);
    await settle();
    const get = cents('AWP') + cents('Knife');
    expect(sums()).toEqual([cents('AK'), get, get - cents('AK')]);
    document.querySelector('#give')?.replaceChildren();
    await Promise.resolve();
    expect(sums()).toEqual([0, get, get]);
  });

  test('fold to the three markets where the items leave most cash, which Steam’s balance is not', async () => {
    const fee = { percent: 0, cents: 0 };
    const asks = { steam: 900, dmarket: 200, waxpeer: 100, gamerpay: 400, skins: 300 };
    const ids = Object.keys(asks) as (keyof typeof asks)[];
    const told = ids.map((market) => ({ market, cents: asks[market], count: 9, asOf: 1_800_000_000_000 }));
    const taken = Object.fromEntries(ids.map((id) => [id, { buying: fee, selling: fee, cashingOut: fee }]));
    const settings = { markets: ids, fees: { confirmed: true, markets: taken } };
    const { root, settle } = await opened(['AK'], ['AWP'], {}, settings, told);
    await settle();
    const marketsIn = (part: string) =>
      [...(root()?.querySelectorAll<HTMLElement>(`${part} [data-market]`) ?? [])].map(
        ({ dataset }) => dataset['market'],
      );
    expect([marketsIn('tbody:not(.more)'), marketsIn('.more')]).toEqual([
      ['gamerpay', 'skins', 'dmarket'],
      ['waxpeer', 'steam'],
    ]);
    expect(root()?.querySelector('summary')?.textContent).toBe('All 5 markets');
  });

  test('are not there without an item, without a table, and after the end', async () => {
    expect((await opened([], [])).root()).toBeUndefined();
    const { worker, overlays, settle, root, block, document } = await opened(['AK'], []);
    block.remove();
    expect(root()).toBeUndefined();
    document.querySelector('#give')?.append(document.createElement('i'));
    await Promise.resolve();
    expect(root()).toBeUndefined();
    worker.table = false;
    overlays.refreshQuotes();
    await settle();
    expect(root()).toBeUndefined();
  });

  test('follow halves that the page replaces', async () => {
    const { document, sums, settle } = await opened(['AK'], ['AWP']);
    const half = document.querySelector('#get');
    half?.replaceWith(half.cloneNode(true));
    await settle();
    document.querySelector('#get')?.insertAdjacentHTML('beforeend', '<b class="other"></b>');
    await Promise.resolve();
    expect(sums()[2]).toBeUndefined();
  });

  test('say of items without any price that it is not known, and not that it is nothing', async () => {
    const cellsOf = async (give: readonly string[], get: readonly string[]) => {
      const { root } = await opened(give, get);
      return [...(root()?.querySelectorAll('[data-market] td') ?? [])].map(({ textContent }) => textContent);
    };
    const price = `$${(cents('AK') / 100).toFixed(2)}`;
    expect(await cellsOf(['AK'], ['?rare'])).toEqual([price, '–', '–']);
    expect((await cellsOf([], ['AK'])).slice(0, 2)).toEqual(['$0.00', price]);
  });

  test('say of coins with a rate that there is no price, and not that a rate is missing', async () => {
    const settings = { markets: ['buff163', 'csgoroll'], coinUsd: 0.6 };
    const { root, settle } = await opened(['AK'], ['AWP'], {}, settings, [{ market: 'csgoroll' }]);
    await settle();
    expect(root()?.querySelector('[data-market=csgoroll] td')?.getAttribute('title')).toBe('No price');
  });
});
