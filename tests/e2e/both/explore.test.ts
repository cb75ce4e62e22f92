import type { Page } from 'puppeteer-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { viewKinds } from '#core/rows/view.ts';
import { explorePath } from '#core/settings/explore-path.ts';
import { readOverlays, until } from '#demo/driver-contract.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { expectNoPanel, openPanel } from '../comparison-panel.ts';
import { screenshotWindow } from '../screenshots.ts';
import { countDetails, refreshPrices, send } from '../send.ts';
import { kind, openPriced, useWorld, type World } from '../world.ts';

interface Extension {
  readonly tabs: {
    readonly query: (about: object) => Promise<readonly { readonly id?: number; readonly url?: string }[]>;
    readonly remove: (ids: number[]) => Promise<void>;
  };
}
// Globals of the extension's own pages: Firefox has `browser`, older Chromiums only `chrome`.
declare const browser: Extension | undefined;
declare const chrome: Extension;

/** How many tabs show an address with this part. Puppeteer does not see the extension's tabs in Firefox. */
const countTabs = (own: Page, part: string): Promise<number> =>
  own.evaluate(async (part) => {
    const { tabs } = typeof browser === 'undefined' ? chrome : browser;
    return (await tabs.query({})).filter(({ url }) => url?.includes(part)).length;
  }, part);

const closeTabsAt = (own: Page, part: string): Promise<void> =>
  own.evaluate(async (part) => {
    const { tabs } = typeof browser === 'undefined' ? chrome : browser;
    const found = (await tabs.query({})).filter(({ url }) => url?.includes(part));
    await tabs.remove(found.flatMap(({ id }) => id ?? []));
  }, part);

const vulcan = 'AK-47 | Vulcan (Minimal Wear)';
const markets = ['buff163', 'youpin', 'csfloat', 'steam'];

async function openExplore({ driver }: World): Promise<Page> {
  const page = await driver.openExtensionPage('explore.html');
  await page.bringToFront();
  await until('all prices', () =>
    page.evaluate(
      () => /^(?!.*(no prices yet|Loading))./.test(document.querySelector('.below')?.textContent ?? '') || undefined,
    ),
  );
  return page;
}

/** Waits until the worker has stored all prices, and the details of three markets. */
async function loadPrices({ configure, own }: World): Promise<void> {
  await configure({ markets });
  await until('prices', async () => /new|unchanged/.test(await refreshPrices(own)) || undefined);
  await until('details of three markets', async () => (await countDetails(own, vulcan)) > 2 || undefined);
}

async function priceList(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = 'list=1';
  });
  await page.waitForSelector('textarea');
  await page.type('textarea', `2x ${vulcan}\nNo such item`);
  await page.click('.bulk button[type=submit]');
  await page.waitForSelector('.bulk .unread li');
}

const none = { percent: 0, cents: 0 };
const fee = { buying: none, selling: { percent: 2, cents: 0 }, cashingOut: none };
const fees = { confirmed: true, markets: Object.fromEntries(markets.map((market) => [market, fee])) };

/** The cells of an item's prices that are seen only after scrolling to the side. */
const cellsBeyondTheirTable = (page: Page): Promise<string[]> =>
  page.$eval('.item-prices .scroll', (table) => {
    const { right } = table.getBoundingClientRect();
    const cells = [...table.querySelectorAll('th, td')];
    return cells.filter((cell) => cell.getBoundingClientRect().right > right).map(({ textContent }) => textContent);
  });

/** What axe finds on every view, with its filters open, on an item's page and beside a priced list. */
async function violationsOfViews(world: World, look: { readonly theme: string; readonly width: number }) {
  const { theme, width } = look;
  await world.configure({ markets, fees, theme });
  const page = await openExplore(world);
  await page.setViewport({ width, height: 800, deviceScaleFactor: 1 });
  await page.waitForSelector(`[data-theme=${theme}] .filter-button`);
  await page.click('.filter-button');
  const found: unknown[] = [];
  const check = async (name: string) => {
    await page.$$eval('.left-out', (boxes) => {
      for (const box of boxes) box.setAttribute('open', '');
    });
    await screenshotWindow(page, `explore-${name}-${width}-${theme}`);
    found.push(await accessibilityViolations(page));
  };
  for (const [at, view] of viewKinds.entries()) {
    await page.click(`.views button:nth-child(${at + 1})`);
    await page.waitForSelector(`.views button:nth-child(${at + 1})[aria-current]`);
    await check(view);
  }
  await priceList(page);
  await check('list');
  await page.evaluate((item) => {
    location.hash = `item=${encodeURIComponent(item)}`;
  }, vulcan);
  await page.waitForSelector('.item-page tbody td:nth-child(4)');
  await check('item');
  expect(await cellsBeyondTheirTable(page)).toEqual([]);
  await page.close();
  return found;
}

describe('Explore', () => {
  const world = useWorld({ names: [vulcan] });
  beforeAll(() => loadPrices(world()));

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
        return isVisible && index > 100 ? row?.querySelector('.item-name')?.textContent : undefined;
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

  // axe judges the DOM and computed styles: another browser shows it nothing else.
  describe.runIf(kind === 'chrome')('every view is accessible to axe', { tags: ['full'] }, () => {
    test('on a desktop, light', async () => {
      expect((await violationsOfViews(world(), { theme: 'light', width: 1280 })).flat()).toEqual([]);
    });
  });

  test('opens, and a purchase is noted, from the comparison by a click of the user, and by none of the page', async () => {
    const page = await openPriced(world(), { markets });
    const [other, item] = (await readOverlays(page)).map((overlay) => overlay.item);
    if (!other || !item || other === item) throw new Error('the page has no two items');
    const opened = explorePath(item, 'alert');
    const click = (act: string) =>
      page.evaluate((act) => {
        const button = document.querySelector('skinlens-panel')?.shadowRoot?.querySelector(`[data-act=${act}]`);
        if (button instanceof HTMLElement) button.click();
        if (button instanceof HTMLElement) button.focus();
        return button !== null;
      }, act);
    await openPanel(page);
    expect([await click('bought'), await click('alert')]).toEqual([true, true]);
    await page.keyboard.press('Escape');
    await expectNoPanel(page);
    await openPanel(page, 1);
    await click('bought');
    await page.keyboard.press('Enter');
    const held = () => send(world().own, { kind: 'portfolio', request: {} }).then((answer) => JSON.stringify(answer));
    await until('the purchase', async () => (await held()).includes('boughtAt') || undefined);
    expect([(await held()).includes(item), (await held()).includes(other)]).toEqual([true, false]);
    await click('alert');
    await page.keyboard.press('Enter');
    // The worker opens tabs in the order of the clicks: now it would have opened the other one, too.
    await until('the item', async () => (await countTabs(world().own, opened)) || undefined);
    expect(await countTabs(world().own, '/explore.html#item=')).toBe(1);
    await closeTabsAt(world().own, opened);
  });
});
