import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import type { BrowserKind } from '#demo/browsers.ts';
import { within } from '#demo/extension.ts';
import { until } from '#demo/until.ts';
import { tableKey } from '#prices/storage/stored-state.ts';
import { expectPriced } from './overlays.ts';
import { refresh, withPopup } from './popup.ts';
import { useWorld, type World } from './world.ts';

/** Moves all prices and lets the worker fetch them, from a tab that no marketplace is in. */
export async function movePrices({ driver, stack }: World): Promise<void> {
  await stack.movePrices();
  const page = await driver.browser.newPage();
  const isNew = (outcome: string) => outcome === 'New prices for' || undefined;
  // The relay answers with what it has while it looks whether there is something newer.
  await withPopup(driver, page, (popup) => until('new prices', () => refresh(popup).then(isNew)));
  await page.close();
}

/** Puts a table that an earlier version of the extension packed in the place of the one that is kept. */
const keepOldTable = (own: Page, key: string): Promise<void> =>
  own.evaluate(async (key) => {
    const opening = indexedDB.open('prices');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const reading = opening.result.transaction('values').objectStore('values').get(key);
    await new Promise((resolve) => reading.addEventListener('success', resolve));
    const buffer = await reading.result.bytes.arrayBuffer();
    new Uint32Array(buffer)[1] = 3;
    const change = opening.result.transaction('values', 'readwrite');
    change.objectStore('values').put({ ...reading.result, bytes: new Blob([buffer]) }, key);
    await new Promise((resolve) => change.addEventListener('complete', resolve));
    opening.result.close();
  }, key);

/** What open pages show when the worker has something new, wherever they are meanwhile. */
export function describeReturns(kind: BrowserKind): void {
  describe(`new prices in ${kind}`, () => {
    const world = useWorld(kind);

    test('come into every open page, in front and behind', async () => {
      const { stack, open } = world();
      const pages = [(await open('steam', 'search')).page, (await open('csfloat', 'search')).page];
      for (const page of pages) {
        await page.bringToFront();
        await expectPriced(page, await stack.prices());
      }
      await movePrices(world());
      for (const page of pages) {
        await page.bringToFront();
        await expectPriced(page, await stack.prices());
      }
    });

    test('replace what a table of an earlier format said, which is not used', async () => {
      const { driver, stack, open } = world();
      const { page } = await open('steam', 'search');
      await expectPriced(page, await stack.prices());
      await driver.stopWorker();
      await within(driver, (own) => keepOldTable(own, tableKey));
      const asked = stack.requests().length;
      const outcome = await withPopup(driver, page, refresh);
      // Had the old table been taken, its tag would have been too, and nothing would be new.
      expect(outcome).toBe('New prices for');
      expect(stack.requests().slice(asked).length).toBeGreaterThan(0);
      await expectPriced(page, await stack.prices());
    });
  });
}
