import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Driver, until } from '#demo/driver-contract.ts';
import { inertFile, readCardCounts, readWorkerStatus, storeSettings } from '#demo/extension.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { serveSamples } from '#demo/serve-samples.ts';
import { sites } from '#sites/index.ts';
import { blind } from '../../page/finder/blind-samples.ts';
import { siteOf } from '../../sites/page.ts';
import { openBrowser, openSample, sampleOf, samples } from '../browser.ts';
import { consentTo } from '../consent.ts';
import { expectPriced } from '../expect-overlays.ts';
import { press, pressByKey, withPopup } from '../popup.ts';
import { openStack, type Stack } from '../stack.ts';
import { kind } from '../world.ts';

interface Registered {
  readonly id: string;
}
interface Extension {
  readonly scripting: {
    readonly getRegisteredContentScripts: () => Promise<readonly Registered[]>;
    readonly unregisterContentScripts: () => Promise<void>;
  };
  readonly permissions: Readonly<
    Record<'remove' | 'contains', (what: { readonly origins: readonly string[] }) => Promise<boolean>>
  >;
  readonly storage: {
    readonly local: {
      readonly get: (key: string) => Promise<{ readonly settings?: object }>;
      readonly set: (values: { readonly settings: object }) => Promise<void>;
    };
  };
}
// Globals of the extension's own pages: Firefox has `browser`, older Chromiums only `chrome`.
declare const browser: Extension | undefined;
declare const chrome: Extension;

const registered = (own: Page): Promise<string[]> =>
  own.evaluate(async () => {
    const { scripting } = typeof browser === 'undefined' ? chrome : browser;
    return (await scripting.getRegisteredContentScripts()).map(({ id }) => id).sort();
  });

const setTheme = (own: Page, theme: 'light' | 'dark'): Promise<void> =>
  own.evaluate(async (theme) => {
    const { storage } = typeof browser === 'undefined' ? chrome : browser;
    const { settings } = await storage.local.get('settings');
    await storage.local.set({ settings: { ...Object(settings), theme } });
  }, theme);

const shownTheme = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.querySelector('skinlens-prices')?.getAttribute('data-theme'));

const customSites = (own: Page): Promise<unknown> =>
  own.evaluate(async () => {
    const { storage } = typeof browser === 'undefined' ? chrome : browser;
    const { settings } = await storage.local.get('settings');
    return settings && 'customSites' in settings ? settings.customSites : undefined;
  });

const unregister = (own: Page): Promise<void> =>
  own.evaluate(() => (typeof browser === 'undefined' ? chrome : browser).scripting.unregisterContentScripts());

const remove = (own: Page, origins: readonly string[]): Promise<boolean> =>
  own.evaluate(
    (origins) => (typeof browser === 'undefined' ? chrome : browser).permissions.remove({ origins }),
    origins,
  );

const has = (own: Page, origin: string): Promise<boolean> =>
  own.evaluate(
    (origin) => (typeof browser === 'undefined' ? chrome : browser).permissions.contains({ origins: [origin] }),
    origin,
  );

const countOverlays = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelectorAll('skinlens-prices').length);

/** How the items of a page's overlays were found, and whether one has a listing or a difference. */
const sourcesAndListings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hosts = [...document.querySelectorAll('skinlens-prices')];
    const described = hosts.map((host) => {
      const compared = host.hasAttribute('data-listing') || host.shadowRoot?.querySelector('[data-diff]');
      return `${host.getAttribute('data-source')}, ${compared ? 'a listing' : 'no listing'}`;
    });
    return [...new Set(described)];
  });

/** An optional marketplace's sample page that has prices. */
const optional = sites
  .filter((site) => site.optional && !site.gambling)
  .flatMap((site) =>
    samples.filter((each) => each.site === site.id && /data-expect=["']\{/.test(each.html)).slice(0, 1),
  )
  .at(0);
if (!optional) throw new Error('no marketplace is optional');
const { matches: patterns, name } = siteOf(optional.site);
const scripts = [optional.site, `${optional.site}-tap`];

const host = 'skins.example';
const unknown: SamplePage = {
  // Without what the sample says of its cards, which would name items as well.
  ...blind(sampleOf('csfloat', 'search')),
  url: `https://${host}/market`,
};

describe('the newly installed extension', () => {
  const disposal = new AsyncDisposableStack();
  let driver: Driver;
  let stack: Stack;
  let own: Page;
  beforeAll(async () => {
    stack = await openStack();
    disposal.defer(stack.close);
    driver = await openBrowser(kind, undefined, { welcome: true });
    disposal.defer(driver.close);
    own = await driver.openExtensionPage(inertFile);
    await storeSettings(driver, { relay: { url: stack.relayUrl } });
  });
  afterAll(() => disposal.disposeAsync());

  const id = () => new URL(own.url()).host;
  /** Presses a button of a page of the extension that asks for access, and waits for it. */
  const pressIn = async (file: string, button: string, origin = patterns[0] ?? ''): Promise<void> => {
    const page = await driver.openExtensionPage(file);
    await page.bringToFront();
    await pressByKey(page, button);
    await until('access', async () => (await has(own, origin)) || undefined);
    await page.close();
  };
  /** Loads a page anew until the script runs on it: the browser lists a script before it runs it. */
  const loadWithScript = async (page: Page): Promise<void> => {
    await page.bringToFront();
    await until('a page with the script', async () => {
      await page.reload();
      return readCardCounts(driver);
    });
  };
  const registeredAre = (ids: readonly string[]) =>
    until(`the scripts ${ids}`, async () => String(await registered(own)) === String(ids) || undefined);

  test('prices an optional site after one click, until access is revoked', async () => {
    const { page } = await openSample(driver, optional);
    expect(await registered(own)).toEqual([]);
    await consentTo(driver, id(), patterns);
    expect(await registered(own)).toEqual([]);
    expect(await countOverlays(page)).toBe(0);
    await pressIn('welcome.html', `Allow ${name}`);
    await registeredAre(scripts);
    await loadWithScript(page);
    await expectPriced(page, await stack.prices());
    await remove(own, patterns);
    // Without a reload.
    await until('no overlay', async () => (await countOverlays(page)) === 0 || undefined);
    await registeredAre([]);
    await page.close();
  });

  test('registers the scripts again that an update dropped, when the worker starts', { tags: ['full'] }, async () => {
    await consentTo(driver, id(), patterns);
    await pressIn('welcome.html', `Allow ${name}`);
    await registeredAre(scripts);
    await unregister(own);
    expect(await registered(own)).toEqual([]);
    await driver.stopWorker();
    await readWorkerStatus(driver);
    await registeredAre(scripts);
    await remove(own, patterns);
    await registeredAre([]);
  });

  test('adds a site that no adapter knows, and removes it with its permission', async () => {
    const origin = `https://${host}/*`;
    const page = await driver.browser.newPage();
    await serveSamples(page, [unknown]);
    await page.goto(unknown.url, { waitUntil: 'domcontentloaded' });
    await consentTo(driver, id(), [origin]);
    // A popup of Firefox sends the user to this page.
    if (kind === 'firefox') await pressIn(`welcome.html?host=${host}`, `Allow ${host}`, origin);
    else await withPopup(driver, page, (popup) => press(popup, 'Show prices on this site'));
    const added = JSON.stringify({ [host]: true });
    await until('the site in the settings', async () => JSON.stringify(await customSites(own)) === added || undefined);
    await until('access', async () => (await has(own, origin)) || undefined);
    await registeredAre([`host:${host}`, `host:${host}-tap`]);
    await loadWithScript(page);
    await until('items that are found by their names', async () => (await countOverlays(page)) > 0 || undefined);
    expect(await sourcesAndListings(page)).toEqual(['name, no listing']);
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(own, theme);
      await until(`overlays in ${theme}`, async () => (await shownTheme(page)) === theme || undefined);
    }
    const settings = await driver.openExtensionPage('options.html');
    await settings.bringToFront();
    await press(settings, `Remove ${host}`);
    await until('no access', async () => !(await has(own, origin)) || undefined);
    await until('no site', async () => JSON.stringify(await customSites(own)) === '{}' || undefined);
    await until('no overlay', async () => (await countOverlays(page)) === 0 || undefined);
    await settings.close();
    await page.close();
  });
});
