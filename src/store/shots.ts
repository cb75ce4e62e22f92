import type { Page, ScreenshotOptions } from 'puppeteer-core';
import { until } from '#demo/until.ts';
import {
  comparedItem,
  comparedMarkets,
  type PageView,
  type StoreBrowser,
  type Theme,
  watchedItems,
} from '#store/store-browser.ts';

type OpenPage = (browser: StoreBrowser, view: PageView) => Promise<Page>;

export interface Shot {
  readonly view: Omit<PageView, 'theme'>;
  /** Opens what is shown, and perhaps other pages before. */
  readonly open: OpenPage;
  /** The selector of the part; without it the window is shown. */
  readonly part?: string;
}

export async function takeShot(
  browser: StoreBrowser,
  { view, open, part }: Shot,
  theme: Theme,
  options: ScreenshotOptions = {},
): Promise<Uint8Array> {
  const { driver } = browser;
  const known = await driver.browser.pages();
  const page = await open(browser, { ...view, theme });
  // A tab behind another draws nothing, and its screenshot never comes.
  await page.bringToFront();
  const clip = part === undefined ? undefined : await (await page.waitForSelector(part))?.boundingBox();
  // A window of another size would close what is open.
  const picture = await page.screenshot({ ...options, ...(clip && { clip }), captureBeyondViewport: false });
  for (const other of await driver.browser.pages()) if (!known.includes(other)) await other.close();
  return picture;
}

/** Waits for what a page shows, as long as it takes until the extension has asked for each market: one a minute. */
export const untilShown = (page: Page, isShown: (markets: number) => unknown): Promise<true> =>
  until(
    `what ${page.url()} shows`,
    async () => Boolean(await page.evaluate(isShown, comparedMarkets.length)) || undefined,
    { limitMs: 300_000 },
  );

export const openCards: OpenPage = async ({ open }, view) => {
  const page = await (view.theme === 'dark' ? open('csfloat', 'search', view) : open('whitemarket', 'market', view));
  await untilShown(page, () => {
    const hosts = Array.from(document.querySelectorAll('skinlens-prices'));
    return hosts.some((host) => host.shadowRoot?.querySelector('[data-profit-cents]'));
  });
  return page;
};

/** The comparison of a card, which waits neither for its history nor for a market. */
export const openComparison: OpenPage = async ({ open }, view) => {
  const page = await open(view.theme === 'dark' ? 'skins' : 'whitemarket', 'market', view);
  await page.hover(`skinlens-prices[data-item="${comparedItem}"]`);
  await untilShown(page, (markets) => {
    const panel = document.querySelector('skinlens-panel:popover-open')?.shadowRoot;
    const rows = Array.from(panel?.querySelector('tbody')?.children ?? []);
    const isLoaded = rows.length === markets && rows.every(({ lastChild }) => /\d/.test(lastChild?.textContent ?? ''));
    return isLoaded && panel?.querySelector('.history canvas');
  });
  return page;
};

/** A view of Explore, with a row that has a price on each market. */
export const openRows =
  (path: string): OpenPage =>
  async ({ openOwn }, view) => {
    const page = await openOwn(path, view, 'body');
    await page.bringToFront();
    const hasFullRow = (markets: number) => {
      const isFull = (row: Element) =>
        Array.from(row.children)
          .slice(1, 1 + markets)
          .every((cell) => cell.textContent);
      return [...document.querySelectorAll('.rows .row')].some(isFull);
    };
    await untilShown(page, hasFullRow);
    return page;
  };

type ChangePage = (page: Page) => Promise<unknown>;

/** The popup, as sharp as on a dense screen, once the selector finds something. It reports on the tab that `before` opens. */
export const popupShot = (ready: string, before?: OpenPage, change?: ChangePage): Shot => ({
  view: { width: 360, height: 1200, scale: 1.5 },
  part: 'main',
  open: async (browser, view) => {
    await before?.(browser, { ...view, width: 1200 });
    const popup = await browser.openOwn('popup.html', view, ready);
    await popup.bringToFront();
    await change?.(popup);
    return popup;
  },
});

export const chooseTab =
  (tab: string, drawn = 'section'): ChangePage =>
  async (popup) => {
    await popup.click(`#tab-${tab}`);
    await popup.waitForSelector(`#panel-${tab} ${drawn}`);
  };

export const watchItems: ChangePage = async (popup) => {
  for (const [typed, item] of watchedItems) {
    await popup.click('.query', { count: 3 });
    await popup.type('.query', typed);
    const star = `.search:not([aria-busy="true"]) [aria-label*="${item}"]`;
    const found = await popup.waitForSelector(`${star}[aria-pressed]`, { timeout: 30_000 });
    if (await found?.evaluate(({ ariaPressed }) => ariaPressed === 'false')) await found?.click();
    await popup.waitForSelector(`${star}[aria-pressed="true"]`);
  }
};

export const openOffline: OpenPage = ({ open }, view) => open('whitemarket', 'market', view, 'offline');
