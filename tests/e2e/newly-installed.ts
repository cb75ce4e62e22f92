import type { Page } from 'puppeteer-core';
import { defaultRelayUrl } from '#core/relay-address.ts';
import type { Driver } from '#demo/driver-contract.ts';
import { openBrowser } from './browser.ts';

/** Whether nobody listens at the relay address of a newly installed extension. */
export const isDefaultRelayFree = (): Promise<boolean> =>
  fetch(defaultRelayUrl).then(
    () => false,
    () => true,
  );

/** Opens a Chromium with the newly installed extension and its welcome page. */
export async function openNewlyInstalled(): Promise<{ readonly driver: Driver; readonly welcome: Page }> {
  const driver = await openBrowser('chrome', undefined, { welcome: true });
  const target = await driver.browser.waitForTarget((target) => target.url().endsWith('/welcome.html'));
  return { driver, welcome: await target.asPage() };
}
