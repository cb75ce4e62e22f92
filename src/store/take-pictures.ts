import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { type PictureSize, pictureProblem, screenshotSize, tileSize } from '#store/check-picture.ts';
import { type BrandAssets, frameDocument, tileDocument } from '#store/picture-html.ts';
import { type Scene, scenesWithoutRelay, scenesWithRelay } from '#store/scenes.ts';
import { openStoreBrowser } from '#store/store-browser.ts';

export interface PicturesTask {
  /** Path of the repository. */
  readonly root: string;
  /** Folder of the pictures; emptied first. */
  readonly folder: string;
  /** Stops everything that is started. */
  readonly stack: AsyncDisposableStack;
  readonly say: (line: string) => void;
}

/** Takes all pictures for the stores. @throws Error naming a picture that breaks a rule of the stores. */
export async function takePictures({ root, folder, stack, say }: PicturesTask): Promise<void> {
  const brand = await readBrandAssets(root);
  const browser = await openStoreBrowser(root, stack, say);
  const page = await browser.driver.browser.newPage();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const savePicture = async (name: string, document: string, size: PictureSize) => {
    const png = await screenshotDocument(page, document, size);
    const problem = pictureProblem(png, size);
    if (problem) throw new Error(`${name} ${problem}`);
    await writeFile(join(folder, `${name}.png`), png);
    say(`saved ${join(folder, `${name}.png`)}, ${size.width} × ${size.height}`);
  };
  const captureAll = async (scenes: readonly Scene[]) => {
    for (const { name, capture } of scenes)
      await savePicture(name, frameDocument(brand, await capture(browser)), screenshotSize);
  };
  await captureAll(scenesWithoutRelay);
  await browser.connect();
  await captureAll(scenesWithRelay);
  await savePicture('tile', tileDocument(brand, 'CS2 prices on every card'), tileSize);
}

async function readBrandAssets(root: string): Promise<BrandAssets> {
  const read = (...path: readonly string[]) => readFile(join(root, ...path), 'utf8');
  return { tokens: await read('src', 'ui', 'tokens.css'), icon: await read('public', 'icons', 'icon.svg') };
}

async function screenshotDocument(page: Page, document: string, size: PictureSize): Promise<Uint8Array> {
  await page.bringToFront();
  await page.setViewport({ ...size, deviceScaleFactor: 1 });
  await page.setContent(document, { waitUntil: 'load' });
  return page.screenshot();
}
