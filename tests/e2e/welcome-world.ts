import axe from 'axe-core';
import type { Page } from 'puppeteer-core';
import { defaultRelayUrl } from '#core/relay-address.ts';
import { ensureBrowser, thisMachine } from '#demo/browsers.ts';
import { ensureBuilt } from '#demo/build.ts';
import { type Driver, openDriver } from '#demo/driver.ts';
import { root } from './browser.ts';
import { photograph } from './gallery.ts';

const say = (line: string): void => console.info(line);

/** Whether nothing answers at the address that an extension asks for prices until it is told another. */
export const usualIsFree = (): Promise<boolean> =>
  fetch(defaultRelayUrl).then(
    () => false,
    () => true,
  );

/** A Chromium into which the extension has just been installed, with the page that this opens. */
export async function install(): Promise<{ readonly driver: Driver; readonly welcome: Page }> {
  const program = await ensureBrowser('chrome', thisMachine(), say);
  const extension = await ensureBuilt(root, 'chrome', say);
  const driver = await openDriver('chrome', { program, extension, headless: true, welcome: true });
  const target = await driver.browser.waitForTarget((target) => target.url().endsWith('/welcome.html'));
  return { driver, welcome: await target.asPage() };
}

/** What axe finds in a page, a line for each kind. */
export async function findings(page: Page): Promise<unknown> {
  await page.evaluate(`${axe.source}; undefined`);
  return page.evaluate(`axe.run().then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html, failureSummary }) => html.slice(0, 120) + failureSummary).join('; ')))`);
}

export type Theme = 'light' | 'dark';
export const themes: readonly Theme[] = ['light', 'dark'];

/** The browser's own scheme, which an extension's page without a theme of its own follows. */
export const turn = (page: Page, theme: Theme): Promise<void> =>
  page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);

/** Photographs a page in both schemes, as wide as asked for. */
export async function photographBoth(page: Page, name: string, width: number): Promise<void> {
  // As tall as the page: what is out of sight is not laid out.
  await page.setViewport({ width, height: 2400, deviceScaleFactor: 1 });
  for (const theme of themes) {
    await turn(page, theme);
    await photograph(page, `${name}-${width}-${theme}`);
  }
}
