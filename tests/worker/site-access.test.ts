import { expect, test } from 'vitest';
import type { MenuSwitch } from '#browser/browser-ui.ts';
import { parseSettings, type Settings } from '#core/settings/settings.ts';
import { isSiteOn } from '#core/settings/site-switch.ts';
import { createSiteMenu } from '#worker/site-access.ts';

const pages = [
  { id: 'one', patterns: ['https://one.invalid/*'] },
  { id: 'two', patterns: ['https://two.invalid/*'] },
];

function open(stored: object = {}) {
  const world = { settings: parseSettings(stored), drawn: [] as (readonly MenuSwitch[])[], fail: false };
  const menu = createSiteMenu({
    pages: async () => pages,
    load: async () => world.settings,
    change: async (change: (settings: Settings) => Settings) => {
      if (world.fail) throw new Error('no space left');
      world.settings = change(world.settings);
    },
    show: async (switches) => void world.drawn.push(switches),
    title: () => 'Show prices on this site',
  });
  const checked = () => world.drawn.at(-1)?.map(({ on }) => on);
  return { world, menu, checked };
}

test('each marketplace has a check box on its pages that shows whether prices are on', async () => {
  const { menu, world } = open({ sites: { two: false } });
  await menu.refresh();
  expect(world.drawn).toEqual([
    pages.map((one) => ({ ...one, title: 'Show prices on this site', on: one.id === 'one' })),
  ]);
});

test('the menu is drawn once for the same settings, and again for others', async () => {
  const { menu, world, checked } = open();
  await Promise.all([menu.refresh(), menu.refresh(), menu.refresh()]);
  expect(world.drawn).toHaveLength(1);
  world.settings = parseSettings({ hidden: true });
  await menu.refresh();
  expect(checked()).toEqual([false, false]);
});

test('a click switches one site and no other', async () => {
  const { menu, world } = open();
  await menu.click('one', false);
  expect(pages.map(({ id }) => isSiteOn(world.settings, { id }))).toEqual([false, true]);
  await menu.click('one', true);
  expect(isSiteOn(world.settings, { id: 'one' })).toBe(true);
});

test('switching a site on shows hidden overlays; switching one off does not', async () => {
  const { menu, world } = open({ hidden: true, sites: { one: false } });
  await menu.click('two', false);
  expect(world.settings.hidden).toBe(true);
  await menu.click('one', true);
  expect(world.settings.hidden).toBe(false);
  expect(isSiteOn(world.settings, { id: 'one' })).toBe(true);
});

test('a change that is not stored restores the check box', async () => {
  const { menu, world, checked } = open();
  await menu.refresh();
  world.fail = true;
  await menu.click('one', false);
  expect(world.drawn).toHaveLength(2);
  expect(checked()).toEqual([true, true]);
});

test('a failed update is repeated', async () => {
  const { menu, world } = open();
  const load = world.settings;
  Object.defineProperty(world, 'settings', {
    get: () => {
      throw new Error('no storage');
    },
    configurable: true,
  });
  await menu.refresh().catch(() => undefined);
  Object.defineProperty(world, 'settings', { value: load });
  await menu.refresh();
  expect(world.drawn).toHaveLength(1);
});
