import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { type Brand, frameDocument, tileDocument } from '#store/frame.ts';
import { faultOf, type Size, screenshotSize, tileSize } from '#store/picture.ts';
import { beforeRelay, type Scene, withRelay } from '#store/scenes.ts';
import { openStudio } from '#store/studio.ts';

export interface Task {
  /** The repository. */
  readonly root: string;
  /** Where the pictures go; what was there goes. */
  readonly folder: string;
  /** Stops all that is started. */
  readonly stack: AsyncDisposableStack;
  readonly say: (line: string) => void;
}

/** Takes every picture that the stores want. @throws Error naming a picture that they would not take. */
export async function takePictures({ root, folder, stack, say }: Task): Promise<void> {
  const brand = await readBrand(root);
  const studio = await openStudio(root, stack, say);
  const easel = await studio.driver.browser.newPage();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const paint = async (name: string, document: string, size: Size) => {
    const png = await photograph(easel, document, size);
    const fault = faultOf(png, size);
    if (fault) throw new Error(`${name} ${fault}`);
    await writeFile(join(folder, `${name}.png`), png);
    say(`saved ${join(folder, `${name}.png`)}, ${size.width} × ${size.height}`);
  };
  const takeAll = async (scenes: readonly Scene[]) => {
    for (const { name, take } of scenes) await paint(name, frameDocument(brand, await take(studio)), screenshotSize);
  };
  await takeAll(beforeRelay);
  await studio.connect();
  await takeAll(withRelay);
  await paint('tile', tileDocument(brand, 'CS2 prices on every card'), tileSize);
}

async function readBrand(root: string): Promise<Brand> {
  const read = (...path: readonly string[]) => readFile(join(root, ...path), 'utf8');
  return { tokens: await read('src', 'ui', 'tokens.css'), icon: await read('public', 'icons', 'icon.svg') };
}

async function photograph(easel: Page, document: string, size: Size): Promise<Uint8Array> {
  await easel.bringToFront();
  await easel.setViewport({ ...size, deviceScaleFactor: 1 });
  await easel.setContent(document, { waitUntil: 'load' });
  return easel.screenshot();
}
