import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identity } from '#build/identity.ts';
import { type Driver, until } from '#demo/driver-contract.ts';
import { storeSettings } from '#demo/extension.ts';
import { connectToWindow, type RunInWindow } from '#demo/firefox.ts';
import { openBrowser } from '../browser.ts';
import { expectText } from '../popup.ts';
import { screenshot } from '../screenshots.ts';

const id = identity.addonId;

let driver: Driver;
let inWindow: RunInWindow;
beforeAll(async () => {
  driver = await openBrowser('firefox', undefined, { welcome: true });
  inWindow = await connectToWindow(driver.browser);
  // A test cannot click Firefox's own question; with this preference the answer is yes.
  await inWindow(`Services.prefs.setBoolPref('extensions.webextOptionalPermissionPrompts', false)`);
});
afterAll(() => driver?.close());

/** Revokes permissions as the page of add-ons does. */
const revoke = (origins: readonly string[]) =>
  inWindow(`(async () => {
    const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
    const { extension } = WebExtensionPolicy.getByID('${id}');
    await ExtensionPermissions.remove('${id}', { permissions: [], origins: ${JSON.stringify(origins)} }, extension);
    return true;
  })()`);

describe('the welcome page', { tags: ['smoke'] }, () => {
  test('opens on installation, and asks for nothing while all sites are allowed', async () => {
    const tabs = `gBrowser.tabs.filter((tab) => tab.linkedBrowser.currentURI.spec.endsWith('/welcome.html')).length`;
    await until('the welcome page', async () => (await inWindow(tabs)) === 1 || undefined);
    const page = await driver.openExtensionPage('welcome.html');
    await expectText(page, /2\. Your marketplaces/);
    expect(await page.$('.access')).toBeNull();
    await page.close();
  });

  test('and the popup name the sites that were revoked, and one click allows them again', async () => {
    // Nobody but this test may give it prices.
    await storeSettings(driver, { relay: { url: 'http://localhost:1' } });
    await revoke(['https://csfloat.com/*', 'https://youpin898.com/*']);
    const page = await driver.openExtensionPage('welcome.html');
    await expectText(page, /Not allowed yet: CSFloat, YouPin/);
    const popup = await driver.openExtensionPage('popup.html');
    await expectText(popup, /blocks Skinlens on CSFloat, YouPin\./);
    await popup.close();
    await page.bringToFront();
    await screenshot(page, 'welcome-access-firefox');
    await page.click('.access button');
    await until('the section to go', async () => ((await page.$('.access')) ? undefined : true));
    const again = await driver.openExtensionPage('popup.html');
    await expectText(again, /Relay settings/);
    expect(await again.$('.access-note')).toBeNull();
    await again.close();
  });
});
