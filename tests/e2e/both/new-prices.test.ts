import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { tableKey } from '#data/storage/stored-state.ts';
import { expectPriced } from '../expect-overlays.ts';
import { movePrices } from '../move-prices.ts';
import { refresh, withPopup } from '../popup.ts';
import { useWorld } from '../world.ts';

/** Replaces the stored table by one of an earlier format. */
const storeOldTable = (own: Page, key: string): Promise<void> =>
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

describe('new prices', { tags: ['smoke'] }, () => {
  const world = useWorld();

  test('appear on every open page, in the active tab and in others', async () => {
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

  test('replace a table of an earlier format, which is not used', async () => {
    const { driver, own, stack, open } = world();
    const { page } = await open('steam', 'search');
    await expectPriced(page, await stack.prices());
    await driver.stopWorker();
    await storeOldTable(own, tableKey);
    const asked = stack.requests().length;
    const outcome = await withPopup(driver, page, refresh);
    // The old table's entity tag would make this "unchanged".
    expect(outcome).toBe('New prices for');
    expect(stack.requests().slice(asked).length).toBeGreaterThan(0);
    await expectPriced(page, await stack.prices());
  });
});
