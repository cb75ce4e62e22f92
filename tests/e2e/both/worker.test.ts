import type { ElementHandle, Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { marketIds } from '#core/markets.ts';
import { readWorkerStatus } from '#demo/extension.ts';
import { readOverlays } from '#demo/overlays.ts';
import { until } from '#demo/until.ts';
import { endpoints } from '#protocol/price-api.ts';
import { expectPriced, expectState } from '../expect-overlays.ts';
import { appendCopies } from '../page-actions.ts';
import { expectText, refresh, withPopup } from '../popup.ts';
import { kind, useWorld } from '../world.ts';

describe('the worker', () => {
  const world = useWorld();

  test('prices new cards from the stored table after it was killed', async () => {
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

  test('spends one 304 on a refresh without new prices', async () => {
    const { driver, stack, open } = world();
    const { page } = await open('steam', 'search');
    await expectPriced(page, await stack.prices());
    const asked = asksFor(endpoints.partner).length;
    const outcome = await withPopup(driver, page, refresh);
    expect(outcome).toBe('no newer prices');
    expect(asksFor(endpoints.partner).slice(asked)).toMatchObject([{ status: 304, bytes: 0 }]);
  });

  test('updates open overlays in place when prices change', async () => {
    const { driver, stack, open } = world();
    const { page } = await open('csfloat', 'search');
    const before = await stack.prices();
    await expectPriced(page, before);
    const overlays = await page.$$('skinlens-prices');
    await stack.movePrices();
    const after = await stack.prices();
    const [moved] = await readOverlays(page);
    expect(after(moved?.item ?? '')).not.toEqual(before(moved?.item ?? ''));
    // The relay responds with its stored prices while it fetches newer ones.
    const isNew = (outcome: string) => outcome === 'New prices for' || undefined;
    await withPopup(driver, page, (popup) => until('new prices', () => refresh(popup).then(isNew)));
    await expectPriced(page, after);
    await expectKept(page, overlays);
  });

  test('downloads only the changes to the old prices, where the browser can', async () => {
    const { driver, stack, open } = world();
    const { page } = await open('csfloat', 'search');
    await expectPriced(page, await stack.prices());
    const whole = asksFor(endpoints.partner).find(({ status, encoding }) => status === 200 && encoding !== 'dcz');
    await stack.movePrices();
    const isNew = (outcome: string) => outcome === 'New prices for' || undefined;
    await withPopup(driver, page, (popup) => until('new prices', () => refresh(popup).then(isNew)));
    await expectPriced(page, await stack.prices());
    const last = asksFor(endpoints.partner).findLast(({ status }) => status === 200);
    expect(last?.encoding).toMatch(kind === 'chrome' ? /^dcz$/ : /^(br|zstd)$/);
    if (kind === 'chrome') expect(last?.bytes).toBeLessThan(whole?.bytes ?? 0);
  });

  /** The extension's requests for a path, without the browser's preflights. */
  function asksFor(path: string) {
    const requests = world().stack.requests();
    return requests.filter((request) => request.method === 'GET' && request.path === path);
  }
});

// Its own world: the price API allows a key 60 requests a minute, and these are many.
describe('the prices of single markets', () => {
  const world = useWorld();

  test('are fetched on by the next worker where a killed one stopped', async () => {
    const { driver, stack, open, configure } = world();
    const asked = () => {
      const paths = stack.requests().filter(({ method, status }) => method === 'GET' && status === 200);
      const ids = paths.map(({ path }) => new URL(path, stack.relayUrl).searchParams.get('markets'));
      return new Set(ids.filter((id) => id !== null)).size;
    };
    const { page } = await open('csfloat', 'search');
    await expectPriced(page, await stack.prices());
    // So many that the kill comes before the last.
    const markets = marketIds.slice(0, 12);
    await configure({ markets });
    await withPopup(driver, page, refresh);
    await until('some markets', async () => asked() > 1 || undefined);
    await driver.stopWorker();
    expect(asked()).toBeLessThan(markets.length);
    // Any message wakes the next worker.
    await readWorkerStatus(driver);
    await until('all markets', async () => asked() === markets.length || undefined);
    await configure({});
  });
});

describe('a relay that does not run', () => {
  const world = useWorld({ relay: false });

  test('is named on the cards and in the popup', async () => {
    const { driver, stack, open } = world();
    const { page } = await open('steam', 'search');
    await expectState(page, 'offline');
    const says = new RegExp(`No relay answers at ${stack.relayUrl}`);
    await withPopup(driver, page, (popup) => expectText(popup, says));
  });

  test('and then starts with a refused key gets another message', async () => {
    const { driver, stack, open } = world();
    const { page } = await open('steam', 'search');
    await expectState(page, 'offline');
    await stack.startRelay('another-key');
    await withPopup(driver, page, async (popup) => {
      expect(await refresh(popup)).toBe('Refresh failed');
      await expectText(popup, /the price API refused its key/);
    });
    await expectState(page, 'unavailable');
    await stack.stopRelay();
  });

  test('and then starts fills the overlays in place; when it stops, the stored prices stay', async () => {
    const { driver, stack, open } = world();
    const { page } = await open('steam', 'search');
    // The test before this one leaves the fault of a refused key.
    expect(await withPopup(driver, page, refresh)).toBe('Refresh failed');
    await expectState(page, 'offline');
    const overlays = await page.$$('skinlens-prices');
    await stack.startRelay();
    expect(await withPopup(driver, page, refresh)).toBe('New prices for');
    const prices = await stack.prices();
    await expectPriced(page, prices);
    await expectKept(page, overlays);
    await stack.stopRelay();
    await withPopup(driver, page, async (popup) => {
      expect(await refresh(popup)).toBe('Refresh failed');
      await expectText(popup, /the stored prices stay in use/);
    });
    await driver.stopWorker();
    const other = await open('csfloat', 'search');
    await expectPriced(other.page, prices);
  });
});

/** Checks that every one of these overlay hosts is still in the page: none was replaced. */
async function expectKept(page: Page, overlays: readonly ElementHandle[]): Promise<void> {
  expect(overlays.length).toBeGreaterThan(5);
  const kept = await page.evaluate((...hosts) => hosts.map(({ isConnected }) => isConnected), ...overlays);
  expect(kept).toEqual(overlays.map(() => true));
}
