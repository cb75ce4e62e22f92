import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, type StubRelay, startStubRelay } from '../../data/stub-relay.ts';
import { chooseTab, expectText } from '../popup.ts';
import { screenshotBothSchemes } from '../screenshots.ts';
import { freePort } from '../servers.ts';
import { openStack, type Stack } from '../stack.ts';
import { useBrowser } from '../world.ts';

declare const chrome: {
  readonly action: {
    readonly getBadgeText: (of: object) => Promise<string>;
    readonly getTitle: (of: object) => Promise<string>;
  };
};

const browser = useBrowser();

/** The badge and the title of the toolbar's icon, where a tab has none of its own. */
const iconText = (): Promise<string> =>
  browser().own.evaluate(async () => `${await chrome.action.getBadgeText({})} ${await chrome.action.getTitle({})}`);

const open = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };
const router = json('<!doctype html><title>Router</title>', open);

const disposal = new AsyncDisposableStack();
let faulty: StubRelay;
beforeAll(async () => {
  faulty = await startStubRelay(router);
  disposal.defer(faulty.close);
});
afterAll(() => disposal.disposeAsync());

describe('popup and icon', () => {
  let stack: Stack;
  let popup: Page;
  beforeAll(async () => {
    stack = await openStack();
    disposal.defer(stack.close);
    popup = await browser().driver.openExtensionPage('popup.html');
    await popup.bringToFront();
  });
  afterAll(() => popup?.close());

  // No two in succession say the same.
  test.each([
    ['malformed', /but not with prices/, /^! Skinlens.*does not return prices/],
    ['unreachable', /No relay answers at/, /^! Skinlens.*no relay answers/],
    ['foreign', /but not with prices/, /^! Skinlens.*does not return prices/],
  ])('say without prices what is wrong and what to do: %s', async (kind, words, icon) => {
    const url = kind === 'unreachable' ? `http://localhost:${await freePort()}` : faulty.url;
    // A program without CORS headers, as any that is no relay, fails in a browser like none at all.
    faulty.answer = kind === 'foreign' ? json('some other program') : router;
    // A new relay makes the worker refresh.
    await browser().configure({ relay: { url } });
    await expectText(popup, words);
    expect(await popup.$eval('.advice', ({ textContent }) => textContent)).not.toBe('');
    await expect.poll(iconText).toMatch(icon);
    await screenshotBothSchemes(popup, `popup-${kind}`, 360);
  });
});

describe('the test of a relay on the welcome page says', () => {
  let welcome: Page;
  beforeAll(async () => {
    welcome = await browser().driver.openExtensionPage('welcome.html');
    await welcome.bringToFront();
    await (await welcome.waitForSelector('.relay-way input[value="server"]'))?.click();
    await welcome.waitForSelector('#relay-url');
  });

  const tried = async (url: string, token: string): Promise<string> => {
    await welcome.click('#relay-url', { count: 3 });
    await welcome.keyboard.type(url);
    await welcome.click('#relay-token', { count: 3 });
    await welcome.keyboard.type(token);
    await welcome.click('.relay .buttons button[type="button"]');
    const said = await welcome.waitForFunction(() => document.querySelector('.relay .outcome')?.textContent);
    return String(await said.jsonValue());
  };

  // Node's fetch asks no server beforehand, and reads what a browser keeps from the extension.
  test('that a token is refused, which only a second request can send', async () => {
    const refused = json({ error: 'a token is wanted' }, open, 401);
    const preflight = json('', open, 204);
    faulty.answer = (request, response) => (request.method === 'OPTIONS' ? preflight : refused)(request, response);
    expect(await tried(faulty.url, 'wrong')).toContain('The relay refuses this token. Enter the token');
  });

  test('nothing twice: the popup switches to the welcome page that is open', async () => {
    const isWelcome = (url: string) => url.endsWith('/welcome.html');
    const { driver } = browser();
    const popup = await driver.openExtensionPage('popup.html');
    await popup.bringToFront();
    await chooseTab(popup, 'settings');
    await (await popup.waitForSelector('#panel-settings footer button'))?.click();
    await expectText(welcome, /Your relay/);
    expect(driver.browser.targets().filter((target) => isWelcome(target.url()))).toHaveLength(1);
    await popup.close();
  });
});
