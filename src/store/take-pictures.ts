import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BrandAssets,
  frameDocument,
  type PictureContent,
  pictureProblem,
  type ShotPlace,
  screenshotSize,
  tileDocument,
  tileSize,
} from '#store/picture-html.ts';
import {
  chooseTab,
  openCards,
  openComparison,
  openOffline,
  openRows,
  popupShot,
  type Shot,
  takeShot,
  watchItems,
} from '#store/shots.ts';
import { openStoreBrowser } from '#store/store-browser.ts';

export interface PicturesTask {
  readonly root: string;
  /** Folder of the pictures. */
  readonly folder: string;
  readonly stack: AsyncDisposableStack;
  readonly say: (line: string) => void;
}

/** Takes all pictures for the stores, in an emptied folder. @throws Error naming a picture that breaks a rule of the stores. */
export async function takePictures({ root, folder, stack, say }: PicturesTask): Promise<void> {
  const brand = await readBrandAssets(root);
  const browser = await openStoreBrowser(root, stack, say);
  const page = await browser.driver.browser.newPage();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const savePicture = async (name: string, document: string, size: typeof tileSize) => {
    await page.bringToFront();
    await page.setViewport({ ...size, deviceScaleFactor: 1 });
    await page.setContent(document, { waitUntil: 'load' });
    const png = await page.screenshot();
    const problem = pictureProblem(png, size);
    if (problem) throw new Error(`${name} ${problem}`);
    await writeFile(join(folder, `${name}.png`), png);
    say(`saved ${join(folder, `${name}.png`)}, ${size.width} × ${size.height}`);
  };
  for (const { name, caption, theme, shots } of scenes) {
    if (name === firstWithRelay) await browser.connect();
    const screenshots = [];
    for (const { shot, ...place } of shots) screenshots.push({ png: await takeShot(browser, shot, theme), ...place });
    await savePicture(name, frameDocument(brand, { caption, theme, screenshots }), screenshotSize);
  }
  await savePicture('tile', tileDocument(brand, 'CS2 prices on every card'), tileSize);
}

async function readBrandAssets(root: string): Promise<BrandAssets> {
  const read = (...path: readonly string[]) => readFile(join(root, ...path), 'utf8');
  return { tokens: await read('src', 'ui', 'tokens.css'), icon: await read('public', 'icons', 'icon.svg') };
}

type PlacedShot = ShotPlace & { readonly shot: Shot };

interface Scene extends Omit<PictureContent, 'screenshots'> {
  readonly name: string;
  readonly shots: readonly PlacedShot[];
}

const left = 40;
const top = 104;

/** A page fills the width under the caption; its lower part is cut off. */
const wholePage = (open: Shot['open']): PlacedShot => ({
  shot: { view: { width: 1200, height: 696 }, open },
  ...{ left, top, width: 1200 },
});

/** Three popups stand side by side in the width of a page. */
const inColumn = (at: number, shot: Shot): PlacedShot => ({ shot, left: left + at * 420, top, width: 360 });

/** Captured first, without prices: no relay runs yet. */
const relayFault: Scene = {
  name: '5-why-not',
  caption: 'No prices? The popup says why, and what to do',
  theme: 'light',
  shots: [
    wholePage(openOffline),
    { ...inColumn(2, popupShot('.status.bad ::-p-text(Refresh)', openOffline)), left: 860, top: 124 },
  ],
};
const firstWithRelay = '1-cards';

/** In the order of their capture. */
const scenes: readonly Scene[] = [
  relayFault,
  {
    name: firstWithRelay,
    caption: 'BUFF163, YouPin and CSFloat prices on 27 marketplaces',
    theme: 'dark',
    shots: [wholePage(openCards)],
  },
  {
    name: '2-comparison',
    caption: 'Hover over a card to compare all your markets',
    theme: 'dark',
    shots: [wholePage(openComparison)],
  },
  {
    name: '3-search-and-watch',
    caption: 'Search any item, watch prices, get an alert',
    theme: 'dark',
    shots: [
      inColumn(0, popupShot('.query', undefined, watchItems)),
      inColumn(1, popupShot('.query', undefined, chooseTab('watch'))),
      inColumn(2, popupShot('.query', undefined, chooseTab('settings'))),
    ],
  },
  {
    name: '4-explore',
    caption: 'Every item on every market, in one table',
    theme: 'light',
    shots: [wholePage(openRows('explore.html'))],
  },
];
