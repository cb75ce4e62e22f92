import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Driver } from '#demo/driver.ts';
import { storeSettings } from '#demo/extension.ts';
import { expectText } from './popup.ts';
import { freePort } from './tap.ts';
import { openFaulty } from './welcome-server.ts';
import { findings, install, photographBoth, themes, turn } from './welcome-world.ts';

const stack = new AsyncDisposableStack();
afterAll(() => stack.disposeAsync());

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
    ['/unauthorized', '', 'The relay requires a token. Enter the token'],
    ['/unauthorized', 'wrong', 'The relay refuses this token. Enter the token'],
    ['/rate-limited', '', 'received too many requests'],
    ['/unavailable', '', 'has no prices at the moment'],
    ['/key', '', 'the price API refused its key. Whoever runs the relay must set PRICE_API_KEY'],
    ['/undecodable', '', 'The browser cannot decompress the response'],
    ['/malformed', '', 'answers, but not with prices'],
    ['/foreign', '', 'answers, but not with prices'],
    ['/too-large', '', 'too large for a price list'],
    ['/rejected', '', 'does not understand'],
  ])('%s, token "%s"', async (path, token, words) => {
    expect(await tried(faulty + path, token)).toContain(words);
  });

  test('refused, by the computer itself', async () => {
    expect(await tried(`http://localhost:${await freePort()}`)).toMatch(/^No relay answers.*npm run relay/);
  });

  test('a name that nobody has', async () => {
    const words = await tried('http://relay.invalid:8787');
    expect(words).toMatch(/^No relay answers at http:\/\/relay\.invalid:8787\. .*its address is correct.*only https/);
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
