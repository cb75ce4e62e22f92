import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { marketIds } from '#core/prices/markets.ts';
import { viewKinds } from '#core/rows/view.ts';
import type { Messages } from '#core/settings/messages-file.ts';
import { type Driver, settledOverlays, until } from '#demo/driver-contract.ts';
import { storeSettings } from '#demo/extension.ts';
import { usd } from '../../core/owned/usd.ts';
import { folders, readMessages } from '../../messages.ts';
import { openBlockingProxy } from '../blocking-proxy.ts';
import { builtExtension, openBrowser, openSample, sampleOf } from '../browser.ts';
import { chooseTab } from '../popup.ts';
import { send } from '../send.ts';
import { openStack } from '../stack.ts';
import { kind } from '../world.ts';

const item = 'AK-47 | Vulcan (Minimal Wear)';
const english = readMessages('en');
const allMessages = folders.map(readMessages);

/**
 * Each message from the language where it is longest, as English messages: the browser may know no other language.
 * `language` stays English, so that only plural forms of English are looked up.
 */
const longest: Messages = Object.fromEntries(
  Object.entries(english).map(([key, entry]) => {
    const messages = allMessages.map((one) => one[key]?.message ?? '');
    const [message = entry.message] = messages.toSorted((one, other) => other.length - one.length);
    return [key, key === 'language' ? entry : { ...entry, message }];
  }),
);

async function translate(disposal: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'skinlens-words-'));
  disposal.defer(() => rm(folder, { recursive: true, force: true }));
  await cp(await builtExtension(kind), folder, { recursive: true });
  await writeFile(join(folder, '_locales', 'en', 'messages.json'), JSON.stringify(longest));
  return folder;
}

async function openTranslated(disposal: AsyncDisposableStack): Promise<{ driver: Driver; relay: { url: string } }> {
  const extension = await translate(disposal);
  const stack = await openStack({ names: [item] });
  disposal.defer(stack.close);
  const proxy = await openBlockingProxy();
  disposal.defer(proxy.close);
  const driver = await openBrowser(kind, proxy.url, { extension });
  disposal.defer(driver.close);
  const relay = { url: stack.relayUrl };
  await storeSettings(driver, { relay, overlay: { difference: 'both' } });
  return { driver, relay };
}

const clippedInOverlays = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hosts = [...document.querySelectorAll<HTMLElement>('skinlens-prices')];
    for (const host of hosts) host.style.width = '150px';
    const words = hosts.flatMap((host) => [...(host.shadowRoot?.querySelectorAll('.price, .percent, .notice') ?? [])]);
    return words.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).map((one) => one.textContent);
  });

/** What scrolls to the side by itself, with everything in it. */
const scrollers = '.grid, .scroll, .views';
/** What gives way to what is beside it: names of items, and a list of markets that is told in full below. */
const shortened = '.rows .item, .rows .item *, .held *, .not-counted summary, .visually-hidden';

/** The visible elements that overflow a page of the extension, or whose text is clipped. */
const clippedIn = (page: Page): Promise<string[]> =>
  page.evaluate(
    (scrollers, shortened) => {
      for (const details of document.querySelectorAll<HTMLDetailsElement>('details:not(.menu)')) details.open = true;
      const isOutside = (one: Element) =>
        one.closest(scrollers) === null && one.getBoundingClientRect().right > innerWidth + 1;
      const isClipped = (one: Element) =>
        !one.matches(`INPUT, TABLE, CAPTION, ${scrollers}, ${shortened}`) &&
        one.scrollWidth > one.clientWidth + 1 &&
        getComputedStyle(one).display !== 'inline';
      return [...document.querySelectorAll('main *')]
        .filter((one) => isOutside(one) || isClipped(one))
        .map(({ outerHTML }) => outerHTML.slice(0, 120));
    },
    scrollers,
    shortened,
  );

const none = { percent: 0, cents: 0 };
const fee = { buying: none, selling: { percent: 2, cents: 0 }, cashingOut: none };
const markets = ['buff163', 'youpin', 'csfloat', 'steam', 'csgoroll'];
const fees = { confirmed: true, markets: Object.fromEntries(markets.map((market) => [market, fee])) };

/** What scrolls to the side although it is laid out for a narrow window. */
const beyondTheirBox = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const sums = document.querySelector('skinlens-offer')?.shadowRoot?.querySelectorAll('.sums') ?? [];
    const cut = [...document.querySelectorAll('.scroll')].filter((one) => one.scrollHeight > one.clientHeight + 1);
    return [...document.querySelectorAll('.two-lines, .where'), ...sums]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .concat(cut)
      .map(({ className, scrollWidth, clientWidth }) => `${className}: ${scrollWidth} px in ${clientWidth}`);
  });

/** A portfolio: one item has a price, the other a reason why not. */
const portfolio = {
  items: [item, 'No such item'].map((name) => ({ name, count: 2, paid: usd(40_000) })),
  sales: [{ name: item, count: 2, paid: usd(40_000), received: usd(52_500), soldAt: Date.UTC(2026, 10, 20) }],
};

const places = [
  ...viewKinds.map((kind) => `view=${kind}`),
  'list=1',
  'portfolio=1',
  `item=${encodeURIComponent(item)}`,
];

describe('the longest messages of all languages', { tags: ['full'] }, () => {
  const disposal = new AsyncDisposableStack();
  let driver: Driver;
  let relay: { url: string };
  beforeAll(async () => {
    ({ driver, relay } = await openTranslated(disposal));
  });
  afterAll(() => disposal.disposeAsync());

  test('are in a page, and none is clipped at 150 px', async () => {
    const { page } = await openSample(driver, sampleOf('lisskins', 'list'));
    await settledOverlays(page, 60_000);
    const said = await page.evaluate(
      () => document.querySelector('skinlens-prices')?.shadowRoot?.querySelector('.spoken')?.textContent,
    );
    expect(said).toContain(longest['overlayLiquidity']?.message.split('$VALUE$')[0]);
    expect(await clippedInOverlays(page)).toEqual([]);
    await page.close();
  });

  test('are in the popup, none is clipped at 360 px, and settings of all markets take 600 px at most', async () => {
    await storeSettings(driver, { relay, markets: marketIds, currency: { show: 'fixed' } });
    const popup = await driver.openExtensionPage('popup.html');
    await popup.setViewport({ width: 360, height: 600 });
    const working = longest['diagnosisWorking']?.message ?? '';
    await until('the verdict', () =>
      popup.evaluate((working) => document.body.textContent.includes(working) || undefined, working),
    );
    for (const tab of ['now', 'watch', 'settings'] as const) {
      await chooseTab(popup, tab);
      if (tab === 'settings') expect(await popup.evaluate(() => document.body.offsetHeight)).toBeLessThanOrEqual(600);
      expect(await clippedIn(popup), tab).toEqual([]);
    }
    await popup.close();
  });

  test.each([390, 1280])('are on the page of all settings, and none is clipped at %s px', async (width) => {
    const page = await driver.openExtensionPage('options.html');
    await page.setViewport({ width, height: 800 });
    await page.waitForSelector('#backup');
    expect(await clippedIn(page)).toEqual([]);
    await page.close();
  });

  test.each([390, 1280])('are on the welcome page, and none is clipped at %s px', async (width) => {
    const page = await driver.openExtensionPage('welcome.html');
    await page.setViewport({ width, height: 800 });
    await page.waitForSelector('.site-list li');
    expect(await clippedIn(page)).toEqual([]);
    await page.close();
  });

  test.each([390, 1280])('are on every page of Explore, and none is clipped at %s px', async (width) => {
    await storeSettings(driver, { relay, markets, fees, coinUsd: 0.6 });
    const page = await driver.openExtensionPage('explore.html');
    await send(page, { kind: 'portfolio-set', request: portfolio });
    await page.setViewport({ width, height: 800 });
    await page.bringToFront();
    await page.waitForSelector('.rows .row');
    await page.click('.filter-button');
    for (const place of places) {
      await page.evaluate((place) => {
        location.hash = place;
      }, place);
      await page.waitForSelector(
        /^view/.test(place)
          ? '.rows .row, .left-out'
          : '.bulk, .holdings:has(.why) ~ details .where, .item-prices tbody',
      );
      expect(await clippedIn(page), place).toEqual([]);
      expect(await beyondTheirBox(page), place).toEqual([]);
    }
    await page.close();
  });

  test.each([390, 1280])('are in the block above a trade offer, and none is clipped at %s px', async (width) => {
    await storeSettings(driver, { relay, markets, fees, coinUsd: 0.6 });
    const { page } = await openSample(driver, sampleOf('steam', 'trade offer'));
    await page.setViewport({ width, height: 800 });
    await settledOverlays(page, 60_000);
    await page.waitForSelector('skinlens-offer >>> [data-exit]');
    expect(await beyondTheirBox(page)).toEqual([]);
    const net = await page.waitForSelector('skinlens-offer >>> td > span');
    expect(await net?.evaluate((one) => one.getBoundingClientRect().height)).toBeLessThanOrEqual(16);
    await page.close();
  });

  // In Firefox a driver cannot navigate to a page of an extension.
  test.skipIf(kind === 'firefox')(
    'are on the extension’s own pages where the browser returns no messages',
    async () => {
      const own = await driver.openExtensionPage('background.js');
      await own.evaluateOnNewDocument(
        `for (const api of [globalThis.chrome, globalThis.browser]) if (api) api.i18n.getMessage = () => '';`,
      );
      const read = async (file: string, words: string) => {
        await own.goto(new URL(file, own.url()).href);
        const said = () => own.evaluate(() => document.body.textContent);
        await until(words, async () => (await said()).includes(words) || undefined);
      };
      await read('popup.html', longest['diagnosisWorking']?.message ?? '');
      await read('options.html', longest['settingsSectionCoins']?.message ?? '');
      await read('welcome.html', longest['welcomeTitle']?.message ?? '');
      await own.close();
    },
  );
});
