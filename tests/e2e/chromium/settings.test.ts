import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { until } from '#demo/driver-contract.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { chooseTab, expectText } from '../popup.ts';
import { starBySearch } from '../watch-list.ts';
import { useWorld } from '../world.ts';

async function press(popup: Page, selector: string, words: string): Promise<void> {
  const handle = await until(`${selector} ${words}`, async () => {
    for (const each of await popup.$$(selector))
      if ((await each.evaluate(({ textContent }) => textContent.trim())) === words) return each;
    return undefined;
  });
  await handle.asLocator().click();
}

declare const chrome: { readonly runtime: { readonly getManifest: () => { readonly permissions: string[] } } };

describe('settings', () => {
  const world = useWorld();
  const openAll = async (): Promise<Page> => {
    const { driver, open } = world();
    const { page } = await open('csfloat', 'search');
    const popup = await driver.openPopup(page);
    await chooseTab(popup, 'settings');
    // The new tab closes the popup, sometimes before the click returns.
    await press(popup, 'a', 'All settings').catch(() => undefined);
    const target = await driver.browser.waitForTarget((target) => target.url().endsWith('/options.html'));
    return target.asPage();
  };

  test('settings are exported to a file and imported', { tags: ['full'] }, async () => {
    await world().configure({ theme: 'dark', coinUsd: 0.66 });
    const folder = await mkdtemp(join(tmpdir(), 'skinlens-files-'));
    const own = await openAll();
    try {
      await own.bringToFront();
      const session = await own.createCDPSession();
      await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
      await press(own, '.step button', 'Export to a file');
      const file = join(folder, 'skinlens-settings.json');
      const saved = await until('the file', () => readFile(file, 'utf8').catch(() => undefined));
      expect(JSON.parse(saved)).toMatchObject({
        format: 'skinlens-settings',
        settings: { theme: 'dark', coinUsd: 0.66 },
      });
      await world().configure({});
      const input = await own.waitForSelector('#backup-file');
      if (!input) throw new Error('nowhere to put a file');
      await input.evaluate((element) => element.scrollIntoView());
      if (!(await input.evaluate((element) => element instanceof HTMLInputElement))) throw new Error('not for files');
      await (await input.toElement('input')).uploadFile(file);
      await press(own, '.ask button', 'Import');
      await expectText(own, /Imported\./);
      await until('the old theme', () =>
        own.evaluate(() => document.documentElement.dataset['theme'] === 'dark' || undefined),
      );
    } finally {
      await own.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  const unfold = (page: Page) =>
    page.evaluate(() => {
      for (const part of document.querySelectorAll('details')) part.open = true;
    });
  const everything = { hidden: true, currency: { show: 'fixed', code: 'EUR' }, rates: { EUR: 0.9 } } as const;

  test('the popup with all its parts open has no axe violations', { tags: ['full'] }, async () => {
    await world().configure({ ...everything, theme: 'dark' });
    const own = await world().driver.openExtensionPage('popup.html');
    try {
      await own.bringToFront();
      await expectText(own, /Working/);
      await starBySearch(own, 'AK-47 | Redline (Field-Tested)');
      for (const tab of ['now', 'watch', 'settings'] as const) {
        await chooseTab(own, tab);
        await unfold(own);
        expect(await accessibilityViolations(own)).toEqual([]);
        expect(await own.evaluate(() => document.body.scrollWidth)).toBeLessThanOrEqual(360);
      }
    } finally {
      await own.close();
    }
  });

  test('the popup is at rest no higher than a popup of Chrome can be', async () => {
    await world().configure({});
    const own = await world().driver.openExtensionPage('popup.html');
    await own.bringToFront();
    await own.setViewport({ width: 360, height: 600 });
    await expectText(own, /Working/);
    for (const tab of ['now', 'watch', 'settings'] as const) {
      await chooseTab(own, tab);
      expect(await own.evaluate(() => document.documentElement.scrollHeight), tab).toBeLessThanOrEqual(600);
    }
    await own.close();
  });

  test('the page of all settings has no axe violations', { tags: ['full'] }, async () => {
    await world().configure({ ...everything, theme: 'light' });
    const own = await world().driver.openExtensionPage('options.html');
    try {
      await own.bringToFront();
      await expectText(own, /Working/);
      await unfold(own);
      for (const width of [1280, 390]) {
        await own.setViewport({ width, height: 800 });
        expect(await accessibilityViolations(own)).toEqual([]);
        expect(await own.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    } finally {
      await own.close();
    }
  });
});
