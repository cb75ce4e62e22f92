import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import type { MarketId } from '#core/markets.ts';
import { ensureBrowser, thisMachine } from '#demo/browsers.ts';
import { ensureBuilt } from '#demo/build.ts';
import { openDriver } from '#demo/driver.ts';
import type { Driver } from '#demo/driver-contract.ts';
import { storeSettings } from '#demo/extension.ts';
import { samplePages } from '#demo/sample-pages.ts';
import { serveSamples } from '#demo/serve-samples.ts';
import { startServers } from '#demo/servers.ts';
import { until } from '#demo/until.ts';

/** What the pictures are taken of: a browser with the extension, a relay, and a simulated market. */
export interface Studio {
  readonly driver: Driver;
  /** Opens a sample page, so wide and high, once each of its overlays is in a state, "ready" or another. */
  readonly open: (site: string, kind: string, look: Look, state?: string) => Promise<Page>;
  /** Opens the popup in a tab of its own, in which it reports on no page. */
  readonly openPopup: (theme: Look['theme']) => Promise<Page>;
  /** Points the extension to the relay, and has it compare more markets than the three. */
  readonly connect: () => Promise<void>;
}

export interface Look {
  readonly theme: 'light' | 'dark';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** A port of this machine where nobody listens, beside the relay's own. */
export const deadRelay = 'http://localhost:8786';

const compared: readonly MarketId[] = [
  'buff163',
  'youpin',
  'csfloat',
  'steam',
  'dmarket',
  'skins',
  'waxpeer',
  'gamerpay',
];

const popupLook = { width: 360, height: 800, deviceScaleFactor: 1 };

/** Starts all of it; `stack` stops it. */
export async function openStudio(
  root: string,
  stack: AsyncDisposableStack,
  say: (line: string) => void,
): Promise<Studio> {
  const program = await ensureBrowser('chrome', thisMachine(), say);
  const extension = await ensureBuilt(root, 'chrome', say);
  const cacheDir = await mkdtemp(join(tmpdir(), 'skinlens-store-'));
  stack.defer(() => rm(cacheDir, { recursive: true, force: true }));
  // Pictures are of the simulated market, and of dollars.
  const { relayUrl } = await startServers({ RELAY_RATES_URL: 'off' }, cacheDir, stack);
  const driver = await openDriver('chrome', { program, extension, headless: true });
  stack.defer(driver.close);
  const samples = samplePages(join(root, 'tests', 'sites'));
  return {
    driver,
    open: async (site, kind, { theme, width, height }, state = 'ready') => {
      const sample = samples.find((each) => each.site === site && each.page === kind);
      if (!sample) throw new Error(`there is no sample page ${site} ${kind}`);
      const page = await driver.browser.newPage();
      await page.setViewport({ width, height });
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      await serveSamples(page, [sample]);
      await page.goto(sample.url, { waitUntil: 'domcontentloaded' });
      await until(`overlays of ${site} to be ${state}`, () => shows(page, state), { limitMs: 30_000 });
      return page;
    },
    openPopup: async (theme) => {
      const popup = await driver.openExtensionPage('popup.html');
      await popup.setViewport(popupLook);
      await popup.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      return popup;
    },
    connect: () => storeSettings(driver, { markets: [...compared], relay: { url: relayUrl } }),
  };
}

/** Whether at least one overlay is in a state, and none still waits for prices. */
const shows = (page: Page, state: string): Promise<true | undefined> =>
  page.evaluate((state) => {
    const states = Array.from(document.querySelectorAll('skinlens-prices'), (host) => host.getAttribute('data-state'));
    return (states.includes(state) && !states.includes(null)) || undefined;
  }, state);
