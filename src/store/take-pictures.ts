import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { storeSettings } from '#demo/extension.ts';
import { until } from '#demo/until.ts';
import { type PictureSize, pictureProblem, screenshotSize, tileSize } from '#store/check-picture.ts';
import { type BrandAssets, frameDocument, type PictureContent, tileDocument } from '#store/picture-html.ts';
import {
  comparedItem,
  comparedMarkets,
  openStoreBrowser,
  type PageView,
  type StoreBrowser,
  unusedRelayUrl,
} from '#store/store-browser.ts';

export interface PicturesTask {
  readonly root: string;
  /** Folder of the pictures; emptied first. */
  readonly folder: string;
  readonly stack: AsyncDisposableStack;
  readonly say: (line: string) => void;
}

/** Takes all pictures for the stores. @throws Error naming a picture that breaks a rule of the stores. */
export async function takePictures({ root, folder, stack, say }: PicturesTask): Promise<void> {
  const brand = await readBrandAssets(root);
  const browser = await openStoreBrowser(root, stack, say);
  const page = await browser.driver.browser.newPage();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const savePicture = async (name: string, document: string, size: PictureSize) => {
    const png = await screenshotDocument(page, document, size);
    const problem = pictureProblem(png, size);
    if (problem) throw new Error(`${name} ${problem}`);
    await writeFile(join(folder, `${name}.png`), png);
    say(`saved ${join(folder, `${name}.png`)}, ${size.width} × ${size.height}`);
  };
  const captureAll = async (scenes: readonly Scene[]) => {
    for (const { name, capture } of scenes)
      await savePicture(name, frameDocument(brand, await capture(browser)), screenshotSize);
  };
  await captureAll(scenesWithoutRelay);
  await browser.connect();
  await captureAll(scenesWithRelay);
  await savePicture('tile', tileDocument(brand, 'CS2 prices on every card'), tileSize);
}

async function readBrandAssets(root: string): Promise<BrandAssets> {
  const read = (...path: readonly string[]) => readFile(join(root, ...path), 'utf8');
  return { tokens: await read('src', 'ui', 'tokens.css'), icon: await read('public', 'icons', 'icon.svg') };
}

async function screenshotDocument(page: Page, document: string, size: PictureSize): Promise<Uint8Array> {
  await page.bringToFront();
  await page.setViewport({ ...size, deviceScaleFactor: 1 });
  await page.setContent(document, { waitUntil: 'load' });
  return page.screenshot();
}

interface Scene {
  readonly name: string;
  readonly capture: (browser: StoreBrowser) => Promise<PictureContent>;
}

const left = 40;
const top = 104;
/** A page fills the width under the caption; its lower part is cut off. */
const pageSize = { width: 1200, height: 696 };
const popupWidth = 360;
/** Three popups stand side by side in the width of a page. */
const columnLeft = (at: number): number => left + at * (popupWidth + 60);
const maxPopupHeight = 656;

const dark: PageView = { theme: 'dark', ...pageSize };
const light: PageView = { theme: 'light', ...pageSize };

/** A tab behind another draws nothing, and its screenshot never comes. */
async function screenshot(page: Page): Promise<Uint8Array> {
  await page.bringToFront();
  return page.screenshot();
}

/** The popup, cut off at the picture's lower edge. */
async function screenshotPopup(popup: Page): Promise<Uint8Array> {
  const contentHeight = await popup.evaluate(() => Math.ceil(document.body.getBoundingClientRect().bottom));
  await popup.setViewport({ width: popupWidth, height: Math.min(contentHeight, maxPopupHeight) });
  return screenshot(popup);
}

/** Captured first, without prices: no relay listens at the address. */
const relayFault: Scene = {
  name: '5-why-not',
  capture: async (browser) => {
    await storeSettings(browser.driver, { relay: { url: unusedRelayUrl } });
    const page = await browser.open('whitemarket', 'market', light, 'offline');
    const popup = await browser.openPopup('light');
    await popup.waitForSelector('.status.bad');
    const screenshots = [
      { png: await screenshot(page), left, top, width: pageSize.width },
      { png: await screenshotPopup(popup), left: 860, top: 124, width: popupWidth },
    ];
    await popup.close();
    await page.close();
    return { caption: 'No prices? The popup says why, and what to do', theme: 'light', screenshots };
  },
};

/** A scene of one page, which fills the picture. */
const pageScene = (
  name: string,
  caption: string,
  { theme }: PageView,
  open: (browser: StoreBrowser) => Promise<Page>,
): Scene => ({
  name,
  capture: async (browser) => {
    const page = await open(browser);
    const screenshots = [{ png: await screenshot(page), left, top, width: pageSize.width }];
    await page.close();
    return { caption, theme, screenshots };
  },
});

const cards = pageScene('1-cards', 'BUFF163, YouPin and CSFloat prices on 27 marketplaces', dark, async (browser) => {
  const page = await browser.open('csfloat', 'search', dark);
  await until('what a sale leaves', () => hasExit(page), { limitMs: 300_000 });
  return page;
});

const hasExit = (page: Page): Promise<true | undefined> =>
  page.evaluate(() => {
    const hosts = Array.from(document.querySelectorAll('skinlens-prices'));
    return hosts.some((host) => host.shadowRoot?.querySelector('[data-profit-cents]')) || undefined;
  });

const comparison = pageScene('2-comparison', 'Hover over a card to compare all your markets', dark, async (browser) => {
  const page = await browser.open('skins', 'market', dark);
  await page.hover(`skinlens-prices[data-item="${comparedItem}"]`);
  await page.waitForFunction(() => document.querySelector('skinlens-panel')?.matches(':popover-open'));
  await until('prices of every market', () => isPanelComplete(page), { limitMs: 300_000 });
  return page;
});

/** Whether the comparison has rows, and waits neither for its history nor for a market. */
const isPanelComplete = (page: Page): Promise<true | undefined> =>
  page.evaluate(() => {
    const root = document.querySelector('skinlens-panel')?.shadowRoot;
    return (root?.querySelector('tbody tr') && !/Loading|Not loaded/.test(root.textContent)) || undefined;
  });

async function watch(popup: Page, typed: string, item: string): Promise<void> {
  await popup.click('.query', { count: 3 });
  await popup.type('.query', typed);
  const button = await popup.waitForSelector(`aria/Watch ${item}[role="button"]`, { timeout: 30_000 });
  await button?.click();
}

const searchAndWatch: Scene = {
  name: '3-search-and-watch',
  capture: async (browser) => {
    const popup = await browser.openPopup('dark');
    await popup.bringToFront();
    await watch(popup, 'awp asi ft', 'AWP | Asiimov (Field-Tested)');
    await watch(popup, 'ak redl ft', 'AK-47 | Redline (Field-Tested)');
    const found = await screenshotPopup(popup);
    await popup.close();
    const screenshots = [
      { png: found, left: columnLeft(0), top, width: popupWidth },
      { png: await screenshotTab(browser, 'watch'), left: columnLeft(1), top, width: popupWidth },
      { png: await screenshotTab(browser, 'settings'), left: columnLeft(2), top, width: popupWidth },
    ];
    return { caption: 'Search any item, watch prices, get an alert', theme: 'dark', screenshots };
  },
};

async function screenshotTab(browser: StoreBrowser, tab: string): Promise<Uint8Array> {
  const popup = await browser.openPopup('dark');
  await popup.bringToFront();
  await (await popup.waitForSelector(`#tab-${tab}`))?.click();
  await popup.waitForSelector(`#panel-${tab} section`);
  const png = await screenshotPopup(popup);
  await popup.close();
  return png;
}

/** Whether a row of Explore has a price on each market. */
const hasFullRow = (page: Page): Promise<true | undefined> =>
  page.evaluate((markets) => {
    if (document.body.textContent.includes('Loading')) return undefined;
    const isFull = (row: Element) =>
      Array.from(row.children)
        .slice(1, 1 + markets)
        .every((cell) => cell.textContent);
    return Array.from(document.querySelectorAll('.rows .row')).some(isFull) || undefined;
  }, comparedMarkets.length);

const explore = pageScene('4-explore', 'Every item on every market, in one table', light, async ({ driver }) => {
  const page = await driver.openExtensionPage('explore.html');
  await page.setViewport(pageSize);
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  await page.bringToFront();
  await until('the prices of every market', () => hasFullRow(page), { limitMs: 300_000 });
  return page;
});

/** In the order of their capture. */
const scenesWithoutRelay: readonly Scene[] = [relayFault];
const scenesWithRelay: readonly Scene[] = [cards, comparison, searchAndWatch, explore];
