import { describe, expect, test } from 'vitest';
import type { MarketId } from '#core/prices/markets.ts';
import type { Offer } from '#core/prices/offer.ts';
import { parseSettings } from '#core/settings/settings.ts';
import { defineSite, type Site } from '#core/site.ts';
import { toSettingsView } from '#page/boot/settings-view.ts';
import { markOwn } from '#page/cards/overlay-host.ts';
import { createPageBlock } from '#page/sums/page-block.ts';
import { inventoryKind } from '#page/sums/start-sums.ts';
import type { AskOffers } from '#protocol/ask-offers.ts';
import { centsOf, openPage, site } from '../sample-page.ts';

const owned: Site = defineSite({ ...site, pages: site.pages.map((page) => ({ ...page, kind: 'inventory' })) });
const fee = { percent: 10, cents: 0 };
const noFee = { percent: 0, cents: 0 };
const fees = { confirmed: true, markets: { buff163: { buying: noFee, selling: fee, cashingOut: noFee } } };

type Told = Record<string, readonly Offer[]>;
/** In place of what markets tell of an item: no answer comes. */
const lost: readonly Offer[] = [];

async function opened(
  names: readonly string[],
  settings: object = {},
  table: object = {},
  told: Told = {},
  of = owned,
) {
  const page = openPage(names, of);
  const { document, overlays, worker } = page;
  const view = toSettingsView(parseSettings({ markets: ['buff163'], ...settings }), 'sample');
  const input = () => {
    const known = overlays.reportInput();
    const { cache } = known;
    return cache?.table ? { ...known, cache: { ...cache, table: { ...cache.table, ...table } } } : known;
  };
  const asked: (readonly string[])[] = [];
  const offers: AskOffers = async (names) => {
    asked.push(names);
    if (names.some((name) => told[name] === lost)) throw new Error('lost');
    return names.map((name) => told[name] ?? []);
  };
  const environment = { document, now: () => worker.now, markOwn, input, view: () => view, offers };
  const block = createPageBlock(inventoryKind(document), environment);
  overlays.start();
  await page.settle();
  block.update();
  await page.settle();
  return { ...page, block, asked, told, root: () => document.querySelector('skinlens-inventory')?.shadowRoot };
}

const on = (market: MarketId, cents?: number, count?: number): Offer => ({
  ...{ market, cents, count, asOf: 1_800_000_000_000 },
});
const sum = (...names: string[]) => names.reduce((cents, name) => cents + centsOf(name, 1), 0);

describe('the sums of an inventory', () => {
  test('stand above it in a line, with what is counted', async () => {
    const { document, root } = await opened(['AK', 'AWP', '?rare', '^odd']);
    expect(root()?.querySelector<HTMLElement>('[data-market]')?.dataset['cents']).toBe(String(sum('AK', 'AWP')));
    expect(root()?.querySelector('summary')?.textContent).toMatch(/^BUFF163 \$[\d.]+ for 2 of 4 items$/);
    expect(document.querySelector('skinlens-inventory')?.nextElementSibling?.localName).toBe('main');
  });

  test('say what a sale leaves once fees are confirmed', async () => {
    const net = (root: ShadowRoot | null | undefined) =>
      root?.querySelector<HTMLElement>('[data-market]')?.dataset['net'];
    expect(net((await opened(['AK', 'AWP'])).root())).toBeUndefined();
    const { root } = await opened(['AK', 'AWP'], { fees });
    expect(net(root())).toBe(String(Math.round(sum('AK', 'AWP') * 0.9)));
    expect(root()?.querySelector('[data-market]')?.textContent).toMatch(/^BUFF163 best\$[\d.]+\$[\d.]+$/);
    expect(root()?.querySelector('[data-exit]')?.getAttribute('data-exit')).toBe(net(root()));
    expect([...(root()?.querySelectorAll('thead th') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Price',
      'Net',
    ]);
    expect(root()?.querySelector('summary')?.textContent).toMatch(/^BUFF163 \$[\d.]+ for 2 of 2 items$/);
  });

  test('are on every chosen market, and wait for those that have not told yet', async () => {
    const told = { AK: [on('dmarket', 150)], AWP: [on('dmarket')] };
    const markets = ['dmarket', 'buff163', 'waxpeer', 'csgoroll'];
    const { root, block, settle, asked, told: now } = await opened(['AK', 'AWP', 'AK'], { markets, fees }, {}, told);
    const texts = () => [...(root()?.querySelectorAll('[data-market]') ?? [])].map(({ textContent }) => textContent);
    const net = sum('AK', 'AK', 'AWP') * 0.9;
    expect(texts()).toEqual([
      `BUFF163 best$${(sum('AK', 'AK', 'AWP') / 100).toFixed(2)}$${(net / 100).toFixed(2)}`,
      'DMarket$3.002 items',
      'Waxpeer…',
      'CSGORoll…',
    ]);
    root()?.querySelector('details')?.setAttribute('open', '');
    expect(asked).toEqual([['AK', 'AWP']]);
    now['AWP'] = [on('waxpeer', 200), on('csgoroll')];
    block.refreshOffers();
    await settle();
    expect(texts().slice(2)).toEqual(['Waxpeer$2.001 item', 'CSGORoll–']);
    expect(root()?.querySelector('details')?.hasAttribute('open')).toBe(true);
    expect(root()?.querySelector('[data-market="csgoroll"]')?.getAttribute('title')).toContain('no exchange rate');
  });

  test('lead with the market where sales leave most cash, which Steam’s balance is not', async () => {
    const told = { AK: [on('steam', 300, 3), on('dmarket', 200, 3), on('waxpeer', 100, 3)] };
    const all = Object.fromEntries(['steam', 'dmarket', 'waxpeer'].map((id) => [id, fees.markets.buff163]));
    const markets = ['steam', 'waxpeer', 'dmarket'];
    const { root } = await opened(['AK'], { markets, fees: { confirmed: true, markets: all } }, {}, told);
    const shown = [...(root()?.querySelectorAll<HTMLElement>('[data-market]') ?? [])];
    expect(shown.map(({ dataset }) => [dataset['market'], dataset['net']])).toEqual([
      ['dmarket', '180'],
      ['waxpeer', '90'],
      ['steam', '270'],
    ]);
    expect(root()?.querySelectorAll('.best')).toHaveLength(1);
    expect(root()?.querySelector('summary')?.textContent).toBe('DMarket $1.80 for 1 of 1 item');
  });

  test('name the best market alone where items sell best on different ones', async () => {
    const told = {
      AK: [on('dmarket', 200, 3), on('waxpeer', 100, 3)],
      AWP: [on('dmarket', 100, 3), on('waxpeer', 300, 3)],
    };
    const all = Object.fromEntries(['dmarket', 'waxpeer'].map((id) => [id, fees.markets.buff163]));
    const settings = { markets: ['dmarket', 'waxpeer'], fees: { confirmed: true, markets: all } };
    const { root } = await opened(['AK', 'AWP'], settings, {}, told);
    expect(root()?.querySelector('summary')?.textContent).toBe(
      '$4.50 for 2 of 2 items, each at its best; Waxpeer alone $3.60',
    );
  });

  test('keep what they say until the prices of new items are known', async () => {
    const told = { AK: [on('dmarket', 150)], AWP: [on('dmarket', 70)] };
    const { root, block, add, settle } = await opened(['AK'], { markets: ['dmarket'] }, {}, told);
    const cents = () => root()?.querySelector<HTMLElement>('[data-market]')?.dataset['cents'];
    add('AWP');
    block.update();
    expect(cents()).toBe('150');
    await settle();
    block.update();
    await settle();
    expect(cents()).toBe('220');
  });

  test('of a part of the items are none while the answer about the others is lost', async () => {
    const told = { AK: [on('dmarket', 150)], AWP: lost };
    const { root, block, add, settle } = await opened(['AK'], { markets: ['dmarket', 'buff163'] }, {}, told);
    const shown = () => root()?.querySelector('[data-market]')?.textContent;
    expect(shown()).toContain('$1.50');
    add('AWP');
    block.update();
    await settle();
    block.update();
    await settle();
    expect(shown()).toBe('DMarket…');
  });

  test('are not there where the page draws the items in sight alone', async () => {
    const recycling = defineSite({
      ...owned,
      pages: owned.pages.map((page) => ({ ...page, recycles: true as const })),
    });
    expect((await opened(['AK'], {}, {}, {}, recycling)).root()).toBeUndefined();
  });

  const said = defineSite({ ...owned, pages: owned.pages.map((page) => ({ ...page, sumsBefore: '#head' })) });
  test.each([
    ['the list', 'list', '<div><div id="list"></div></div>', owned],
    [
      'the row of which it is a part',
      'row',
      '<div id="row" style="display:flex"><i></i><div id="list"></div></div>',
      owned,
    ],
    [
      'the grid of which it is a part',
      'grid',
      '<div id="grid" style="display:grid"><i></i><div id="list"></div></div>',
      owned,
    ],
    [
      'the list in a column',
      'list',
      '<div style="display:flex;flex-direction:column"><div id="list"></div></div>',
      owned,
    ],
    ['what the adapter names', 'head', '<i id="head"></i><div id="list"></div>', said],
  ])('stand above %s', async (_, id, html, of) => {
    const { document, block, main, add, settle } = await opened([], {}, {}, {}, of);
    main.innerHTML = html;
    for (const name of ['AK', 'AWP']) document.querySelector('#list')?.append(add(name));
    await settle();
    block.update();
    expect(document.querySelector('skinlens-inventory')?.nextElementSibling?.id).toBe(id);
  });

  test.each([
    ['sample prices', ['AK'], { sample: true }],
    ['old prices', ['AK'], { asOf: 0 }],
    ['no item with a price', ['?rare'], {}],
    ['no item', [], {}],
  ])('are not there with %s', async (_, names, table) => {
    expect((await opened(names, {}, table)).root()).toBeUndefined();
  });

  test('follow the page, and leave nothing behind', async () => {
    const { root, add, settle, block, document } = await opened(['AK']);
    add('AWP');
    await settle();
    block.update();
    expect(root()?.querySelector<HTMLElement>('[data-market]')?.dataset['cents']).toBe(String(sum('AK', 'AWP')));
    block.remove();
    block.update();
    expect(document.querySelector('skinlens-inventory')).toBeNull();
  });
});
