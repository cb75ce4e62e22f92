import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OverlayAppearance } from '#ui/overlay/overlay-model.ts';
import { folders } from '../../messages.ts';
import type { gallery as Gallery } from '../../ui/gallery/page.ts';
import { buildGallery, languageOf } from '../gallery.ts';
import { colorSchemes, screenshot } from '../screenshots.ts';
import { kind, useBrowser } from '../world.ts';

declare const gallery: typeof Gallery;

const normal: OverlayAppearance = { theme: 'dark', density: 'normal', difference: 'percent' };
const appearances: readonly OverlayAppearance[] = [
  normal,
  { ...normal, difference: 'both', theme: 'light' },
  { ...normal, difference: 'money' },
  { ...normal, density: 'compact', difference: 'both' },
  { ...normal, repeated: true },
];

/** Three markets and the exit, px. */
const tallest = 91;

const browser = useBrowser();
let page: Page;
beforeAll(async () => {
  const code = await buildGallery();
  page = await browser().driver.browser.newPage();
  // As tall as the gallery: an overlay out of sight has no layout.
  await page.setViewport({ width: 2500, height: 4600 });
  await page.setContent('<!doctype html><body></body>');
  await page.addScriptTag({ content: code });
});
afterAll(() => page?.close());

const drawIn = (folder: string, of: OverlayAppearance) =>
  page.evaluate((language, of) => gallery.draw(language, of), languageOf(folder), of);

describe.each(folders)('overlays in %s', { tags: ['full'] }, (folder) => {
  test.each(appearances)(
    'fit cards of 96 to 640 px in every state without clipped or covered text, as tall out of sight as in sight ($density, $difference, repeated: $repeated)',
    async (of) => {
      const shown = await page.evaluate((language, of) => gallery.measure(language, of), languageOf(folder), of);
      expect(shown.length).toBeGreaterThan(200);
      const bad = shown.filter(
        ({ faults, height, unseenHeight }) =>
          faults.length > 0 || height > tallest || height === 0 || height !== unseenHeight,
      );
      expect(bad.map((one) => JSON.stringify(one))).toEqual([]);
    },
  );
});

// One browser's pictures are enough to look at.
if (kind === 'chrome')
  describe.each(folders)('pictures in %s', { tags: ['full'] }, (folder) => {
    test.each(colorSchemes)('show every state of the overlays, %s', async (theme) => {
      await drawIn(folder, { ...normal, theme });
      await screenshot(page, `overlays-${folder}-${theme}`);
      if (folder !== 'en') return;
      await drawIn(folder, { ...normal, theme, repeated: true });
      await screenshot(page, `overlays-${folder}-repeats-${theme}`);
      await drawIn(folder, { ...normal, theme, density: 'compact', difference: 'both' });
      await screenshot(page, `overlays-${folder}-compact-${theme}`);
    });

    test.each(colorSchemes)('show the comparison of 13 markets without clipped text, %s', async (theme) => {
      // The narrower one has what scrollbars leave of 320 px.
      for (const width of [292, 420]) {
        await page.evaluate((...of) => gallery.drawPanel(...of), languageOf(folder), theme, width);
        expect(await page.evaluate(() => gallery.faultsOfPanel())).toEqual([]);
      }
      await screenshot(page, `comparison-${folder}-${theme}`);
    });
  });
