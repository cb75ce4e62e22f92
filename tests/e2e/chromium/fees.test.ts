import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { feePresets } from '#core/money/fee-presets.ts';
import { noFees } from '#core/money/fees.ts';
import { dollar, inCurrency } from '#core/money/rates.ts';
import { arrivingCents } from '#core/prices/exit-value.ts';
import type { Settings } from '#core/settings/settings.ts';
import { until } from '#demo/until.ts';
import { formatAmount } from '#ui/words/format.ts';
import { expectNoPanel, openPanel } from '../comparison-panel.ts';
import { press } from '../popup.ts';
import { screenshotBothSchemes } from '../screenshots.ts';
import { openPriced, useWorld, type World } from '../world.ts';

const selling = (percent: number) => ({ ...noFees, selling: { percent, cents: 0 } });

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

/** Price and average, USD cents, and printed net price of Steam in the panel; `undefined` until it has a price. */
const steamRow = (page: Page) =>
  page.evaluate(() => {
    const row = document.querySelector('skinlens-panel')?.shadowRoot?.querySelector('tr[data-market="steam"]');
    const cents = Number(row?.getAttribute('data-cents') ?? 0);
    const [, average] = /7 days: \$([\d,.]+)/.exec(row?.querySelector<HTMLElement>('.price')?.title ?? '') ?? [];
    const avg7 = Math.round(Number(average?.replace(',', '')) * 100);
    return cents > 0 ? { cents, avg7, net: row?.querySelector('.net')?.textContent } : undefined;
  });

/** Where the items of the page's cards would be sold: one market a card that says so. */
const exitMarkets = (page: Page): Promise<string[]> =>
  page.$$eval('>>> [data-exit-market]', (rows) => rows.map((row) => row.getAttribute('data-exit-market') ?? ''));

describe('fees', { tags: ['full'] }, () => {
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
    expect(after.net).toBe(formatAmount(inCurrency(arrivingCents('steam', after, preset) ?? 0, dollar)));
    await page.setViewport({ width: 390, height: 844 });
    await until('a panel as wide as a phone', () => page.evaluate(() => innerWidth === 390 || undefined));
    // The ratio needs the other market's data, which come after the prices.
    await until(
      'the tab of the ratio',
      async () => (await page.$('skinlens-panel >>> [data-tab="cash"]')) ?? undefined,
    );
    await page.click('skinlens-panel >>> [data-tab="cash"]');
    await until('tables that are not cut', async () => (await cutTables(page)).length === 0 || undefined);

    await world().configure({ fees: { confirmed: false } });
    await until('cards without exits', async () => (await exitMarkets(page)).length === 0 || undefined);
  });
});
