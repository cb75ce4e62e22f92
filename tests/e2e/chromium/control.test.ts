import type { CDPSession, Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { until } from '#demo/driver-contract.ts';
import { openPanel } from '../comparison-panel.ts';
import { workerOf } from '../worker.ts';
import { openPriced, useWorld } from '../world.ts';

interface Events {
  readonly dispatch: (...details: readonly unknown[]) => void;
}

/** The parts of the extension API that are used here. In Chromium a test can dispatch the browser's events. */
interface Extension {
  readonly runtime: { readonly lastError?: { readonly message?: string } };
  readonly contextMenus: {
    readonly update: (id: string, change: object, done: () => void) => void;
    readonly onClicked: Events;
  };
  readonly commands: {
    readonly onCommand: Events;
    readonly getAll: () => Promise<readonly { readonly name?: string }[]>;
  };
}

declare const chrome: Extension;

const count = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelectorAll('skinlens-prices, skinlens-wait, skinlens-panel').length);
const shown = (page: Page, wanted: boolean) =>
  until(wanted ? 'overlays' : 'no element of Skinlens', async () => (await count(page)) > 0 === wanted || undefined);

const world = useWorld();

describe('the browser’s menus and keys', () => {
  const inWorker = async <T>(run: () => T | Promise<T>): Promise<T> => (await workerOf(world().driver)).evaluate(run);

  test('a click on it removes everything of Skinlens from the open page, and restores it', async () => {
    const page = await openPriced(world());
    await inWorker(() => chrome.contextMenus.onClicked.dispatch({ menuItemId: 'csfloat', checked: false }));
    await shown(page, false);
    await inWorker(() => chrome.contextMenus.onClicked.dispatch({ menuItemId: 'csfloat', checked: true }));
    await shown(page, true);
  });

  test('the shortcut hides all overlays and shows them again', async () => {
    const page = await openPriced(world());
    const names = await inWorker(async () => (await chrome.commands.getAll()).map(({ name }) => name));
    expect(names).toContain('toggle-overlays');
    await inWorker(() => chrome.commands.onCommand.dispatch('toggle-overlays'));
    await shown(page, false);
    await inWorker(() => chrome.commands.onCommand.dispatch('toggle-overlays'));
    await shown(page, true);
  });
});

/** Runs in the page. The relay keeps no history. */
const isLoaded = (): true | undefined => {
  const root = document.querySelector('skinlens-panel')?.shadowRoot;
  const history = root?.querySelector('.history .plot')?.getAttribute('aria-label') ?? '';
  return (history.startsWith('No price history') && !root?.textContent.includes('Loading')) || undefined;
};

describe('copying', { tags: ['full'] }, () => {
  test('puts the table on the clipboard', async () => {
    const page = await openPriced(world(), { currency: { show: 'fixed', code: 'EUR' } });
    await world()
      .driver.browser.defaultBrowserContext()
      .overridePermissions('https://csfloat.com', ['clipboard-read', 'clipboard-sanitized-write']);
    await openPanel(page);
    // Its buttons move as long as it loads.
    await until('a panel that waits for nothing', () => page.evaluate(isLoaded));
    const copied = async (button: string): Promise<string> => {
      await page.click(`skinlens-panel >>> ${button}`);
      const said = () =>
        page.evaluate(
          () => document.querySelector('skinlens-panel')?.shadowRoot?.querySelector('.copy-status')?.textContent,
        );
      await until('the word', async () => (await said()) || undefined);
      expect(await said()).toBe('Copied');
      const text = await page.evaluate(() => navigator.clipboard.readText());
      await page.evaluate(() =>
        document.querySelector('skinlens-panel')?.shadowRoot?.querySelector('.copy-status')?.replaceChildren(),
      );
      return text;
    };
    const item = await page.evaluate(() => document.querySelector('skinlens-prices')?.getAttribute('data-item') ?? '');
    const text = await copied('[data-act="copy"]');
    for (const part of [item, 'CSFloat: €', 'Skinlens']) expect(text).toContain(part);
  });
});

describe('settings of the system', { tags: ['full'] }, () => {
  const emulate = async (page: Page, name: string, value: string): Promise<CDPSession> => {
    const session = await page.createCDPSession();
    await session.send('Emulation.setEmulatedMedia', { features: [{ name, value }] });
    return session;
  };
  const style = (page: Page, selector: string, name: string) =>
    page.evaluate(
      (selector, name) => {
        const element = document.querySelector('skinlens-prices')?.shadowRoot?.querySelector(selector);
        return element ? getComputedStyle(element).getPropertyValue(name) : 'nobody';
      },
      selector,
      name,
    );

  test('reduced motion: overlays do not fade', async () => {
    const page = await openPriced(world(), { overlay: { density: 'hover' } });
    expect(await style(page, '.overlay', 'transition-duration')).toBe('0.12s');
    await emulate(page, 'prefers-reduced-motion', 'reduce');
    expect(await style(page, '.overlay', 'transition-duration')).toBe('0s');
  });

  test('forced colors: marks are in ink, bars keep an edge, deals an outline, and arrows replace the colors', async () => {
    const page = await openPriced(world(), { deals: { on: true, percentBelow: 0.1, minCents: 0 } });
    const hue = await style(page, '.sign', 'background-color');
    await emulate(page, 'forced-colors', 'active');
    expect([hue, 'rgba(0, 0, 0, 0)']).not.toContain(await style(page, '.sign', 'background-color'));
    expect(await style(page, '.bar', 'border-top-width')).toBe('1px');
    const deal = await page.evaluate(() => {
      const rows = document.querySelector('skinlens-prices[data-deal]')?.shadowRoot?.querySelector('.overlay');
      return rows ? getComputedStyle(rows).outlineStyle : 'no deal';
    });
    expect(deal).toBe('solid');
    const said = await page.evaluate(() =>
      Array.from(document.querySelectorAll('skinlens-prices'), ({ shadowRoot }) =>
        Array.from(
          shadowRoot?.querySelectorAll('.row[data-diff] .arrow') ?? [],
          ({ parentElement }) => parentElement?.textContent,
        ),
      ).flat(),
    );
    expect(said.length).toBeGreaterThan(5);
    for (const words of said) expect(words).toMatch(/▾−|▴\+|=0/);
  });

  test('more contrast: greys become lighter', async () => {
    const page = await openPriced(world(), { theme: 'dark' });
    const before = await style(page, '.foot', 'color');
    await emulate(page, 'prefers-contrast', 'more');
    expect(await style(page, '.foot', 'color')).not.toBe(before);
  });
});
