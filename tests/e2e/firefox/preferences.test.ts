import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Driver } from '#demo/driver-contract.ts';
import { storeSettings } from '#demo/extension.ts';
import { connectToWindow } from '#demo/firefox.ts';
import { isPriced, settledOverlays } from '#demo/overlays.ts';
import { openBrowser, openSample, sampleOf, withEverySite } from '../browser.ts';
import { screenshot } from '../screenshots.ts';
import { openStack } from '../stack.ts';

/** Texts of an overlay of which only a part is in sight. What has no room at all wraps out of sight as a whole. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.$$eval('skinlens-prices', (hosts) =>
    hosts.flatMap(({ shadowRoot }) => {
      const boxes = shadowRoot?.querySelectorAll('.mark, .price, .diff, .exit, .foot, .notes') ?? [];
      return [...boxes].flatMap((box) => {
        const { top, bottom } = box.getBoundingClientRect();
        return [...box.querySelectorAll('*'), box].flatMap(({ childNodes }) =>
          [...childNodes].flatMap((node) => {
            if (node.nodeType !== Node.TEXT_NODE || node.parentElement?.closest('.spoken')) return [];
            const range = document.createRange();
            range.selectNode(node);
            const text = range.getBoundingClientRect();
            // A letter's box has some room above and below it.
            const isCut = text.height > 0 && text.top < bottom - 3 && (text.bottom > bottom + 3 || text.top < top - 3);
            return isCut ? [`${box.className}: ${node.textContent}`] : [];
          }),
        );
      });
    }),
  );

describe('with a preference of Firefox', { tags: ['full'] }, () => {
  const disposal = new AsyncDisposableStack();
  let driver: Driver;
  let prefer: (name: string, value: number | boolean) => Promise<unknown>;
  beforeAll(async () => {
    const stack = await openStack();
    disposal.defer(stack.close);
    driver = await openBrowser('firefox');
    disposal.defer(driver.close);
    const inWindow = await connectToWindow(driver.browser);
    prefer = (name, value) =>
      inWindow(`Services.prefs.set${typeof value === 'number' ? 'Int' : 'Bool'}Pref('${name}', ${value})`);
    await storeSettings(driver, withEverySite({ relay: { url: stack.relayUrl } }));
  });
  afterAll(() => disposal.disposeAsync());

  const openPriced = async (site: string, kind: string) => {
    const { page } = await openSample(driver, sampleOf(site, kind));
    const overlays = await settledOverlays(page, 60_000);
    return { page, overlays };
  };

  test('no text is cut where the smallest font has 18 px', async () => {
    await prefer('font.minimum-size.x-western', 18);
    for (const [site, kind] of [
      ['csfloat', 'search'],
      ['steam', 'listing in German'],
      ['waxpeer', 'list'],
    ] as const) {
      const { page, overlays } = await openPriced(site, kind);
      expect(overlays.some(isPriced)).toBe(true);
      await screenshot(page, `smallest-font-${site}`);
      expect(await cutTexts(page), site).toEqual([]);
      await page.close();
    }
    await prefer('font.minimum-size.x-western', 0);
  });

  test('there are prices without IndexedDB', async () => {
    await prefer('dom.indexedDB.enabled', false);
    await driver.stopWorker();
    const { page, overlays } = await openPriced('csfloat', 'search');
    await screenshot(page, 'without-indexeddb');
    expect(overlays.filter(isPriced).length).toBeGreaterThan(0);
    await page.close();
  });
});
