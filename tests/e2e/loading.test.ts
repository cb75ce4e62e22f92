import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { settledOverlays } from '#demo/overlays.ts';
import { stage } from '#demo/stage.ts';
import { until } from '#demo/until.ts';
import { sampleOf } from './browser.ts';
import { expectText, withPopup } from './popup.ts';
import { useWorld } from './world.ts';

/** The strictest policy that a page can set: none of its own scripts runs, and it loads nothing. */
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`;

/** A page of a marketplace that has no card yet, at a path of it; answers what gives it its cards. */
async function openBare(page: Page, path?: string) {
  const search = sampleOf('csfloat', 'search');
  const sample = path ? { ...search, url: new URL(path, search.url).href } : search;
  const cut = sample.html.indexOf('<body>') + '<body>'.length;
  const head = sample.html.slice(0, cut).replace('<head>', `<head>${policy}`);
  await stage(page, [{ ...sample, html: `${head}</body></html>` }]);
  await page.goto(sample.url, { waitUntil: 'domcontentloaded' });
  const body = sample.html.slice(cut, sample.html.lastIndexOf('</body>'));
  return () =>
    page.evaluate((html) => document.body.append(document.createRange().createContextualFragment(html)), body);
}

/** The extension's files that ran in a tab. */
async function filesIn(page: Page): Promise<string[]> {
  const session = await page.createCDPSession();
  const files = new Set<string>();
  session.on('Debugger.scriptParsed', ({ url }) => {
    if (url.startsWith('chrome-extension:')) files.add(new URL(url).pathname);
  });
  await session.send('Debugger.enable');
  await session.detach();
  return [...files].sort();
}

describe('what a page loads', () => {
  const world = useWorld('chrome');

  test('without cards little, with the first card what prices it, with a pointer on it what compares', async () => {
    const page = await world().driver.browser.newPage();
    try {
      const addCards = await openBare(page);
      await until(
        'the script of the marketplace',
        async () => (await filesIn(page)).includes('/csfloat.js') || undefined,
      );
      expect(await filesIn(page)).toEqual(['/csfloat.js']);
      await addCards();
      await settledOverlays(page, 30_000);
      expect(await filesIn(page)).toEqual(['/csfloat-adapter.js', '/csfloat.js', '/overlays.js']);
      await page.hover('skinlens-prices');
      await until('the comparison', async () => (await filesIn(page)).includes('/panel.js') || undefined);
    } finally {
      await page.close();
    }
  });
});

describe.each(['chrome', 'firefox'] as const)('the worker, in %s', (kind) => {
  const world = useWorld(kind);

  test('sleeps while a page is open that can have no cards, and wakes when the popup asks for it', async () => {
    const { driver } = world();
    const page = await driver.browser.newPage();
    try {
      await driver.stopWorker();
      await openBare(page, '/faq');
      // A page that awaits cards has long been answered by then.
      await sleep(2000);
      expect(await driver.workerRuns()).toBe(false);
      await withPopup(driver, page, (popup) => expectText(popup, /· CSFloat[\s\S]*No item cards on this page/));
    } finally {
      await page.close();
    }
  });

  test('wakes for a page that awaits cards', async () => {
    const { driver } = world();
    const page = await driver.browser.newPage();
    try {
      await driver.stopWorker();
      await openBare(page);
      await until('the worker', async () => (await driver.workerRuns()) || undefined);
    } finally {
      await page.close();
    }
  });
});

describe('a page that lets no script run', () => {
  const world = useWorld('firefox');

  test('gets its overlays when its cards come', async () => {
    const page = await world().driver.browser.newPage();
    try {
      const addCards = await openBare(page);
      await addCards();
      expect((await settledOverlays(page, 30_000)).length).toBeGreaterThan(0);
    } finally {
      await page.close();
    }
  });
});
