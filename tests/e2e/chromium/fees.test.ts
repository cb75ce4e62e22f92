import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { feePresets } from '#core/fee-presets.ts';
import { netCents, noFees } from '#core/fees.ts';
import { dollar } from '#core/rates.ts';
import type { Settings } from '#core/settings.ts';
import { fillHistory } from '#demo/sample-history.ts';
import { until } from '#demo/until.ts';
import { formatAmount } from '#ui/format.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { expectNoPanel, openPanel } from '../comparison-panel.ts';
import { expectText, press, refresh, withPopup } from '../popup.ts';
import { colorSchemes, screenshotBothSchemes, screenshotWindow, setColorScheme } from '../screenshots.ts';
import { countDetails, refreshPrices } from '../send.ts';
import { openPriced, useWorld, type World } from '../world.ts';

const redline = 'AK-47 | Redline (Field-Tested)';
const neonRider = 'AK-47 | Neon Rider (Field-Tested)';
const selling = (percent: number) => ({ ...noFees, selling: { percent, cents: 0 } });

/** Opens the group with this title. */
const unfold = (page: Page, title: string): Promise<true> =>
  until(`the group ${title}`, () =>
    page.$$eval(
      'summary',
      (summaries, title) => {
        const found = summaries.find(({ textContent }) => textContent.trim().startsWith(title));
        if (!(found?.parentElement instanceof HTMLDetailsElement)) return undefined;
        found.parentElement.open = true;
        return true as const;
      },
      title,
    ),
  );

/** Opens a page of the extension in front: one behind another draws nothing. */
async function openInFront({ driver }: World, file: string): Promise<Page> {
  const page = await driver.openExtensionPage(file);
  await page.bringToFront();
  return page;
}

/** Tables of the panel that are wider than it; at least two tables are expected. */
const cutTables = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.querySelector('skinlens-panel')?.shadowRoot;
    const { right = 0 } = root?.querySelector('.scroll')?.getBoundingClientRect() ?? {};
    const tables = [...(root?.querySelectorAll('table') ?? [])];
    const cells = [...(root?.querySelectorAll('td, th') ?? [])].filter(
      (one) => one.getBoundingClientRect().right > right + 0.5,
    );
    return [...(tables.length > 1 ? [] : ['no cash ratio']), ...cells.map(({ textContent }) => textContent)];
  });

declare const chrome: {
  readonly storage: { readonly local: { readonly get: (key: string) => Promise<{ settings: Partial<Settings> }> } };
};

/** Waits until the fees are stored as confirmed: the popup shows a change before that. */
const expectConfirmed = ({ own }: World): Promise<true> =>
  until('confirmed fees', () =>
    own.evaluate(async () => (await chrome.storage.local.get('settings')).settings.fees?.confirmed || undefined),
  );

/** Price, USD cents, and printed net price of Steam in the panel; `undefined` until it has a price. */
const steamRow = (page: Page): Promise<{ readonly cents: number; readonly net: string | undefined } | undefined> =>
  page.evaluate(() => {
    const row = document.querySelector('skinlens-panel')?.shadowRoot?.querySelector('tr[data-market="steam"]');
    const cents = Number(row?.getAttribute('data-cents') ?? 0);
    return cents > 0 ? { cents, net: row?.querySelector('.net')?.textContent } : undefined;
  });

/** Where the items of the page's cards would be sold: one market a card that says so. */
const exitMarkets = (page: Page): Promise<string[]> =>
  page.$$eval('>>> [data-exit-market]', (rows) => rows.map((row) => row.getAttribute('data-exit-market') ?? ''));

describe('fees', () => {
  const world = useWorld();

  test('of public sources count after one click, and the panel then says what a sale leaves', async () => {
    const chosen = ['steam', 'buff163'];
    const page = await openPriced(world(), { markets: chosen, fees: { markets: { buff163: selling(2.5) } } });
    await page.setViewport({ width: 900, height: 900 });
    expect(await exitMarkets(page)).toEqual([]);
    await openPanel(page);
    const before = await until('the price of Steam', () => steamRow(page));
    expect(before.net).toBeUndefined();

    const popup = await openInFront(world(), 'options.html#fees');
    await screenshotBothSchemes(popup, 'fees', 390);
    await press(popup, 'Use these fees');
    await until('the button to go', async () => !(await popup.content()).includes('Use these fees') || undefined);
    await expectConfirmed(world());
    await popup.close();

    await page.bringToFront();
    // The comparison closes with its tab.
    await page.keyboard.press('Escape');
    await expectNoPanel(page);
    const markets = await until('exits on the cards', async () => {
      const found = await exitMarkets(page);
      return found.length > 0 ? found : undefined;
    });
    for (const market of markets) expect(chosen).toContain(market);
    await openPanel(page);
    const after = await until('the net price of Steam', async () => {
      const row = await steamRow(page);
      return row?.net ? row : undefined;
    });
    const preset = feePresets.find(({ market }) => market === 'steam')?.fees ?? noFees;
    expect(after.net).toBe(formatAmount(netCents(after.cents, preset) ?? 0, dollar));
    await page.setViewport({ width: 390, height: 844 });
    await until('a panel as wide as a phone', () => page.evaluate(() => innerWidth === 390 || undefined));
    // The ratio needs the other market's data, which come after the prices.
    await until('tables that are not cut', async () => (await cutTables(page)).length === 0 || undefined);

    await world().configure({ fees: { confirmed: false } });
    await until('cards without exits', async () => (await exitMarkets(page)).length === 0 || undefined);
  });

  test('apply to the totals of an inventory', async () => {
    const { driver, open, configure } = world();
    await configure({ fees: { confirmed: true, markets: { buff163: selling(2.5), youpin: selling(1) } } });
    const { page } = await open('steam', 'inventory');
    await withPopup(driver, page, async (popup) => {
      await refresh(popup);
      await until('totals after fees', () =>
        popup.evaluate(() => document.querySelector('.sums')?.textContent?.includes('Best of each') || undefined),
      );
      for (const scheme of colorSchemes) {
        await setColorScheme(popup, scheme);
        await screenshotWindow(popup, `inventory-popup-${scheme}`);
      }
    });
  });
});

describe('a portfolio', { tags: ['full'] }, () => {
  const world = useWorld({ history: fillHistory([redline, neonRider], 120) });

  test('is imported in Explore, says what it brings and where, and what it was worth', async () => {
    const { driver, own, configure, stack } = world();
    await configure({ fees: { confirmed: true, markets: { buff163: selling(2.5) } } });
    await until('prices', async () => /new|unchanged/.test(await refreshPrices(own)) || undefined);
    await until('details', async () => (await countDetails(own, redline)) > 2 || undefined);
    const page = await driver.openExtensionPage('explore.html#portfolio=1');
    await page.bringToFront();
    await unfold(page, 'Add a list');
    await page.type('.portfolio textarea', `${redline};3;10,50\n${neonRider};1;\nNo such item;1;2\nbroken;x`);
    await press(page, 'Add these items');
    await expectText(page, /Line 4: broken;x \(the count is unclear\)/);
    await press(page, 'Add the items that were read: 3');
    await expectText(page, /3 entries added\. Lines not read: 1\./);
    const prices = await stack.prices();
    const [ak = 0, rider = 0] = [redline, neonRider].map((name) => prices(name)?.price_buff ?? 0);
    await until(
      'the sum on BUFF163',
      async () =>
        (await page.$$eval('.where tbody tr', (rows) => rows.map(({ textContent }) => textContent))).some((row) =>
          row.startsWith(`BUFF163${formatAmount(3 * ak + rider, dollar)} 4/5`),
        ) || undefined,
    );
    await expectText(page, /Net\$[\d.,]+4 of 5 items/);

    await unfold(page, 'Value over time');
    await until('a chart', () =>
      page.evaluate(
        () => (document.querySelector<HTMLCanvasElement>('.portfolio-chart canvas')?.width ?? 0) > 100 || undefined,
      ),
    );
    await expectText(page, /In the chart: 4 of 5 items\./);
    await expectText(page, /no recorded price in this period: No such item\./);
    await press(page, '365 d');
    await expectText(page, /The relay has kept prices since/);
    await press(page, '90 d');
    await until('90 days', async () =>
      page.evaluate(
        () =>
          document.querySelector('.portfolio-chart .plot')?.getAttribute('aria-label')?.includes('last 90 days') ||
          undefined,
      ),
    );
    expect(stack.requests().filter(({ path }) => path.startsWith('/api/histories'))).toHaveLength(1);
    await press(page, 'Sell');
    await press(page, 'Sold');
    await expectText(page, /Sales: 1/);
    for (const width of [1280, 390]) await screenshotBothSchemes(page, `portfolio-${width}`, width);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.close();
  });
});
