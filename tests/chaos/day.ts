import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import type { Driver } from '#demo/driver-contract.ts';
import { type BlockingProxy, openBlockingProxy } from '../e2e/blocking-proxy.ts';
import { openBrowser, samples } from '../e2e/browser.ts';
import { freePort } from '../e2e/servers.ts';
import { perDollar } from '../e2e/stack.ts';
import { faults } from '../relay/faults.ts';
import { key } from '../relay/world.ts';
import { type Network, openNetwork } from './network.ts';
import { openPriceService, type PriceService } from './price-service.ts';
import { createRelayProcess, type RelayProcess } from './relay-process.ts';
import { createTabs, type Tab, type Tabs } from './tabs.ts';
import { type Workers, watchWorkers } from './workers.ts';

/** The whole stack of a day, from the price service to the tabs, and what was done to it that a judge has to know. */
export interface Day {
  readonly service: PriceService;
  readonly relay: RelayProcess;
  /** Between the extension and the relay. */
  readonly network: Network;
  /** What the extension's settings name as their relay. */
  readonly relayUrl: string;
  /** Whoever the browser wanted besides loopback. */
  readonly trap: BlockingProxy;
  readonly driver: Driver;
  /** A page of the extension that does nothing, for what only such a page may do. */
  readonly own: Page;
  readonly ownSession: CDPSession;
  /** Of the extension. */
  readonly origin: string;
  readonly tabs: Tabs;
  readonly workers: Workers;
  /** Clocks so far: by how much they were shifted and since when, ms; the last one holds. */
  readonly shifts: { readonly ms: number; readonly since: number }[];
  /** Every rate that could count at some time, by currency. */
  readonly rates: Record<string, number[]>;
  /** Errors of our own pages. */
  readonly problems: string[];
  /** Which key the relay was started with. */
  relayKey: string;
}

/** The key that the price service takes. */
export const goodKey = key;

const named = z.array(z.object({ item: z.string() }));

/** Names of all items that the sample pages show; `own` reads them, as browsers read. */
async function shownItems(own: Page): Promise<Set<string>> {
  const pages = samples.map(({ html }) => html);
  const expectations = await own.evaluate((pages) => {
    const documents = pages.map((html) => new DOMParser().parseFromString(html, 'text/html'));
    const cards = documents.flatMap((document) => [...document.querySelectorAll('[data-expect^="{"]')]);
    return cards.map((card): unknown => JSON.parse(card.getAttribute('data-expect') ?? ''));
  }, pages);
  return new Set(named.parse(expectations).map(({ item }) => item));
}

/** Starts everything; `stack` takes it down. */
export async function openDay(stack: AsyncDisposableStack): Promise<Day> {
  const cacheDir = await mkdtemp(join(tmpdir(), 'skinlens-chaos-'));
  stack.defer(() => rm(cacheDir, { recursive: true, force: true, maxRetries: 3 }));
  const trap = await openBlockingProxy();
  stack.defer(trap.close);
  const driver = await openBrowser('chrome', trap.url);
  stack.defer(driver.close);
  const own = await driver.openExtensionPage('background.js');
  const ownSession = await own.createCDPSession();
  const service = await openPriceService(goodKey, await shownItems(own));
  stack.defer(service.close);
  const [port, networkPort] = [await freePort(), await freePort()];
  const relay = createRelayProcess({ port, priceApiUrl: service.url, ratesUrl: service.ratesUrl, cacheDir });
  stack.defer(relay.kill);
  await relay.start(goodKey);
  const network = await openNetwork(networkPort, port);
  stack.defer(network.close);
  const origin = own.url().replace(/\/[^/]*$/, '');
  const workers = await watchWorkers(driver.browser, origin);
  const rates = Object.fromEntries(Object.entries(perDollar).map(([code, rate]) => [code, [rate]]));
  return {
    ...{ service, relay, network, trap, driver, own, ownSession, origin, workers, rates },
    relayUrl: `http://localhost:${networkPort}`,
    tabs: createTabs(driver, own),
    shifts: [{ ms: 0, since: performance.now() }],
    problems: [],
    relayKey: goodKey,
  };
}

/** The tabs that have a page. */
export const awakeTabs = ({ tabs }: Day): Tab[] => tabs.all.filter(({ asleep }) => !asleep);

/** What upstream can do wrong; a body over the limit of the relay's tests is none here, but prices. */
export const upstreamFaults = faults.filter(([name]) => name !== 'a body over the limit' && name !== '429');

/** Shifts the clocks of the worker and of our scripts in pages, ms against the machine's. */
export async function shiftClocks({ workers, tabs, shifts }: Day, ms: number): Promise<void> {
  shifts.push({ ms, since: performance.now() });
  await Promise.all([workers.shift(ms), tabs.shift(ms)]);
}

declare const chrome: {
  readonly storage: { readonly local: { readonly set: (items: object) => Promise<void> } };
  readonly runtime: { readonly sendMessage: (message: object) => Promise<unknown> };
};

/** Stores settings as the popup would; what they leave out takes its default. */
export const storeSettings = ({ own, relayUrl }: Day, settings: object): Promise<void> =>
  own.evaluate((settings) => chrome.storage.local.set({ settings }), { relay: { url: relayUrl }, ...settings });

/** Asks the worker as our own pages do. */
export const askWorker = ({ own }: Day, kind: string, request: object): Promise<unknown> =>
  own.evaluate(
    async (kind, request) => JSON.parse(String(await chrome.runtime.sendMessage({ kind, request }))),
    kind,
    request,
  );
