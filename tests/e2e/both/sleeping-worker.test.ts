import { describe, expect, test } from 'vitest';
import { until } from '#demo/driver-contract.ts';
import { readWorkerStatus } from '#demo/extension.ts';
import { expectPriced } from '../expect-overlays.ts';
import { appendCopies } from '../page-actions.ts';
import { openWithoutCards } from '../page-without-cards.ts';
import { expectText, withPopup } from '../popup.ts';
import { useWorld } from '../world.ts';

/** @module-tag full */

interface Extension {
  readonly alarms: { readonly clearAll: () => Promise<unknown> };
}
// Globals of the extension's own pages: Firefox has `browser`, older Chromiums only `chrome`.
declare const browser: Extension | undefined;
declare const chrome: Extension;

/** Runs in a page of the extension. An alarm may wake the worker at any moment. */
const clearAlarms = (): Promise<unknown> => (typeof browser === 'undefined' ? chrome : browser).alarms.clearAll();

declare global {
  /** Nodes, attributes and texts that were written on the page and in its overlays. */
  var writes: number;
}

/** Counts in `writes` from now on. Returns the number of overlays. */
function countWrites(): number {
  globalThis.writes = 0;
  const observer = new MutationObserver((records) => {
    globalThis.writes += records.length;
  });
  const hosts = [...document.querySelectorAll('skinlens-prices')];
  for (const root of [document, ...hosts.flatMap(({ shadowRoot }) => shadowRoot ?? [])])
    observer.observe(root, { childList: true, attributes: true, characterData: true, subtree: true });
  return hosts.length;
}

async function writesWithin(ms: number): Promise<number> {
  globalThis.writes = 0;
  await new Promise((resolve) => setTimeout(resolve, ms));
  return globalThis.writes;
}

describe('the worker', () => {
  const world = useWorld();

  test('sleeps while a page of a kind without cards is open, and wakes when the popup asks for it', async () => {
    const { driver } = world();
    const page = await driver.browser.newPage();
    try {
      // The worker has then received the events of the settings stored before the test, which would wake the next one.
      await until('prices', async () => /"outcome": "new"/.test(await readWorkerStatus(driver)) || undefined);
      await world().own.evaluate(clearAlarms);
      await driver.stopWorker();
      await openWithoutCards(page, '/faq');
      // A page of a kind with cards wakes the worker before it has been loaded again.
      for (let times = 0; times < 3; times++) await page.reload();
      expect(await driver.isWorkerRunning()).toBe(false);
      await withPopup(driver, page, (popup) => expectText(popup, /CSFloat[\s\S]*No item cards on this page/));
    } finally {
      await page.close();
    }
  });

  test('sleeps for a minute beside a hundred overlays, on which nothing is written', { timeout: 180_000 }, async () => {
    const { driver, own, open, stack } = world();
    const { page } = await open('steam', 'search');
    await appendCopies(page, 100);
    await expectPriced(page, await stack.prices(), true);
    const overlays = await page.evaluate(countWrites);
    expect(overlays).toBeGreaterThanOrEqual(100);
    // What the worker had sent before it was stopped may still be drawn, and what it had not heard yet starts it again.
    await until('the worker to stay asleep, and nothing to be written', async () => {
      await own.evaluate(clearAlarms);
      await driver.stopWorker();
      const written = await page.evaluate(writesWithin, 1_000);
      return (written === 0 && !(await driver.isWorkerRunning())) || undefined;
    });
    expect([await page.evaluate(writesWithin, 70_000), await driver.isWorkerRunning()]).toEqual([0, false]);
  });
});
