import { describe, expect, test } from 'vitest';
import { parseSettings } from '#core/settings.ts';
import { defineSite, type Site } from '#core/site.ts';
import { toSettingsView } from '#page/boot/settings-view.ts';
import { markOwn } from '#page/cards/overlay-host.ts';
import { inventoryKind } from '#page/sums/inventory-kind.ts';
import { createPageBlock } from '#page/sums/page-block.ts';
import { centsOf, openPage, site } from '../sample-page.ts';

const owned: Site = defineSite({ ...site, pages: site.pages.map((page) => ({ ...page, kind: 'inventory' })) });
const fee = { percent: 10, cents: 0 };
const noFee = { percent: 0, cents: 0 };
const fees = { confirmed: true, markets: { buff163: { buying: noFee, selling: fee, cashingOut: noFee } } };

/** An inventory on the sample marketplace, with its block. */
async function opened(names: readonly string[], settings: object = {}, table: object = {}) {
  const page = openPage(names, owned);
  const { document, overlays, worker } = page;
  const view = toSettingsView(parseSettings({ markets: ['buff163'], ...settings }), 'sample');
  const input = () => {
    const known = overlays.reportInput();
    const { cache } = known;
    return cache?.table ? { ...known, cache: { ...cache, table: { ...cache.table, ...table } } } : known;
  };
  const environment = { document, now: () => worker.now, markOwn, input, view: () => view };
  const block = createPageBlock(inventoryKind('main'), environment);
  overlays.start();
  await page.settle();
  block.update();
  return { ...page, block, root: () => document.querySelector('skinlens-inventory')?.shadowRoot };
}

const sum = (...names: string[]) => names.reduce((cents, name) => cents + centsOf(name, 1), 0);

describe('the sums of an inventory', () => {
  test('stand above it, with what is counted', async () => {
    const { document, root } = await opened(['AK', 'AWP', '?rare', '^odd']);
    expect(root()?.querySelector<HTMLElement>('[data-market]')?.dataset['cents']).toBe(String(sum('AK', 'AWP')));
    expect(root()?.textContent).toContain('2 of 4 items counted');
    expect(document.querySelector('skinlens-inventory')?.nextElementSibling?.localName).toBe('main');
  });

  test('say what a sale leaves once fees are confirmed', async () => {
    const net = (root: ShadowRoot | null | undefined) =>
      root?.querySelector<HTMLElement>('[data-market]')?.dataset['net'];
    expect(net((await opened(['AK', 'AWP'])).root())).toBeUndefined();
    expect(net((await opened(['AK', 'AWP'], { fees })).root())).toBe(
      String(Math.floor(sum('AK') * 0.9) + Math.floor(sum('AWP') * 0.9)),
    );
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
