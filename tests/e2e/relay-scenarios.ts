import type { ElementHandle, Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { marketIds } from '#core/markets.ts';
import type { BrowserKind } from '#demo/browsers.ts';
import { askStatus } from '#demo/extension.ts';
import { readOverlays } from '#demo/overlays.ts';
import { until } from '#demo/until.ts';
import { endpoints } from '#protocol/price-api.ts';
import { appendCopies } from './doings.ts';
import { expectPriced, expectState } from './overlays.ts';
import { expectText, refresh, withPopup } from './popup.ts';
import { useWorld } from './world.ts';

/** What happens between the worker and the relay, as open pages see it. */
export function describeWorker(kind: BrowserKind): void {
  describe(`the worker in ${kind}`, () => {
    const world = useWorld(kind);

    test('that was killed prices what comes after, from what it kept', async () => {
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
      expect(await driver.workerRuns()).toBe(true);
      expect(asksFor(endpoints.partner).slice(asked)).toEqual([]);
    });

    test('spends one 304 on a look that brings nothing new', async () => {
      const { driver, stack, open } = world();
      const { page } = await open('steam', 'search');
      await expectPriced(page, await stack.prices());
      const asked = asksFor(endpoints.partner).length;
      const outcome = await withPopup(driver, page, refresh);
      expect(outcome).toBe('no newer prices');
      expect(asksFor(endpoints.partner).slice(asked)).toMatchObject([{ status: 304, bytes: 0 }]);
    });

    test('brings moved prices into open overlays, in place', async () => {
      const { driver, stack, open } = world();
      const { page } = await open('csfloat', 'search');
      const before = await stack.prices();
      await expectPriced(page, before);
      const overlays = await page.$$('skinlens-prices');
      await stack.movePrices();
      const after = await stack.prices();
      const [moved] = await readOverlays(page);
      expect(after(moved?.item ?? '')).not.toEqual(before(moved?.item ?? ''));
      // The relay answers with what it has while it looks whether there is something newer.
      const isNew = (outcome: string) => outcome === 'New prices for' || undefined;
      await withPopup(driver, page, (popup) => until('new prices', () => refresh(popup).then(isNew)));
      await expectPriced(page, after);
      await expectKept(page, overlays);
    });

    test('gets moved prices as what changed of the old ones, where the browser can', async () => {
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

    /** The extension's requests for some data; a preflight is the browser's own question, which it remembers. */
    function asksFor(path: string) {
      const requests = world().stack.requests();
      return requests.filter((request) => request.method === 'GET' && request.path === path);
    }
  });

  // A world of its own: the price API gives a key 60 requests a minute, and these are many.
  describe(`the second feed in ${kind}`, () => {
    const world = useWorld(kind);

    test('goes on with the markets that one before it left, until all are there', async () => {
      const { driver, stack, open, configure } = world();
      const asked = () => {
        const paths = stack.requests().filter(({ method, status }) => method === 'GET' && status === 200);
        const ids = paths.map(({ path }) => new URL(path, stack.relayUrl).searchParams.get('markets'));
        return new Set(ids.filter((id) => id !== null)).size;
      };
      const { page } = await open('csfloat', 'search');
      await expectPriced(page, await stack.prices());
      const markets = marketIds.slice(0, 8);
      await configure({ markets });
      await withPopup(driver, page, refresh);
      await until('some markets', async () => asked() > 3 || undefined, { limitMs: 30_000 });
      await driver.stopWorker();
      expect(asked()).toBeLessThan(markets.length);
      // Whatever wakes the next one will do.
      await askStatus(driver);
      await until('all markets', async () => asked() === markets.length || undefined, { limitMs: 60_000 });
      await configure({});
    });
  });

  describe(`a relay that is not there, in ${kind}`, () => {
    const world = useWorld(kind, { relay: false });

    test('is told on the cards and in the popup', async () => {
      const { driver, stack, open } = world();
      const { page } = await open('steam', 'search');
      await expectState(page, 'offline');
      const says = new RegExp(`No relay answers at ${stack.relayUrl}`);
      await withPopup(driver, page, (popup) => expectText(popup, says));
    });

    test('and comes with a key that the price API refuses, is told from one that is not there', async () => {
      const { driver, stack, open } = world();
      const { page } = await open('steam', 'search');
      await expectState(page, 'offline');
      await stack.raiseRelay('another-key');
      await withPopup(driver, page, async (popup) => {
        expect(await refresh(popup)).toBe('Refresh failed');
        await expectText(popup, /the price API refused its key/);
      });
      await expectState(page, 'unavailable');
      await stack.dropRelay();
    });

    test('and comes at last, fills the overlays in place; when it goes again, what was stored stays', async () => {
      const { driver, stack, open } = world();
      const { page } = await open('steam', 'search');
      const overlays = await until('overlays', () =>
        page.$$('skinlens-prices').then((all) => (all[0] ? all : undefined)),
      );
      await stack.raiseRelay();
      expect(await withPopup(driver, page, refresh)).toBe('New prices for');
      const prices = await stack.prices();
      await expectPriced(page, prices);
      await expectKept(page, overlays);
      await stack.dropRelay();
      await withPopup(driver, page, async (popup) => {
        expect(await refresh(popup)).toBe('Refresh failed');
        await expectText(popup, /the stored prices stay in use/);
      });
      await driver.stopWorker();
      const other = await open('csfloat', 'search');
      await expectPriced(other.page, prices);
    });
  });
}

/** Every one of these overlays is still in the page: nothing was reloaded or built anew. */
async function expectKept(page: Page, overlays: readonly ElementHandle[]): Promise<void> {
  expect(overlays.length).toBeGreaterThan(5);
  const kept = await page.evaluate((...hosts) => hosts.map(({ isConnected }) => isConnected), ...overlays);
  expect(kept).toEqual(overlays.map(() => true));
}
