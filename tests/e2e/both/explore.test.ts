import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { until } from '#demo/until.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { openPanel } from '../comparison-panel.ts';
import { closeTabsAt, countTabs } from '../own-tabs.ts';
import { refresh, withPopup } from '../popup.ts';
import { screenshotWindow } from '../screenshots.ts';
import { openPriced, useWorld, type World } from '../world.ts';

const vulcan = 'AK-47 | Vulcan (Minimal Wear)';
const markets = ['buff163', 'youpin', 'csfloat', 'steam'];

/** Names in the drawn rows. */
const rowsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('.rows .item'), ({ firstChild }) => firstChild?.textContent ?? ''),
  );

const countOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector('.counts [role=status]')?.textContent ?? '');

/** Opens Explore at a place once its prices are loaded. */
async function openExplore(world: World, place = ''): Promise<Page> {
  const page = await world.driver.openExtensionPage(`explore.html#${place}`);
  await page.bringToFront();
  await until('all prices', () =>
    page.evaluate(() =>
      /no prices yet|Loading/.test(document.querySelector('.below, .item-page')?.textContent ?? 'Loading')
        ? undefined
        : true,
    ),
  );
  return page;
}

/** Waits until the details of three markets are stored. */
async function loadPrices(world: World): Promise<void> {
  await world.configure({ markets });
  const page = await world.driver.browser.newPage();
  await withPopup(world.driver, page, refresh);
  await page.close();
  // An item's page asks for its details, which fetches the markets that are due.
  const hasOffers = async () => {
    const item = await openExplore(world, `item=${encodeURIComponent(vulcan)}`);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const cells = await item.evaluate(() =>
      Array.from(document.querySelectorAll('.item-page tbody td:nth-child(4)'), ({ textContent }) => textContent),
    );
    await item.close();
    return cells.filter(Boolean).length > 2 || undefined;
  };
  await until('offers of three markets', hasOffers);
}

/** Each theme and each width once. */
const looks = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 390 },
] as const;

/** Checks a page in both themes, once on a desktop and once on a phone. */
async function checkAccess(
  { configure, driver }: World,
  page: Page,
  name: string,
  settings: object = {},
): Promise<void> {
  for (const { theme, width } of looks) {
    await configure({ markets, theme, ...settings });
    await until('the theme', () =>
      page.evaluate((theme) => document.documentElement.dataset['theme'] === theme || undefined, theme),
    );
    await page.setViewport({ width, height: 800, deviceScaleFactor: 1 });
    await screenshotWindow(page, `explore-${name}-${width}-${theme}-${driver.kind}`);
    expect(await accessibilityViolations(page)).toEqual([]);
  }
}

const none = { percent: 0, cents: 0 };
const fee = { buying: none, selling: { percent: 2, cents: 0 }, cashingOut: none };
const fees = { confirmed: true, markets: Object.fromEntries(markets.map((market) => [market, fee])) };

describe('Explore', () => {
  const world = useWorld();

  test('shows what the stores hold, offline, in every view', async () => {
    await loadPrices(world());
    await world().stack.stopRelay();
    const page = await openExplore(world());
    expect((await rowsOf(page)).length).toBeGreaterThan(10);
    expect(await countOf(page)).toMatch(/\d/);
    await page.type('.bar input', 'ak vulc mw');
    await until('the item', async () => (await rowsOf(page)).includes(vulcan) || undefined);
    expect(await page.evaluate(() => location.hash)).toContain('q=ak+vulc+mw');
    await page.close();
    await world().stack.startRelay();
  });

  test('the keys move through drawn rows and open an item; Back returns', async () => {
    const page = await openExplore(world());
    await page.focus('.grid');
    await page.keyboard.press('End');
    for (let times = 0; times < 30; times++) await page.keyboard.press('PageDown');
    const active = await until('a far row', () =>
      page.evaluate(() => {
        const id = document.querySelector('.grid')?.getAttribute('aria-activedescendant') ?? '';
        const cell = document.getElementById(id);
        const box = cell?.getBoundingClientRect();
        const row = cell?.parentElement;
        const isVisible = box && box.top >= 0 && box.bottom <= innerHeight;
        const index = Number(row?.getAttribute('aria-rowindex'));
        return isVisible && index > 100 ? row?.querySelector('.item')?.firstChild?.textContent : undefined;
      }),
    );
    await page.keyboard.press('Enter');
    await until('the item page', () =>
      page.evaluate(() => document.querySelector('.item-page h2')?.textContent ?? undefined),
    );
    expect(await page.$eval('.item-page h2', ({ textContent }) => textContent)).toBe(active);
    await page.evaluate(() => history.back());
    await until('the table', async () => (await page.$('.grid')) ?? undefined);
    await page.close();
  });

  test('prices a pasted list and shows what names no item', async () => {
    const page = await openExplore(world());
    await page.evaluate(() => {
      location.hash = 'list=1';
    });
    await page.waitForSelector('textarea');
    await page.type('textarea', `2x ${vulcan}\nNo such item`);
    await page.click('.bulk button[type=submit]');
    await page.waitForSelector('.unmatched li');
    expect(await page.$eval('.unmatched li', ({ textContent }) => textContent)).toBe('No such item');
    expect(await page.$eval('.bulk tbody tr', ({ textContent }) => textContent)).toMatch(/Vulcan.*\$.*2$/);
    await screenshotWindow(page, `explore-bulk-${world().driver.kind}`);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.close();
  });

  test.each(['all', 'cheaper', 'steam', 'falling', 'rising'])('view %s is accessible to axe', async (view) => {
    const page = await openExplore(world(), view === 'all' ? '' : `view=${view}`);
    await checkAccess(world(), page, view);
    await page.close();
  });

  test('has profits after confirmed fees, the greatest first, and filters that are accessible', async () => {
    await world().configure({ markets, fees });
    const page = await openExplore(world(), 'view=cheaper');
    const profits = await page.evaluate(() =>
      Array.from(document.querySelectorAll('.rows .gain'), ({ textContent }) =>
        Number(textContent.replace(/[^\d.]/g, '')),
      ),
    );
    expect(profits.length).toBeGreaterThan(10);
    expect(profits).toEqual(profits.toSorted((one, other) => other - one));
    await page.evaluate(() => {
      for (const box of document.querySelectorAll('.filter-box, .left-out')) box.setAttribute('open', '');
    });
    await checkAccess(world(), page, 'fees', { fees });
    await page.close();
  });

  test('opens from the comparison by a click of the user, and by none of the page', async () => {
    const page = await openPriced(world(), { markets });
    await openPanel(page);
    const itemPage = '/explore.html#item=';
    const opened = () => countTabs(world().own, itemPage);
    const click = () =>
      page.evaluate(() => {
        const button = document.querySelector('skinlens-panel')?.shadowRoot?.querySelector('[data-act=explore]');
        if (button instanceof HTMLElement) button.click();
        if (button instanceof HTMLElement) button.focus();
        return button !== null;
      });
    expect(await click()).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await opened()).toBe(0);
    await page.keyboard.press('Enter');
    await until('the item', async () => (await opened()) === 1 || undefined);
    await closeTabsAt(world().own, itemPage);
  });

  test('an item’s page is accessible to axe', async () => {
    const page = await openExplore(world(), `item=${encodeURIComponent(vulcan)}`);
    await checkAccess(world(), page, 'item', { fees });
    await page.close();
  });
});
