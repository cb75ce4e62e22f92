import { mkdir } from 'node:fs/promises';
import type { Page } from 'puppeteer-core';
import { root } from './browser.ts';

/** The folder of all pictures, for people to look at. Git ignores it. */
const pictureFolder = `${root}/.pictures`;

/** Pictures are for people who look at them. They cost a run of all tests a minute. */
const takesPictures = process.env['SKINLENS_PICTURES'] === '1';

export async function screenshot(page: Page, name: string): Promise<void> {
  if (!takesPictures) return;
  await mkdir(pictureFolder, { recursive: true });
  const body = await page.$('body');
  await body?.screenshot({ path: `${pictureFolder}/${name}.png` });
}

/** Saves a screenshot of what the window shows if pictures are wanted: a larger window would move what is open beside a card. */
export async function screenshotWindow(page: Page, name: string): Promise<void> {
  if (!takesPictures) return;
  await mkdir(pictureFolder, { recursive: true });
  await page.screenshot({ path: `${pictureFolder}/${name}.png` });
}

export type ColorScheme = 'light' | 'dark';
export const colorSchemes: readonly ColorScheme[] = ['light', 'dark'];

const setColorScheme = (page: Page, value: ColorScheme): Promise<void> =>
  page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);

export async function screenshotBothSchemes(page: Page, name: string, width: number): Promise<void> {
  // As tall as the page: an overlay out of sight has no layout.
  await page.setViewport({ width, height: 2400, deviceScaleFactor: 1 });
  if (!takesPictures) return;
  for (const scheme of colorSchemes) {
    await setColorScheme(page, scheme);
    await screenshot(page, `${name}-${width}-${scheme}`);
  }
}
