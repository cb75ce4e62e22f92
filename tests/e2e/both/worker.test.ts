import type { ElementHandle, Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { readOverlays } from '#demo/driver-contract.ts';
import { endpoints } from '#protocol/price-api.ts';
import { expectPriced } from '../expect-overlays.ts';
import { movePrices } from '../move-prices.ts';
import { appendCopies } from '../page-actions.ts';
import { kind, useWorld } from '../world.ts';

describe('the worker', () => {
  const world = useWorld();

  test('prices new cards from the stored table after it was killed', { tags: ['smoke'] }, async () => {
    const { driver, stack, open } = world();
    const { page } = await open('steam', 'search');
    const prices = await stack.prices();
    await expectPriced(page, prices);
    const asked = asksFor(endpoints.partner).length;
    await driver.stopWorker();
    await appendCopies(page, 10);
    const other = await open('csfloat', 'search');
    await expectPriced(other.page, prices);
    await page.bringToFront();
    await expectPriced(page, prices);
    expect(await driver.isWorkerRunning()).toBe(true);
    expect(asksFor(endpoints.partner).slice(asked)).toEqual([]);
  });

  test('updates open overlays in place when prices change, in every tab', { tags: ['smoke'] }, async () => {
    const { stack, open } = world();
    const { page } = await open('csfloat', 'search');
    const before = await stack.prices();
    await expectPriced(page, before);
    const overlays = await page.$$('skinlens-prices');
    await movePrices(world());
    const after = await stack.prices();
    const [moved] = await readOverlays(page);
    expect(after(moved?.item ?? '')).not.toEqual(before(moved?.item ?? ''));
    await expectPriced(page, after, true);
    await expectKept(page, overlays);
  });

  test('downloads only the changes to the old prices, where the browser can', async () => {
    const { stack, open } = world();
    const { page } = await open('csfloat', 'search');
    await expectPriced(page, await stack.prices(), true);
    const whole = asksFor(endpoints.partner).find(({ status, encoding }) => status === 200 && encoding !== 'dcz');
    await movePrices(world());
    await expectPriced(page, await stack.prices(), true);
    const last = asksFor(endpoints.partner).findLast(({ status }) => status === 200);
    expect(last?.encoding).toMatch(kind === 'chrome' ? /^dcz$/ : /^(br|zstd)$/);
    if (kind === 'chrome') expect(last?.bytes).toBeLessThan(whole?.bytes ?? 0);
  });

  function asksFor(path: string) {
    const requests = world().stack.requests();
    return requests.filter((request) => request.method === 'GET' && request.path === path);
  }
});

async function expectKept(page: Page, overlays: readonly ElementHandle[]): Promise<void> {
  expect(overlays.length).toBeGreaterThan(5);
  const kept = await page.evaluate((...hosts) => hosts.map(({ isConnected }) => isConnected), ...overlays);
  expect(kept).toEqual(overlays.map(() => true));
}
