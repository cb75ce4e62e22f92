import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { settledOverlays } from '#demo/overlays.ts';
import { until } from '#demo/until.ts';
import { openWithoutCards } from '../page-without-cards.ts';
import { useWorld } from '../world.ts';

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

describe('a page', () => {
  const world = useWorld();

  test('loads its first script and its tap without cards, the overlays with its first card, and the comparison with a pointer on it', async () => {
    const page = await world().driver.browser.newPage();
    try {
      const addCards = await openWithoutCards(page);
      await until(
        'the script of the marketplace',
        async () => (await filesIn(page)).includes('/csfloat.js') || undefined,
      );
      expect(await filesIn(page)).toEqual(['/csfloat-tap.js', '/csfloat.js']);
      await addCards();
      await settledOverlays(page, 60_000);
      expect(await filesIn(page)).toEqual(['/csfloat-adapter.js', '/csfloat-tap.js', '/csfloat.js', '/overlays.js']);
      await page.hover('skinlens-prices');
      await until('the comparison', async () => (await filesIn(page)).includes('/panel.js') || undefined);
    } finally {
      await page.close();
    }
  });
});
