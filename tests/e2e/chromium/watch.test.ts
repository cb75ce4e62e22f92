import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebWorker } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Driver, until } from '#demo/driver-contract.ts';
import { storeSettings } from '#demo/extension.ts';
import { fetchPrices, type PriceLookup } from '#demo/sample-history.ts';
import { openBlockingProxy } from '../blocking-proxy.ts';
import { builtExtension, openBrowser } from '../browser.ts';
import { chooseTab, expectText, refresh, withPopup } from '../popup.ts';
import { goodKey, openStack, type Stack, startWithFew } from '../stack.ts';
import { setTarget, starBySearch } from '../watch-list.ts';
import { workerOf } from '../worker.ts';
import { useWorld } from '../world.ts';

/** Some of their prices fall from one seed of the simulated market to the next. */
const candidates = ['Redline', 'Vulcan', 'Slate', 'Asiimov', 'Frontside Misty', 'Bloodsport', 'Neon Rider'].map(
  (finish) => `AK-47 | ${finish} (Field-Tested)`,
);

async function nextPrices(): Promise<PriceLookup> {
  const service = await startWithFew()(0, 2);
  try {
    return await fetchPrices(service.url, goodKey);
  } finally {
    await service.close(0);
  }
}

const lowest = (prices: PriceLookup, item: string): number => {
  const { price_buff, price_uu, price_csfloat, is_inflated } = prices(item) ?? {};
  const known = [price_buff, price_uu, price_csfloat].flatMap((cents) => cents || []);
  return is_inflated || known.length === 0 ? Number.NaN : Math.min(...known);
};

/** An item whose lowest price falls when the second seed follows the first, and that price, USD cents. */
async function fallingItem(before: PriceLookup): Promise<{ readonly item: string; readonly cents: number }> {
  const after = await nextPrices();
  const item = candidates.find((name) => lowest(after, name) < lowest(before, name));
  if (item === undefined) throw new Error('no price falls');
  return { item, cents: lowest(after, item) };
}

interface Dispatching {
  readonly dispatch: (...args: unknown[]) => void;
}

interface Notice {
  readonly id: string;
  readonly title: string;
  readonly message: string;
}

declare const chrome: {
  readonly permissions: {
    request: (asked: { readonly permissions: readonly string[] }) => Promise<boolean>;
    readonly contains: (asked: { readonly permissions: readonly string[] }) => Promise<boolean>;
  };
  /** Of this test. */
  created: Notice[];
  readonly alarms: { readonly onAlarm: Dispatching };
  readonly storage: { readonly local: { readonly set: (items: object) => Promise<void> } };
  readonly notifications: {
    create: (id: string, options: Omit<Notice, 'id'>) => Promise<string>;
    readonly getAll: () => Promise<Record<string, boolean>>;
    readonly onClicked: Dispatching;
  };
};

const redline = 'AK-47 | Redline (Field-Tested)';

/** A copy of the built extension with all optional permissions: a test cannot press the browser's own button. */
async function withPermissions(disposal: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'skinlens-watch-'));
  disposal.defer(() => rm(folder, { recursive: true, force: true }));
  await cp(await builtExtension('chrome'), folder, { recursive: true });
  const file = join(folder, 'manifest.json');
  const { optional_permissions: optional, permissions, ...manifest } = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...manifest, permissions: [...permissions, ...optional] }));
  return folder;
}

const recordNotifications = (worker: WebWorker) =>
  worker.evaluate(() => {
    const { create } = chrome.notifications;
    chrome.created = [];
    chrome.notifications.create = (id, options) => {
      chrome.created.push({ id, title: options.title, message: options.message });
      return create(id, options);
    };
  });

const shown = async (worker: WebWorker): Promise<string[]> =>
  Object.keys(await worker.evaluate(() => chrome.notifications.getAll()));

const created = (worker: WebWorker) => worker.evaluate(() => chrome.created);

/** Moves the worker's clock and fires its alarms. Returns whether there has been a notification. */
async function passTime(worker: WebWorker, ms: number): Promise<true | undefined> {
  await worker.evaluate((ms) => {
    const { now } = Date;
    Date.now = () => now() + ms;
    for (const name of ['next-refresh', 'next-batch']) chrome.alarms.onAlarm.dispatch({ name, scheduledTime: 0 });
  }, ms);
  return (await created(worker)).length > 0 || undefined;
}

const marketplace = /^https:\/\/([^/]+\.)?(buff\.163\.com|youpin898\.com|csfloat\.com)\//;

const minute = 60_000;
/** Longer than the shortest pause between two refreshes; thirty of them make no price too old. */
const refreshMs = 1.2 * minute;

/** A browser with the extension and a stack of its own, because its tests move the worker's clock. */
function useWatching(settings: object = {}) {
  const disposal = new AsyncDisposableStack();
  let world: { readonly driver: Driver; readonly stack: Stack };
  beforeAll(async () => {
    const extension = await withPermissions(disposal);
    const stack = await openStack();
    disposal.defer(stack.close);
    const proxy = await openBlockingProxy();
    disposal.defer(proxy.close);
    const driver = await openBrowser('chrome', proxy.url, { extension });
    disposal.defer(driver.close);
    await storeSettings(driver, { relay: { url: stack.relayUrl }, ...settings });
    world = { driver, stack };
  });
  afterAll(() => disposal.disposeAsync());
  return () => world;
}

/** Changes all prices, and lets the worker fetch them while no page is open. Returns its notifications. */
async function noticesOfMovedPrices({ driver, stack }: { driver: Driver; stack: Stack }): Promise<Notice[]> {
  expect(driver.browser.targets().filter((target) => target.url().startsWith('https:'))).toEqual([]);
  const worker = await workerOf(driver);
  await recordNotifications(worker);
  await stack.movePrices();
  // The relay responds with its stored prices while it fetches newer ones, so it takes a refresh or two.
  await passTime(worker, 45 * minute);
  await until('a notification', () => passTime(worker, refreshMs), { pauseMs: 2000 });
  for (let times = 0; times < 3; times++) await passTime(worker, refreshMs);
  return created(worker);
}

describe('the watch list in Chromium', { tags: ['full'] }, () => {
  const watching = useWatching();
  let watched = '';

  test('a price below its target is announced once, without an open popup or marketplace', async () => {
    const { driver, stack } = watching();
    const { item, cents: low } = await fallingItem(await stack.prices());
    const page = await driver.browser.newPage();
    await withPopup(driver, page, async (popup) => {
      await refresh(popup);
      await starBySearch(popup, item);
      await setTarget(popup, item, (low / 100).toFixed(2));
      await expectText(popup, /not triggered yet/);
    });
    await page.close();
    expect(await noticesOfMovedPrices(watching())).toEqual([
      { id: `watch:${item}`, title: item, message: expect.stringContaining(`≤ $${(low / 100).toFixed(2)}`) },
    ]);
    expect(await shown(await workerOf(driver))).toEqual([`watch:${item}`]);
    watched = item;
  });

  test('a click on the notification opens the item and removes the notification', async () => {
    expect(watched).not.toBe('');
    const { driver } = watching();
    const worker = await workerOf(driver);
    await worker.evaluate((id) => chrome.notifications.onClicked.dispatch(id), `watch:${watched}`);
    await until('a tab with the item', async () => {
      const urls = driver.browser.targets().map((target) => target.url());
      const isItem = (url: string) => marketplace.test(url) || url.includes(`${new URLSearchParams({ q: watched })}`);
      return urls.some(isItem) || undefined;
    });
    await until('no notification', async () => (await shown(worker)).length === 0 || undefined);
  });

  test('a popup with three items and an alert each shows them, and neither its window nor a panel with a bar scrolls sideways', async () => {
    const { driver } = watching();
    const page = await driver.openExtensionPage('popup.html');
    const names = [redline, 'AWP | Asiimov (Field-Tested)', 'M4A1-S | Printstream (Field-Tested)'];
    const items = names.map((name) => ({ name, addedAt: 1, alert: { kind: 'exit', cents: 90_000 } }));
    await page.evaluate((items) => chrome.storage.local.set({ watch: { version: 1, items } }), items);
    await driver.stopWorker();
    await page.setViewport({ width: 360, height: 600 });
    await page.reload();
    await chooseTab(page, 'watch');
    // A tab behind another draws nothing, and `waitForFunction` looks when something is drawn.
    await page.bringToFront();
    await page.waitForFunction(() => document.querySelectorAll('.standing').length === 3);
    const measured = await page.evaluate(() => {
      const panel = document.querySelector<HTMLElement>('.panel:not([hidden])');
      // As much as a classic bar takes.
      if (panel) panel.style.width = `${panel.clientWidth - 15}px`;
      const rows = [...document.querySelectorAll('.watched')].map((row) => row.getBoundingClientRect().bottom);
      return {
        height: document.documentElement.scrollHeight,
        lastRow: Math.max(...rows),
        sideways: [document.documentElement, panel].map((one) => (one ? one.scrollWidth - one.clientWidth : -1)),
      };
    });
    expect(measured).toMatchObject({ height: 600, sideways: [0, 0] });
    expect(measured.lastRow).toBeLessThanOrEqual(600);
    await page.close();
  });
});

describe('the permission to notify', { tags: ['full'] }, () => {
  const world = useWorld();

  test('is requested in the click that sets an alert, which is stored whatever the answer', async () => {
    const { driver } = world();
    const page = await driver.browser.newPage();
    await withPopup(driver, page, async (popup) => {
      await refresh(popup);
      expect(await popup.evaluate(() => chrome.permissions.contains({ permissions: ['notifications'] }))).toBe(false);
      // A test cannot answer the browser's own question.
      await popup.evaluate(() => {
        document.body.dataset['asked'] = '';
        chrome.permissions.request = async ({ permissions }) => {
          document.body.dataset['asked'] += `${permissions.join()} in a click: ${navigator.userActivation.isActive}`;
          return false;
        };
      });
      await starBySearch(popup, redline);
      const asked = () => popup.evaluate(() => document.body.dataset['asked']);
      expect(await asked()).toBe('');
      await setTarget(popup, redline, '0.01');
      await expectText(popup, /Alert at \$0\.01 or less/);
      expect(await asked()).toBe('notifications in a click: true');
      await expectText(popup, /The browser does not allow notifications/);
    });
    await page.close();
  });
});
