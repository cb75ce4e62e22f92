import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, inject, test } from 'vitest';
import type { BrowserKind } from '#demo/browsers.ts';
import { type Driver, settledOverlays } from '#demo/driver-contract.ts';
import { inertFile, resetExtension } from '#demo/extension.ts';
import { type BlockingProxy, openBlockingProxy } from './blocking-proxy.ts';
import { type OpenSample, openBrowser, openSample, sampleOf, withEverySite } from './browser.ts';
import { openStack, type Stack, type StackOptions } from './stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly browser: BrowserKind;
  }
}

export const kind: BrowserKind = inject('browser');

export interface SharedBrowser {
  readonly driver: Driver;
  readonly proxy: BlockingProxy;
  /** A page of the extension that runs no code of it. */
  readonly own: Page;
  /** Stores settings. What they leave out takes its default, but every site is on. */
  readonly configure: (settings: object) => Promise<void>;
}

export interface World extends SharedBrowser {
  /** `configure` adds the address of its relay. */
  readonly stack: Stack;
  /** The hosts besides loopback and the browser's makers that were asked since the suite began. */
  readonly hosts: () => readonly string[];
  /** Opens a sample page in the active tab. It is closed after the test. */
  readonly open: (site: string, page: string) => Promise<OpenSample>;
}

const shared = test
  .extend('kind', { scope: 'worker' }, kind)
  .extend('browser', { scope: 'worker' }, async ({ kind }, { onCleanup }): Promise<SharedBrowser> => {
    const stack = new AsyncDisposableStack();
    onCleanup(() => stack.disposeAsync());
    const proxy = await openBlockingProxy();
    stack.defer(proxy.close);
    const driver = await openBrowser(kind, proxy.url);
    stack.defer(driver.close);
    const own = await driver.openExtensionPage(inertFile);
    return { driver, proxy, own, configure: (settings) => store(own, withEverySite(settings)) };
  });

interface Extension {
  readonly storage: { readonly local: { readonly set: (items: object) => Promise<void> } };
}
// Globals of the extension's own pages: Firefox has `browser`, older Chromiums only `chrome`.
declare const browser: Extension | undefined;
declare const chrome: Extension;

const store = (own: Page, settings: object): Promise<void> =>
  own.evaluate(
    (settings) => (typeof browser === 'undefined' ? chrome : browser).storage.local.set({ settings }),
    settings,
  );

/** Closes what earlier suites left open. The first tab stays: a browser without tabs ends. */
async function closeTabs({ driver, own }: SharedBrowser): Promise<void> {
  const [, ...pages] = (await driver.browser.pages()).filter((page) => page !== own);
  for (const page of pages) await page.close();
}

/** A port without a server: no extension of a suite asks the default address, where this machine may have a relay. */
const noRelayUrl = 'http://localhost:1';
const noRelay = withEverySite({ relay: { url: noRelayUrl } });

/** The reset extension has no relay until it is configured. Call the result inside a test or a hook. */
export function useBrowser(): () => SharedBrowser {
  let current: SharedBrowser | undefined;
  shared.beforeAll(async ({ browser }) => {
    await closeTabs(browser);
    await resetExtension(browser.driver, browser.own, noRelay);
    current = browser;
  });
  return () => {
    if (!current) throw new Error('there is no browser before the tests');
    return current;
  };
}

/** Updates, the time, lists of harmful sites. */
const makers = /(^|\.)(google|googleapis|gstatic|gvt1|mozilla|firefox)\.(com|org|net)$/;

export function useWorld(options: StackOptions = {}): () => World {
  const disposal = new AsyncDisposableStack();
  const tabs: OpenSample[] = [];
  const browser = useBrowser();
  let world: World | undefined;
  beforeAll(async () => {
    const stack = await openStack(options);
    disposal.defer(stack.close);
    const { driver, proxy, configure } = browser();
    const before = proxy.hosts.length;
    const relay = { url: stack.relayUrl };
    world = {
      ...browser(),
      stack,
      hosts: () => proxy.hosts.slice(before).filter((host) => !makers.test(host)),
      configure: (settings) => configure({ relay, ...settings }),
      open: async (site, page) => {
        const tab = await openSample(driver, sampleOf(site, page));
        tabs.push(tab);
        return tab;
      },
    };
    await world.configure({});
  });
  afterEach(async () => {
    for (const { page } of tabs.splice(0)) await page.close();
  });
  afterAll(() => disposal.disposeAsync());
  return () => {
    if (!world) throw new Error('there is no world before the tests');
    return world;
  };
}

export async function openPriced(world: World, settings: object = {}): Promise<Page> {
  await world.configure(settings);
  const { page } = await world.open('csfloat', 'search');
  await settledOverlays(page, 60_000);
  return page;
}
