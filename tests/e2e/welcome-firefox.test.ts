import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBrowser, thisMachine } from '#demo/browsers.ts';
import { ensureBuilt } from '#demo/build.ts';
import { type Driver, openDriver } from '#demo/driver.ts';
import { type Chrome, connectToChrome } from '#demo/firefox.ts';
import { until } from '#demo/until.ts';
import { root } from './browser.ts';
import { photograph } from './gallery.ts';
import { expectText } from './popup.ts';

const id = 'skinlens@skinlens.invalid';
const say = (line: string): void => console.info(line);

let driver: Driver;
let chrome: Chrome;
beforeAll(async () => {
  const program = await ensureBrowser('firefox', thisMachine(), say);
  const extension = await ensureBuilt(root, 'firefox', say);
  driver = await openDriver('firefox', { program, extension, headless: true, welcome: true });
  chrome = await connectToChrome(driver.browser);
  // Firefox's own question cannot be clicked from here; with this it counts as answered with yes.
  await chrome(`Services.prefs.setBoolPref('extensions.webextOptionalPermissionPrompts', false)`);
});
afterAll(() => driver?.close());

/** Takes pages back as a user does on the page of add-ons. */
const takeBack = (origins: readonly string[]) =>
  chrome(`(async () => {
    const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
    const { extension } = WebExtensionPolicy.getByID('${id}');
    await ExtensionPermissions.remove('${id}', { permissions: [], origins: ${JSON.stringify(origins)} }, extension);
    return true;
  })()`);

describe('in Firefox', () => {
  test('installing opens the welcome page, which asks for nothing while all is allowed', async () => {
    const tabs = `gBrowser.tabs.filter((tab) => tab.linkedBrowser.currentURI.spec.endsWith('/welcome.html')).length`;
    await until('the welcome page', async () => (await chrome(tabs)) === 1 || undefined);
    const page = await driver.openOwn('welcome.html');
    await expectText(page, /2\. Your marketplaces/);
    expect(await page.$('.access')).toBeNull();
    await page.close();
  });

  test('pages that were taken back are named in popup and welcome page, and come back by one click', async () => {
    await takeBack(['https://csfloat.com/*', 'https://youpin898.com/*']);
    const page = await driver.openOwn('welcome.html');
    await expectText(page, /Not allowed yet: CSFloat, YouPin/);
    const popup = await driver.openOwn('popup.html');
    await expectText(popup, /keeps Skinlens from CSFloat, YouPin\./);
    await popup.close();
    await page.bringToFront();
    await photograph(page, 'welcome-access-firefox');
    await page.click('.access button');
    await until('the section to go', async () => ((await page.$('.access')) ? undefined : true));
    const again = await driver.openOwn('popup.html');
    await expectText(again, /Setup in two steps/);
    expect(await again.$('.access-note')).toBeNull();
    await again.close();
  });
});
