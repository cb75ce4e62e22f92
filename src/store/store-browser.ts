import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, ScreenshotOptions } from 'puppeteer-core';
import { withPresets } from '#core/money/fee-presets.ts';
import { type MarketId, referenceMarkets } from '#core/prices/markets.ts';
import { ensureBrowser, ensureBuilt, thisMachine } from '#demo/browsers.ts';
import { openDriver } from '#demo/driver.ts';
import { until } from '#demo/driver-contract.ts';
import { storeSettings } from '#demo/extension.ts';
import { fetchPrices, fillHistory } from '#demo/sample-history.ts';
import { samplePages } from '#demo/sample-pages.ts';
import { serveSamples } from '#demo/serve-samples.ts';
import type { EnvironmentVariables } from '#protocol/environment.ts';
import { startRelay } from '#relay/relay.ts';
import { startService } from '#service/snapshot.ts';

export type StoreBrowser = Awaited<ReturnType<typeof openStoreBrowser>>;

export type Theme = 'light' | 'dark';

export interface PageView {
  readonly theme: Theme;
  readonly width: number;
  readonly height: number;
  /** Pixels of a picture for one of the page; 1 by default. */
  readonly scale?: number;
}

/** A card of its page's second row: the comparison needs room above it. */
export const comparedItem = '★ Hydra Gloves | Emerald (Field-Tested)';

/** What is typed to find an item that is watched, and its name. */
export const watchedItems = [
  ['awp asi ft', 'AWP | Asiimov (Field-Tested)'],
  ['ak redl ft', 'AK-47 | Redline (Field-Tested)'],
] as const;

export const comparedMarkets: readonly MarketId[] = [
  ...referenceMarkets,
  ...(['steam', 'dmarket', 'skins', 'waxpeer', 'gamerpay'] as const),
];

export async function openStoreBrowser(root: string, stack: AsyncDisposableStack, say: (line: string) => void) {
  const program = await ensureBrowser('chrome', thisMachine(), say);
  const extension = await ensureBuilt(root, 'chrome', say);
  const folder = await mkdtemp(join(tmpdir(), 'skinlens-store-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const upstream = await upstreamWithPast(folder, stack);
  // What the browser asks of the default relay goes to a port at which nobody listens.
  const driver = await openDriver('chrome', { program, extension, headless: true, relayPort: 1 });
  stack.defer(driver.close);
  const samples = samplePages(join(root, 'tests', 'sites'));
  const start = async (env: EnvironmentVariables) => {
    const own = await mkdtemp(join(folder, 'relay-'));
    const more = {
      RELAY_CACHE_DIR: own,
      RELAY_LOG: 'off',
      RELAY_RATES_URL: 'off',
      RELAY_NOTICES_URL: 'off',
    };
    const relay = await startRelay({ ...more, ...env }, {}, { configPath: join(own, 'relay.json') });
    stack.defer(() => relay.close(0));
    return relay;
  };
  return {
    driver,
    /** Opens a sample page and waits until its overlays have the state. */
    open: async (site: string, kind: string, view: PageView, state = 'ready') => {
      const sample = samples.find((each) => each.site === site && each.page === kind);
      if (!sample) throw new Error(`there is no sample page ${site} ${kind}`);
      const page = await show(await driver.browser.newPage(), view);
      await serveSamples(page, [sample]);
      await page.goto(sample.url, { waitUntil: 'domcontentloaded' });
      await until(`overlays of ${site} to be ${state}`, () => page.evaluate(hasState, state), { limitMs: 30_000 });
      return page;
    },
    /** Opens a page of the extension behind the tab in front, on which the popup reports, and waits for a selector. */
    openOwn: async (path: string, view: PageView, ready: string) => {
      const page = await show(await driver.openExtensionPage(path), view);
      await page.waitForSelector(ready);
      return page;
    },
    openNewRelay: async (view: PageView) => {
      const { pageUrl = '' } = await start({ RELAY_PORT: '0' });
      const page = await show(await driver.browser.newPage(), view);
      await page.goto(pageUrl);
      return page;
    },
    /** Starts the relay, with more than the three default markets to compare, and confirmed fees. */
    connect: async () => {
      const { url } = await start({ ...upstream, RELAY_PORT: '0' });
      await storeSettings(driver, {
        // A relay of another address is asked at once. The one before is asked again only later, because it did not answer.
        relay: { url },
        markets: [...comparedMarkets],
        fees: { confirmed: true, markets: withPresets({}) },
      });
    },
  };
}

async function show(page: Page, { theme, width, height, scale = 1 }: PageView): Promise<Page> {
  await page.setViewport({ width, height, deviceScaleFactor: scale });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
  return page;
}

/** Without exchange rates, all prices are in US dollars. */
async function upstreamWithPast(folder: string, stack: AsyncDisposableStack): Promise<EnvironmentVariables> {
  const key = 'store';
  const service = await startService({ SERVICE_API_KEYS: key, SERVICE_PORT: '0' });
  stack.defer(() => service.close(0));
  const file = join(folder, 'history.db');
  const items = [comparedItem, ...watchedItems.map(([, item]) => item)];
  await fillHistory(items, 365)(file, await fetchPrices(service.url, key));
  return { PRICE_API_URL: service.url, PRICE_API_KEY: key, RELAY_HISTORY: file };
}

/** Whether at least one overlay has the state, and none waits for prices. */
function hasState(state: string): true | undefined {
  const states = Array.from(document.querySelectorAll('skinlens-prices'), (host) => host.getAttribute('data-state'));
  return (states.includes(state) && !states.includes(null)) || undefined;
}

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
