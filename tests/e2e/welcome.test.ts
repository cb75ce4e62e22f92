import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Driver } from '#demo/driver.ts';
import { storeSettings } from '#demo/extension.ts';
import { settledOverlays } from '#demo/overlays.ts';
import { openSample, sampleOf } from './browser.ts';
import { expectText } from './popup.ts';
import { openStack, type Stack } from './stack.ts';
import { freePort } from './tap.ts';
import { openFaulty } from './welcome-server.ts';
import { findings, install, photographBoth, themes, turn } from './welcome-world.ts';

const stack = new AsyncDisposableStack();
afterAll(() => stack.disposeAsync());

async function isFree(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => false,
    () => true,
  );
}

/** Opens a marketplace as the user would next, and waits for prices on it. */
async function firstPrice(driver: Driver): Promise<number> {
  const { page } = await openSample(driver, sampleOf('csfloat', 'search'));
  const shown = await settledOverlays(page, 30_000);
  await page.close();
  return shown.flatMap(({ prices }) => prices).length;
}

describe('from the installation to the first price', () => {
  const walk = new AsyncDisposableStack();
  afterEach(() => walk.disposeAsync());
  const started = async (port?: number): Promise<{ relays: Stack; driver: Driver; welcome: Page; at: number }> => {
    const relays = await openStack({ port });
    stack.defer(relays.close);
    const at = performance.now();
    const { driver, welcome } = await install();
    stack.defer(driver.close);
    return { relays, driver, welcome, at };
  };
  const say = (what: string, at: number) => console.info(`${what}: ${Math.round(performance.now() - at)} ms`);

  test('it takes no input with a relay at the usual address', async ({ skip }) => {
    if (!(await isFree(8787))) skip('something else listens on port 8787');
    const { driver, welcome, at } = await started(8787);
    await expectText(welcome, /This relay works: it has prices for/);
    await expectText(welcome, /The prices are those of your relay/);
    expect(await firstPrice(driver)).toBeGreaterThan(0);
    say('from the start of the browser to the first price, no input', at);
    await photographBoth(welcome, 'welcome-fine', 1280);
    await photographBoth(welcome, 'welcome-fine', 480);
  });

  test('it takes two inputs with a relay elsewhere: its address, and Enter', async () => {
    const { driver, welcome, relays, at } = await started();
    await welcome.bringToFront();
    const isThere = () => welcome.evaluate(() => document.activeElement?.id === 'relay-url');
    for (let tabs = 0; tabs < 10 && !(await isThere()); tabs++) await welcome.keyboard.press('Tab');
    // Whoever comes by Tab has the whole address selected.
    await welcome.keyboard.type(relays.relayUrl);
    await welcome.keyboard.press('Enter');
    await expectText(welcome, /This relay works: it has prices for/);
    await expectText(welcome, /The prices are those of your relay/);
    expect(await firstPrice(driver)).toBeGreaterThan(0);
    say('from the start of the browser to the first price, an address and Enter', at);
    for (const theme of themes) {
      await turn(welcome, theme);
      expect(await findings(welcome)).toEqual([]);
    }
  });
});

describe('the test of a relay names what came of it', () => {
  let driver: Driver;
  let welcome: Page;
  let faulty: string;
  beforeAll(async () => {
    const server = await openFaulty();
    stack.defer(server.close);
    faulty = server.url;
    ({ driver, welcome } = await install());
    stack.defer(driver.close);
    await welcome.waitForSelector('#relay-url');
  });

  /** Types and presses as a user does, and answers what the page says. */
  const tried = async (url: string, token = ''): Promise<string> => {
    await welcome.bringToFront();
    await welcome.click('#relay-url', { count: 3 });
    await welcome.keyboard.type(url);
    await welcome.click('#relay-token', { count: 3 });
    await welcome.keyboard.press('Backspace');
    if (token) await welcome.keyboard.type(token);
    await welcome.click('.relay .buttons button[type="button"]');
    const said = await welcome.waitForFunction(
      () =>
        document.querySelector('.relay .outcome')?.textContent ||
        document.querySelector('.relay .problem')?.textContent,
      { timeout: 60_000 },
    );
    return String(await said.jsonValue());
  };

  test.each([
    ['/timeout', '', 'took too long to answer. It may be starting'],
    ['/unauthorized', '', 'The relay wants a token. Enter the token'],
    ['/unauthorized', 'wrong', 'The relay refuses this token. Enter the token'],
    ['/rate-limited', '', 'asks for a pause'],
    ['/unavailable', '', 'has no prices at the moment'],
    ['/key', '', 'the price API refused the relay’s key. Whoever runs the relay has to set PRICE_API_KEY'],
    ['/undecodable', '', 'compressed in a way that the browser did not undo. Enter the address of the relay itself'],
    ['/malformed', '', 'Something answers at'],
    ['/foreign', '', 'Something answers at'],
    ['/too-large', '', 'far too large'],
    ['/rejected', '', 'does not understand'],
  ])('%s, token "%s"', async (path, token, words) => {
    expect(await tried(faulty + path, token)).toContain(words);
  });

  test('refused, by the computer itself', async () => {
    expect(await tried(`http://localhost:${await freePort()}`)).toMatch(/^No relay answers.*npm run relay/);
  });

  test('a name that nobody has', async () => {
    const words = await tried('http://relay.invalid:8787');
    expect(words).toMatch(
      /^No relay answers at http:\/\/relay\.invalid:8787\. .*its name is spelled right.*https only/,
    );
  });

  test.each([
    ['ftp://relay', 'must begin with http:// or https://'],
    ['relay', 'not an address'],
  ])('%s is no address of a relay', async (url, words) => expect(await tried(url)).toContain(words));

  test('axe finds nothing in it, and the pictures are there to be looked at', async () => {
    await tried(`${faulty}/key`);
    for (const theme of themes) {
      await turn(welcome, theme);
      expect(await findings(welcome)).toEqual([]);
    }
    await photographBoth(welcome, 'welcome-fault', 1280);
    await photographBoth(welcome, 'welcome-fault', 480);
    expect(await welcome.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(480);
  });

  test('the page opens once: the popup shows the one that is open', async () => {
    const isWelcome = (url: string) => url.endsWith('/welcome.html');
    const popup = await driver.openOwn('popup.html');
    await popup.bringToFront();
    await (await popup.waitForSelector('footer button'))?.click();
    await expectText(welcome, /Your relay/);
    expect(driver.browser.targets().filter((target) => isWelcome(target.url()))).toHaveLength(1);
    await popup.close();
    await storeSettings(driver, {});
  });
});
