import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { withPresets } from '#core/money/fee-presets.ts';
import type { MarketId } from '#core/prices/markets.ts';
import { ensureBrowser, thisMachine } from '#demo/browsers.ts';
import { ensureBuilt } from '#demo/build.ts';
import { openDriver } from '#demo/driver.ts';
import type { Driver } from '#demo/driver-contract.ts';
import { storeSettings } from '#demo/extension.ts';
import { fetchPrices, fillHistory } from '#demo/sample-history.ts';
import { samplePages } from '#demo/sample-pages.ts';
import { serveSamples } from '#demo/serve-samples.ts';
import { startServers } from '#demo/servers.ts';
import { until } from '#demo/until.ts';
import type { EnvironmentVariables } from '#protocol/environment.ts';
import { startService } from '#service/snapshot.ts';

/** A browser with the extension, and a relay with a simulated market. */
export interface StoreBrowser {
  readonly driver: Driver;
  /** Opens a sample page and waits until its overlays have the state, `ready` by default. */
  readonly open: (site: string, kind: string, view: PageView, state?: string) => Promise<Page>;
  /** Opens the popup as a tab; there it has no section for the active tab. */
  readonly openPopup: (theme: PageView['theme']) => Promise<Page>;
  /** Connects the extension to the relay, with more than the three default markets to compare, and confirmed fees. */
  readonly connect: () => Promise<void>;
}

export interface PageView {
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
}

/** An address on this machine where no server listens. */
export const unusedRelayUrl = 'http://localhost:8786';

/** A card of its page's second row: the comparison needs room above it. */
export const comparedItem = '★ Hydra Gloves | Emerald (Field-Tested)';

export const comparedMarkets: readonly MarketId[] = [
  'buff163',
  'youpin',
  'csfloat',
  'steam',
  'dmarket',
  'skins',
  'waxpeer',
  'gamerpay',
];

const popupViewport = { width: 360, height: 800, deviceScaleFactor: 1 };

/** Starts the browser and the servers; `stack` stops them. */
export async function openStoreBrowser(
  root: string,
  stack: AsyncDisposableStack,
  say: (line: string) => void,
): Promise<StoreBrowser> {
  const program = await ensureBrowser('chrome', thisMachine(), say);
  const extension = await ensureBuilt(root, 'chrome', say);
  const cacheDir = await mkdtemp(join(tmpdir(), 'skinlens-store-'));
  stack.defer(() => rm(cacheDir, { recursive: true, force: true }));
  const { relayUrl } = await startServers(await upstreamWithPast(cacheDir, stack), cacheDir, stack);
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
      await until(`overlays of ${site} to be ${state}`, () => hasState(page, state), { limitMs: 30_000 });
      return page;
    },
    openPopup: async (theme) => {
      const popup = await driver.openExtensionPage('popup.html');
      await popup.setViewport(popupViewport);
      await popup.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      return popup;
    },
    connect: () =>
      storeSettings(driver, {
        markets: [...comparedMarkets],
        relay: { url: relayUrl },
        fees: { confirmed: true, markets: withPresets({}) },
      }),
  };
}

/**
 * The environment of a relay whose upstream is a simulated market, with a past of one item. Without exchange rates, all
 * prices are in US dollars.
 */
async function upstreamWithPast(folder: string, stack: AsyncDisposableStack): Promise<EnvironmentVariables> {
  const key = 'store';
  const service = await startService({ SERVICE_API_KEYS: key, SERVICE_PORT: '0' });
  stack.defer(() => service.close(0));
  const file = join(folder, 'history.db');
  await fillHistory([comparedItem], 365)(file, await fetchPrices(service.url, key));
  return { PRICE_API_URL: service.url, PRICE_API_KEY: key, RELAY_RATES_URL: 'off', RELAY_HISTORY: file };
}

/** Whether at least one overlay has the state, and none waits for prices. */
const hasState = (page: Page, state: string): Promise<true | undefined> =>
  page.evaluate((state) => {
    const states = Array.from(document.querySelectorAll('skinlens-prices'), (host) => host.getAttribute('data-state'));
    return (states.includes(state) && !states.includes(null)) || undefined;
  }, state);
