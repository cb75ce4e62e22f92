import { describe, expect, test } from 'vitest';
import { settledOverlays } from '#demo/driver-contract.ts';
import { samples } from '../browser.ts';
import { useWorld } from '../world.ts';

/** Px. A narrower overlay has no room for per cents. On a phone, a table's cell may be narrower. */
const leastWidths = { 1280: 130, 390: 96 } as const;

describe('overlays', { tags: ['full'] }, () => {
  const world = useWorld();

  test.each(samples.map(({ site, page }) => [site, page]))(
    'of %s (%s) take their cards’ width, and have room for per cents',
    async (site, kind) => {
      await world().configure({});
      const { page } = await world().open(site, kind);
      const narrow: string[] = [];
      for (const [width, least] of Object.entries(leastWidths)) {
        await page.setViewport({ width: Number(width), height: 900 });
        await settledOverlays(page, 60_000);
        narrow.push(
          ...(await page.$$eval(
            'skinlens-prices',
            (hosts, width, least) =>
              hosts.flatMap((host) => {
                const own = host.getBoundingClientRect();
                const card = host.closest('[data-expect]')?.getBoundingClientRect() ?? own;
                const isInside =
                  own.left >= card.left - 1 && own.right <= card.right + 1 && own.bottom <= card.bottom + 1;
                const percents = host.shadowRoot?.querySelectorAll('[data-diff] > .percent') ?? [];
                const isShown = [...percents].every((percent) => {
                  const { top, left } = percent.getBoundingClientRect();
                  const room = percent.parentElement?.getBoundingClientRect();
                  return room !== undefined && top < room.bottom && left >= room.left - 1;
                });
                return own.width >= least && isInside && isShown ? [] : [`${width}: ${own.width} of ${card.width} px`];
              }),
            width,
            least,
          )),
        );
      }
      expect(narrow).toEqual([]);
    },
  );
});
