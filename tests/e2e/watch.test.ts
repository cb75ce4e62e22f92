import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import axe from 'axe-core';
import type { Page, WebWorker } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBrowser, thisMachine } from '#demo/browsers.ts';
import { ensureBuilt } from '#demo/build.ts';
import { type Driver, openDriver } from '#demo/driver.ts';
import { storeSettings } from '#demo/extension.ts';
import { until } from '#demo/until.ts';
import { startService } from '#service/start.ts';
import { expectText, refresh, withPopup } from './popup.ts';
import { askPrices, openStack, type Prices, type Stack } from './stack.ts';
import { openTrap } from './tap.ts';
import { useWorld } from './world.ts';

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
  readonly notifications: {
    create: (id: string, options: Omit<Notice, 'id'>) => Promise<string>;
    readonly getAll: () => Promise<Record<string, boolean>>;
    readonly onClicked: Dispatching;
  };
};

const redline = 'AK-47 | Redline (Field-Tested)';

/** Some of which fall from one seed of the simulated market to the next. */
const candidates = ['Redline', 'Vulcan', 'Slate', 'Asiimov', 'Frontside Misty', 'Bloodsport', 'Neon Rider'].map(
  (finish) => `AK-47 | ${finish} (Field-Tested)`,
);

/** The built extension in a copy that holds what its user would allow: no test can press the browser's own button. */
async function allowed(disposal: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'skinlens-watch-'));
  disposal.defer(() => rm(folder, { recursive: true, force: true }));
  await cp(await ensureBuilt(resolve(import.meta.dirname, '../..'), 'chrome', console.info), folder, {
    recursive: true,
  });
  const file = join(folder, 'manifest.json');
  const { optional_permissions: optional, permissions, ...manifest } = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...manifest, permissions: [...permissions, ...optional] }));
  return folder;
}

/** What the service will ask once the stack lets prices move: those of the next seed. */
async function nextPrices(): Promise<Prices> {
  const service = await startService({ SERVICE_API_KEYS: 'peek', SERVICE_PORT: '0', SERVICE_SEED: '2' });
  try {
    return await askPrices(service.url, 'peek');
  } finally {
    await service.close(0);
  }
}

const lowest = (prices: Prices, item: string): number => {
  const { price_buff, price_uu, price_csfloat, is_inflated } = prices(item) ?? {};
  const known = [price_buff, price_uu, price_csfloat].flatMap((cents) => cents || []);
  return is_inflated || known.length === 0 ? Number.NaN : Math.min(...known);
};

const buttonOf = (popup: Page, name: string) => popup.waitForSelector(`aria/${name}[role="button"]`);

/** Presses a button as a user does. */
async function press(popup: Page, name: string): Promise<void> {
  const button = await buttonOf(popup, name);
  await button?.click();
}

async function starBySearch(popup: Page, item: string): Promise<void> {
  await popup.click('.query');
  await popup.type('.query', item);
  await press(popup, `Watch ${item}`);
  await expectText(popup, /1 item/);
}

async function setTarget(popup: Page, item: string, dollars: string): Promise<void> {
  await popup.click('.watch summary');
  await press(popup, `Alert for ${item}`);
  await popup.type('input[aria-label="Price in US dollars"]', dollars);
  await press(popup, 'Set alert');
}

/** Has the worker count what it announces; the browser announces it all the same. */
const listenIn = (worker: WebWorker) =>
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

/** Lets the worker's clock go on, and its alarm go off as the browser would then; answers whether anything was announced. */
async function afterTime(worker: WebWorker, ms: number): Promise<true | undefined> {
  await worker.evaluate((ms) => {
    const { now } = Date;
    Date.now = () => now() + ms;
    chrome.alarms.onAlarm.dispatch({ name: 'next-refresh', scheduledTime: 0 });
  }, ms);
  return (await created(worker)).length > 0 || undefined;
}

const marketplace = /^https:\/\/([^/]+\.)?(buff\.163\.com|youpin898\.com|csfloat\.com)\//;

const minute = 60_000;
/** Longer than the pause between two looks; thirty of them make no price too old. */
const lookMs = 1.2 * minute;

describe('the watch list in Chromium', () => {
  const disposal = new AsyncDisposableStack();
  let driver: Driver;
  let stack: Stack;
  let watched = '';
  beforeAll(async () => {
    const extension = await allowed(disposal);
    stack = await openStack();
    disposal.defer(stack.close);
    const trap = await openTrap();
    disposal.defer(trap.close);
    const program = await ensureBrowser('chrome', thisMachine(), console.info);
    driver = await openDriver('chrome', { program, extension, headless: true, proxy: trap.url });
    disposal.defer(driver.close);
    await storeSettings(driver, { relay: { url: stack.relayUrl } });
  });
  afterAll(() => disposal.disposeAsync());

  const workerOf = async (): Promise<WebWorker> => {
    const target = await driver.browser.waitForTarget((one) => one.type() === 'service_worker');
    const worker = await target.worker();
    if (!worker) throw new Error('the worker does not run');
    return worker;
  };

  test('a price that goes below its target is announced once, with nobody looking and no marketplace open', async () => {
    const [before, after] = [await stack.prices(), await nextPrices()];
    const item = candidates.find((name) => lowest(after, name) < lowest(before, name)) ?? 'none falls';
    const low = lowest(after, item);
    const page = await driver.browser.newPage();
    await withPopup(driver, page, async (popup) => {
      await refresh(popup);
      await starBySearch(popup, item);
      await setTarget(popup, item, (low / 100).toFixed(2));
      await expectText(popup, /not triggered yet/);
    });
    await page.close();
    expect(driver.browser.targets().filter((target) => target.url().startsWith('https:'))).toEqual([]);
    const worker = await workerOf();
    await listenIn(worker);
    await stack.movePrices();
    // A relay answers with what it holds and asks behind that, so it takes a look or two.
    await afterTime(worker, 45 * minute);
    await until('a notification', () => afterTime(worker, lookMs), { limitMs: 60_000, pauseMs: 2000 });
    for (let look = 0; look < 3; look++) await afterTime(worker, lookMs);
    expect(await created(worker)).toEqual([
      { id: `watch:${item}`, title: item, message: expect.stringContaining(`≤ $${(low / 100).toFixed(2)}`) },
    ]);
    expect(await shown(worker)).toEqual([`watch:${item}`]);
    watched = item;
  });

  test('a click on it opens the item, and the notification is gone', async () => {
    expect(watched).not.toBe('');
    const worker = await workerOf();
    await worker.evaluate((id) => chrome.notifications.onClicked.dispatch(id), `watch:${watched}`);
    await until('a tab with the item', async () => {
      const urls = driver.browser.targets().map((target) => target.url());
      const isItem = (url: string) => marketplace.test(url) || url.includes(`${new URLSearchParams({ q: watched })}`);
      return urls.some(isItem) || undefined;
    });
    await until('no notification', async () => (await shown(worker)).length === 0 || undefined);
  });

  test.each(['light', 'dark'] as const)(
    'the list shows it with its history, and axe finds nothing in it, %s',
    async (theme) => {
      await storeSettings(driver, { relay: { url: stack.relayUrl }, theme });
      const page = await driver.openOwn('popup.html?tab=&watch=');
      await expectText(page, /Triggered .* ago/);
      await page.bringToFront();
      await page.waitForSelector('.watch canvas');
      await press(page, `Alert for ${watched}`);
      await page.evaluate(`${axe.source}; undefined`);
      const found = await page.evaluate(`axe.run({ include: [['.watch']] })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html, failureSummary }) => html.slice(0, 120) + failureSummary).join('; ')))`);
      expect(found).toEqual([]);
      await page.close();
    },
  );
});

describe('the permission to notify', () => {
  const world = useWorld('chrome');

  test('is asked for in the click that sets an alert, which is kept whatever the answer', async () => {
    const { driver } = world();
    const page = await driver.browser.newPage();
    await withPopup(driver, page, async (popup) => {
      await refresh(popup);
      expect(await popup.evaluate(() => chrome.permissions.contains({ permissions: ['notifications'] }))).toBe(false);
      // The browser's own question stays unasked, for no test can answer it.
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
