import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'puppeteer-core';
import type { Driver } from '#demo/driver-contract.ts';
import { type BlockingProxy, openBlockingProxy } from '../e2e/blocking-proxy.ts';
import { openBrowser, samples, withEverySite } from '../e2e/browser.ts';
import { freePort } from '../e2e/servers.ts';
import { perDollar } from '../e2e/stack.ts';
import { key } from '../relay/upstream.ts';
import { type FaultyNetwork, openFaultyNetwork } from './network.ts';
import { relayToken } from './page-snapshot.ts';
import { type FaultyPriceApi, startFaultyPriceApi } from './price-api.ts';
import { createRelayProcess, createStoreProcess, type RelayProcess, type StoreProcess } from './relay-process.ts';
import type { Random } from './sequence.ts';
import { createTabs, type Tab, type Tabs } from './tabs.ts';
import { attachToWorkers, type Workers } from './workers.ts';

export interface Run {
  readonly priceApi: FaultyPriceApi;
  readonly relay: RelayProcess;
  /** A second relay with the same key; the extension uses it while the network leads there. */
  readonly otherRelay: RelayProcess;
  /** What both relays share; `undefined` on a machine without Redis and Valkey. */
  readonly store: StoreProcess | undefined;
  readonly network: FaultyNetwork;
  /** The relay's address in the extension's settings: that of the faulty network. */
  readonly relayUrl: string;
  /** Proxy that records and refuses every connection of the browser beyond loopback. */
  readonly proxy: BlockingProxy;
  readonly driver: Driver;
  readonly extensionPage: Page;
  readonly extensionSession: CDPSession;
  readonly origin: string;
  readonly tabs: Tabs;
  readonly workers: Workers;
  /** Clock shifts so far, ms, and when each was applied; the last one is current. */
  readonly clockShifts: { readonly ms: number; readonly since: number }[];
  /** Every rate that was valid at some time, by currency. */
  readonly rates: Record<string, number[]>;
  readonly problems: string[];
  relayKey: string;
  /** The states, as JSON, that may be stored of what the user entered: the names and counts, and the watched names. */
  readonly entered: { portfolio: ReadonlySet<string>; watch: ReadonlySet<string> };
}

/** How often an action comes, relative to the others, and what it does. A text that it resolves to stands in the log. */
export type Action = readonly [weight: number, perform: (run: Run, random: Random) => unknown];
export type Actions = Readonly<Record<string, Action>>;

export const validKey = key;

export async function startRun(stack: AsyncDisposableStack): Promise<Run> {
  const cacheDir = await mkdtemp(join(tmpdir(), 'skinlens-scenarios-'));
  stack.defer(() => rm(cacheDir, { recursive: true, force: true, maxRetries: 3 }));
  const proxy = await openBlockingProxy();
  stack.defer(proxy.close);
  const driver = await openBrowser('chrome', proxy.url);
  stack.defer(driver.close);
  const extensionPage = await driver.openExtensionPage('background.js');
  const extensionSession = await extensionPage.createCDPSession();
  const priceApi = await startFaultyPriceApi(validKey, samples);
  stack.defer(priceApi.close);
  const [port, networkPort] = [await freePort(), await freePort()];
  const store = await createStoreProcess(cacheDir);
  if (store) stack.defer(store.kill);
  await store?.start();
  const common = { priceApiUrl: priceApi.url, ratesUrl: priceApi.ratesUrl, storeUrl: store?.url };
  const relayOf = async (port: number, name: string): Promise<RelayProcess> => {
    const folder = join(cacheDir, name);
    await mkdir(folder);
    const process = createRelayProcess({ ...common, port, cacheDir: folder });
    stack.defer(() => process.end('SIGKILL'));
    const start = async (key: string) => {
      // Without its store a relay does not start: it would not know how many others use the key.
      await store?.start();
      await process.start(key);
    };
    const relay = { ...process, start };
    await relay.start(validKey);
    return relay;
  };
  const relay = await relayOf(port, 'relay');
  const otherRelay = await relayOf(await freePort(), 'other-relay');
  const network = await openFaultyNetwork(networkPort, port);
  stack.defer(network.close);
  const origin = extensionPage.url().replace(/\/[^/]*$/, '');
  const workers = await attachToWorkers(driver.browser, origin);
  const rates = Object.fromEntries(Object.entries(perDollar).map(([code, rate]) => [code, [rate]]));
  return {
    ...{ priceApi, relay, otherRelay, store, network, proxy, driver },
    ...{ extensionPage, extensionSession, origin, workers, rates },
    relayUrl: `http://localhost:${networkPort}`,
    tabs: createTabs(driver, extensionPage),
    clockShifts: [{ ms: 0, since: performance.now() }],
    problems: [],
    relayKey: validKey,
    entered: { portfolio: new Set(['[]']), watch: new Set(['[]']) },
  };
}

export const loadedTabs = ({ tabs }: Run): Tab[] => tabs.all.filter(({ discarded }) => !discarded);

/** Shifts the clocks of the worker and of the content scripts, ms against the machine's. */
export async function shiftClocks({ workers, tabs, clockShifts }: Run, ms: number): Promise<void> {
  clockShifts.push({ ms, since: performance.now() });
  await Promise.all([workers.shiftClock(ms), tabs.shiftClocks(ms)]);
}

declare const chrome: {
  readonly storage: { readonly local: { readonly set: (items: object) => Promise<void> } };
  readonly runtime: { readonly sendMessage: (message: object) => Promise<unknown> };
};

/** Stores settings as the popup does; absent settings take their defaults. */
export const saveSettings = ({ extensionPage, relayUrl }: Run, settings: object): Promise<void> =>
  extensionPage.evaluate((settings) => chrome.storage.local.set({ settings }), {
    relay: { url: relayUrl, token: relayToken },
    ...withEverySite(settings),
  });

export const askWorker = ({ extensionPage }: Run, kind: string, request: object): Promise<unknown> =>
  extensionPage.evaluate(
    async (kind, request) => JSON.parse(String(await chrome.runtime.sendMessage({ kind, request }))),
    kind,
    request,
  );
