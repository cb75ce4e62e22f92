import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityViolations } from '../accessibility.ts';
import { openFaultyRelay } from '../faulty-relay.ts';
import { expectText } from '../popup.ts';
import { colorSchemes, screenshotBothSchemes, setColorScheme } from '../screenshots.ts';
import { freePort } from '../servers.ts';
import { withShortTimeouts } from '../worker.ts';
import { useBrowser } from '../world.ts';

const stack = new AsyncDisposableStack();
afterAll(() => stack.disposeAsync());

describe('the test of a relay on the welcome page says', () => {
  const browser = useBrowser();
  let welcome: Page;
  let faulty: string;
  beforeAll(async () => {
    const server = await openFaultyRelay();
    stack.defer(server.close);
    faulty = server.url;
    welcome = await browser().driver.openExtensionPage('welcome.html');
    await welcome.bringToFront();
    await (await welcome.waitForSelector('.door input[value="server"]'))?.click();
    await welcome.waitForSelector('#relay-url');
  });

  /** Types an address and a token, presses the button, and returns the page's message. */
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
    ['/key', '', 'the price API refused its key. Whoever runs the relay must enter a valid key'],
    ['/undecodable', '', 'The browser cannot decompress the response'],
    ['/malformed', '', 'answers, but not with prices'],
    ['/foreign', '', 'answers, but not with prices'],
    ['/too-large', '', 'too large for a price list'],
    ['/rejected', '', 'does not understand'],
  ])('what is wrong at %s with the token "%s"', async (path, token, words) => {
    const says = async () => expect(await tried(faulty + path, token)).toContain(words);
    await (path === '/timeout' ? withShortTimeouts(browser().driver, says) : says());
  });

  test('that nothing listens at a port of this computer', async () => {
    expect(await tried(`http://localhost:${await freePort()}`)).toMatch(/^No relay answers.*skinlens-relay/);
  });

  test('that a name may be misspelled', async () => {
    const words = await tried('http://relay.invalid:8787');
    expect(words).toMatch(/^No relay answers at http:\/\/relay\.invalid:8787\. .*its address is correct.*only https/);
  });

  test.each([
    ['ftp://relay', 'must begin with http:// or https://'],
    ['relay', 'not an address'],
  ])('that %s is not the address of a relay', async (url, words) => expect(await tried(url)).toContain(words));

  test('all of that accessibly to axe, and there are pictures', async () => {
    await tried(`${faulty}/key`);
    for (const scheme of colorSchemes) {
      await setColorScheme(welcome, scheme);
      expect(await accessibilityViolations(welcome)).toEqual([]);
    }
    await screenshotBothSchemes(welcome, 'welcome-fault', 1280);
    await screenshotBothSchemes(welcome, 'welcome-fault', 480);
    expect(await welcome.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(480);
  });

  test('nothing twice: the popup switches to the welcome page that is open', async () => {
    const isWelcome = (url: string) => url.endsWith('/welcome.html');
    const { driver } = browser();
    const popup = await driver.openExtensionPage('popup.html');
    await popup.bringToFront();
    await (await popup.waitForSelector('footer button'))?.click();
    await expectText(welcome, /Your relay/);
    expect(driver.browser.targets().filter((target) => isWelcome(target.url()))).toHaveLength(1);
    await popup.close();
  });
});
