import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Messages } from '#core/messages-file.ts';
import { type BrowserKind, ensureBrowser, thisMachine } from '#demo/browsers.ts';
import { ensureBuilt } from '#demo/build.ts';
import { type Driver, openDriver } from '#demo/driver.ts';
import { storeSettings } from '#demo/extension.ts';
import { settledOverlays } from '#demo/overlays.ts';
import { until } from '#demo/until.ts';
import { folders, readMessages } from '../messages.ts';
import { openSample, sampleOf } from './browser.ts';
import { openStack } from './stack.ts';
import { openTrap } from './tap.ts';

const english = readMessages('en');
const spoken = folders.map(readMessages);

/**
 * Each message in whatever language it is longest in, as the words of English: a browser of this machine may have no
 * other language. `language` stays, so that plural forms are asked for that are there.
 */
const longest: Messages = Object.fromEntries(
  Object.entries(english).map(([key, entry]) => {
    const messages = spoken.map((one) => one[key]?.message ?? '');
    const [message = entry.message] = messages.toSorted((one, other) => other.length - one.length);
    return [key, key === 'language' ? entry : { ...entry, message }];
  }),
);

/** Copies the built extension, with other words. */
async function translated(kind: BrowserKind, stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'skinlens-words-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const built = await ensureBuilt(resolve(import.meta.dirname, '../..'), kind, console.info);
  await cp(built, folder, { recursive: true });
  await writeFile(join(folder, '_locales', 'en', 'messages.json'), JSON.stringify(longest));
  return folder;
}

async function openWith(kind: BrowserKind, disposal: AsyncDisposableStack): Promise<Driver> {
  const extension = await translated(kind, disposal);
  const stack = await openStack();
  disposal.defer(stack.close);
  const trap = await openTrap();
  disposal.defer(trap.close);
  const program = await ensureBrowser(kind, thisMachine(), console.info);
  const driver = await openDriver(kind, { program, extension, headless: true, proxy: trap.url });
  disposal.defer(driver.close);
  await storeSettings(driver, { relay: { url: stack.relayUrl }, difference: 'both' });
  return driver;
}

/** The words of overlays of 150 px that do not fit where they stand; a row's words are never to be cut. */
const cutInOverlays = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hosts = [...document.querySelectorAll<HTMLElement>('skinlens-prices')];
    for (const host of hosts) host.style.width = '150px';
    const words = hosts.flatMap((host) => [...(host.shadowRoot?.querySelectorAll('.price, .diff, .notice') ?? [])]);
    return words.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).map((one) => one.textContent);
  });

/** What reaches over the right edge of the popup, or is cut by its own. */
const cutInPopup = (popup: Page): Promise<string[]> =>
  popup.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
    const isCut = (one: Element) =>
      one.getBoundingClientRect().right > innerWidth + 1 ||
      (one.tagName !== 'INPUT' && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline');
    return [...document.querySelectorAll('main *')].filter(isCut).map(({ outerHTML }) => outerHTML.slice(0, 120));
  });

describe.each(['chrome', 'firefox'] as const)('with the longest words of all languages, %s', (kind) => {
  const disposal = new AsyncDisposableStack();
  let driver: Driver;
  beforeAll(async () => {
    driver = await openWith(kind, disposal);
  });
  afterAll(() => disposal.disposeAsync());

  test('speaks them in a page, where none is cut at 150 px', async () => {
    const { page } = await openSample(driver, sampleOf('lisskins', 'list'));
    await settledOverlays(page, 30_000);
    const said = await page.evaluate(
      () => document.querySelector('skinlens-prices')?.shadowRoot?.querySelector('.spoken')?.textContent,
    );
    expect(said).toContain(longest['overlayLiquidity']?.message.split('$VALUE$')[0]);
    expect(await cutInOverlays(page)).toEqual([]);
    await page.close();
  });

  test('speaks them in the popup, where none is cut at 360 px', async () => {
    const popup = await driver.openOwn('popup.html');
    await popup.setViewport({ width: 360, height: 600 });
    const working = longest['diagnosisWorking']?.message ?? '';
    await until('the verdict', () =>
      popup.evaluate((working) => document.body.textContent.includes(working) || undefined, working),
    );
    expect(await cutInPopup(popup)).toEqual([]);
    await popup.close();
  });

  // Firefox lets no driver open a page of an extension by its address.
  test.skipIf(kind === 'firefox')('speaks them in its own pages where the browser answers with none', async () => {
    const own = await driver.openOwn('background.js');
    await own.evaluateOnNewDocument(
      `for (const api of [globalThis.chrome, globalThis.browser]) if (api) api.i18n.getMessage = () => '';`,
    );
    const read = async (file: string, words: string) => {
      await own.goto(new URL(file, own.url()).href);
      const said = () => own.evaluate(() => document.body.textContent);
      await until(words, async () => (await said()).includes(words) || undefined);
    };
    await read('popup.html', longest['diagnosisWorking']?.message ?? '');
    await read('welcome.html', longest['welcomeTitle']?.message ?? '');
    await own.close();
  });
});
