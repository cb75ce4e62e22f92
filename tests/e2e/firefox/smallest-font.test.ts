import type { Page } from 'puppeteer-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectToWindow } from '#demo/firefox.ts';
import { expectPriced } from '../expect-overlays.ts';
import { screenshot } from '../screenshots.ts';
import { useWorld } from '../world.ts';

const smallestFont = 'font.minimum-size.x-western';

/** Texts of an overlay of which only a part is in sight. What has no room at all wraps out of sight as a whole. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.$$eval('skinlens-prices', (hosts) =>
    hosts.flatMap(({ shadowRoot }) => {
      const boxes = shadowRoot?.querySelectorAll('.sign, .price, .percent, .exit, .foot, .notes') ?? [];
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

describe('an overlay', { tags: ['full'] }, () => {
  const world = useWorld();

  test.each([
    ['csfloat', 'search'],
    ['steam', 'listing in German'],
    ['waxpeer', 'list'],
  ])('of %s (%s) cuts no text where the smallest font has 18 px', async (site, kind) => {
    const inWindow = await connectToWindow(world().driver.browser);
    await inWindow(`Services.prefs.setIntPref('${smallestFont}', 18)`);
    onTestFinished(() => void inWindow(`Services.prefs.clearUserPref('${smallestFont}')`));
    const { page } = await world().open(site, kind);
    await expectPriced(page, await world().stack.prices());
    await screenshot(page, `smallest-font-${site}`);
    expect(await cutTexts(page)).toEqual([]);
  });
});
