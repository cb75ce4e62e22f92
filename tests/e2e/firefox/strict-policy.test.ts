import { describe, expect, test } from 'vitest';
import { settledOverlays } from '#demo/driver-contract.ts';
import { openWithoutCards } from '../page-without-cards.ts';
import { useWorld } from '../world.ts';

describe('a page whose policy allows no script', { tags: ['smoke'] }, () => {
  const world = useWorld();

  test('gets overlays when its cards appear', async () => {
    const page = await world().driver.browser.newPage();
    try {
      const addCards = await openWithoutCards(page);
      await addCards();
      expect((await settledOverlays(page, 60_000)).length).toBeGreaterThan(0);
    } finally {
      await page.close();
    }
  });
});
