import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OverlayAppearance } from '#ui/overlay-model.ts';
import { folders } from '../messages.ts';
import type { gallery as Gallery } from '../ui/gallery/page.ts';
import { buildGallery, languageOf, openBareBrowser, photograph } from './gallery.ts';

declare const gallery: typeof Gallery;

const look: OverlayAppearance = { theme: 'dark', density: 'normal', difference: 'percent' };
const looks: readonly OverlayAppearance[] = [
  look,
  { ...look, difference: 'both', theme: 'light' },
  { ...look, difference: 'money' },
  { ...look, density: 'compact', difference: 'both' },
];

describe.each(['chrome', 'firefox'] as const)('in %s', (kind) => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    const code = await buildGallery();
    browser = await openBareBrowser(kind);
    page = await browser.newPage();
    // As tall as the gallery: what is out of sight is not laid out.
    await page.setViewport({ width: 2300, height: 4600 });
    await page.setContent('<!doctype html><body></body>');
    await page.addScriptTag({ content: code });
  });
  afterAll(() => browser?.close());

  const drawIn = (folder: string, of: OverlayAppearance) =>
    page.evaluate((language, of) => gallery.draw(language, of), languageOf(folder), of);

  describe.each(folders)('overlays in %s', (folder) => {
    test.each(looks)(
      'fit cards of 96 to 640 px in every state: nothing cut, over another, or of another height out of sight ($density, $difference)',
      async (of) => {
        const shown = await page.evaluate((language, of) => gallery.measure(language, of), languageOf(folder), of);
        expect(shown.length).toBeGreaterThan(200);
        const bad = shown.filter(
          ({ faults, height, unseenHeight }) =>
            faults.length > 0 || height > 72 || height === 0 || height !== unseenHeight,
        );
        expect(bad.map((one) => JSON.stringify(one))).toEqual([]);
      },
    );
  });

  describe.skipIf(kind === 'firefox').each(folders)('pictures in %s', (folder) => {
    test.each(['dark', 'light'] as const)('show every state of the overlays, %s', async (theme) => {
      await drawIn(folder, { ...look, theme });
      await photograph(page, `overlays-${folder}-${theme}`);
      if (folder !== 'en') return;
      await drawIn(folder, { ...look, theme, density: 'compact', difference: 'both' });
      await photograph(page, `overlays-${folder}-compact-${theme}`);
    });

    test.each(['dark', 'light'] as const)('show the comparison of 13 markets, nothing of it cut, %s', async (theme) => {
      await page.evaluate((language, theme) => gallery.drawPanel(language, theme), languageOf(folder), theme);
      expect(await page.evaluate(() => gallery.faultsOfPanel())).toEqual([]);
      await photograph(page, `comparison-${folder}-${theme}`);
    });
  });
});
