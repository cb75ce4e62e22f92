import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { StartError } from '#protocol/environment.ts';
import {
  chooseTab,
  openCards,
  openComparison,
  openOffline,
  openRows,
  openStoreBrowser,
  popupShot,
  type Shot,
  type StoreBrowser,
  type Theme,
  takeShot,
  watchItems,
} from '#store/store-browser.ts';

interface StoreTask {
  readonly root: string;
  readonly folder: string;
  /** As the folders of `public/_locales` name it. */
  readonly language: string;
  readonly stack: AsyncDisposableStack;
  readonly say: (line: string) => void;
}

const captionsShape = z.record(z.string(), z.record(z.string(), z.string()));

/** Takes all pictures for the stores, in an emptied folder. @throws Error for a caption that is missing */
export async function takePictures({ root, folder, language, stack, say }: StoreTask): Promise<void> {
  const captions = captionsShape.parse(
    JSON.parse(await readFile(join(root, '.github', 'store', 'captions.json'), 'utf8')),
  );
  const captionOf = (name: string): string => {
    const caption = captions[name]?.[language];
    if (caption === undefined) throw new Error(`${name} has no caption in ${language}`);
    return caption;
  };
  const brand = await readBrandAssets(root);
  const browser = await openStoreBrowser(root, stack, say);
  await checkLanguage(browser, language);
  const page = await browser.driver.browser.newPage();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const savePicture = async (name: string, document: string, size: typeof tileSize) => {
    await page.bringToFront();
    await page.setViewport({ ...size, deviceScaleFactor: 1 });
    await page.setContent(document, { waitUntil: 'load' });
    await writeFile(join(folder, `${name}.png`), await page.screenshot());
    say(`saved ${join(folder, `${name}.png`)}, ${size.width} × ${size.height}`);
  };
  for (const { name, theme, shots } of scenes) {
    const caption = captionOf(name);
    if (name === firstWithRelay) await browser.connect();
    const screenshots = [];
    for (const { shot, ...place } of shots) screenshots.push({ png: await takeShot(browser, shot, theme), ...place });
    await savePicture(name, frameDocument(brand, { caption, theme, screenshots }), screenshotSize);
  }
  await savePicture('tile', tileDocument(brand, captionOf('tile')), tileSize);
}

/** @throws StartError when the browser lacks the language: its pictures would have English texts under another caption */
async function checkLanguage({ driver }: StoreBrowser, language: string): Promise<void> {
  const page = await driver.openExtensionPage('options.html');
  const spoken = await page.evaluate(() => navigator.language.replace('-', '_'));
  await page.close();
  if (!spoken.startsWith(language))
    throw new StartError(`Chromium speaks ${spoken}, not ${language}: apt install chromium-l10n`);
}

type BrandAssets = Awaited<ReturnType<typeof readBrandAssets>>;

async function readBrandAssets(root: string) {
  const read = (...path: readonly string[]) => readFile(join(root, ...path), 'utf8');
  return { tokens: await read('src', 'ui', 'tokens.css'), icon: await read('public', 'icons', 'icon.svg') };
}

type PlacedShot = ShotPlace & { readonly shot: Shot };

interface Scene extends Omit<PictureContent, 'screenshots' | 'caption'> {
  readonly name: string;
  readonly shots: readonly PlacedShot[];
}

const left = 40;
const top = 104;

/** A page fills the width under the caption; its lower part is cut off. */
const wholePage = (open: Shot['open']): PlacedShot => ({
  shot: { view: { width: 1200, height: 696 }, open },
  left,
  top,
  width: 1200,
});

/** Three popups stand side by side in the width of a page. */
const inColumn = (at: number, shot: Shot): PlacedShot => ({ shot, left: left + at * 420, top, width: 360 });

/** Captured first, without prices: no relay runs yet. */
const relayFault: Scene = {
  name: '5-why-not',
  theme: 'light',
  shots: [
    wholePage(openOffline),
    { ...inColumn(2, popupShot('.status.bad [aria-disabled="false"]', openOffline)), left: 860, top: 124 },
  ],
};
const firstWithRelay = '1-cards';

/** In the order of their capture. */
const scenes: readonly Scene[] = [
  relayFault,
  {
    name: firstWithRelay,
    theme: 'dark',
    shots: [wholePage(openCards)],
  },
  {
    name: '2-comparison',
    theme: 'dark',
    shots: [wholePage(openComparison)],
  },
  {
    name: '3-search-and-watch',
    theme: 'dark',
    shots: [
      inColumn(0, popupShot('.query', undefined, watchItems)),
      inColumn(1, popupShot('.query', undefined, chooseTab('watch', '.watched:last-child canvas'))),
      inColumn(2, popupShot('.query', undefined, chooseTab('settings'))),
    ],
  },
  {
    name: '4-explore',
    theme: 'light',
    shots: [wholePage(openRows('explore.html'))],
  },
];

/** Where a screenshot stands in a picture, CSS pixels. */
interface ShotPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

interface PictureContent {
  readonly caption: string;
  readonly theme: Theme;
  readonly screenshots: readonly (ShotPlace & { readonly png: Uint8Array })[];
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const dataUrl = (type: string, bytes: Uint8Array | string): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

const htmlDocument = ({ tokens }: BrandAssets, theme: string, style: string, body: string): string => `<!doctype html>
<html lang="en" data-theme="${theme}">
<meta charset="utf-8">
<style>
${tokens}
body { margin: 0; height: 100vh; overflow: hidden; background: var(--sl-page); color: var(--sl-fg); font-family: var(--sl-font); }
${style}
</style>
<body>${body}</body>
</html>`;

const frameStyle = `
h1 { display: flex; align-items: center; gap: 18px; height: 104px; margin: 0; padding: 0 40px; font-size: 31px; font-weight: 650; }
h1 img { width: 46px; }
.shot { position: absolute; border: 1px solid var(--sl-line); border-radius: 12px; box-shadow: 0 8px 40px #00000059; }`;

export function frameDocument(brand: BrandAssets, { caption, theme, screenshots }: PictureContent): string {
  const shots = screenshots.map(
    ({ png, left, top, width }) =>
      `<img class="shot" style="left:${left}px;top:${top}px;width:${width}px" src="${dataUrl('image/png', png)}">`,
  );
  const line = `<h1><img src="${dataUrl('image/svg+xml', brand.icon)}">${escapeHtml(caption)}</h1>`;
  return htmlDocument(brand, theme, frameStyle, line + shots.join(''));
}

const tileStyle = `
body { display: grid; align-content: center; justify-items: center; gap: 12px; text-align: center;
  background: linear-gradient(150deg, #14203c, #0c1222); }
img { width: 92px; }
h1 { margin: 0; font-size: 40px; font-weight: 650; }
p { margin: 0; font-size: 17px; }`;

export const tileDocument = (brand: BrandAssets, caption: string): string =>
  htmlDocument(
    brand,
    'dark',
    tileStyle,
    `<img src="${dataUrl('image/svg+xml', brand.icon)}"><h1>Skinlens</h1><p>${escapeHtml(caption)}</p>`,
  );

/** Screenshots for both stores: 1280 × 800 is Chrome's larger size and has the ratio that Mozilla recommends (1.6 : 1). Pixels. */
const screenshotSize = { width: 1280, height: 800 };

/** Chrome's small promotional tile. */
const tileSize: typeof screenshotSize = { width: 440, height: 280 };
