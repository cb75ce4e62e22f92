import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { portfolioPath } from '#core/settings/explore-path.ts';
import {
  chooseTab,
  openCards,
  openComparison,
  openOffline,
  openRows,
  popupShot,
  type Shot,
  takeShot,
  untilShown,
  watchItems,
} from '#store/shots.ts';
import { openStoreBrowser, type PageView, type StoreBrowser } from '#store/store-browser.ts';
import type { PicturesTask } from '#store/take-pictures.ts';
import { firstSteps, textsFromTable } from '#store/texts-from-tables.ts';

/** Of an extension that was just installed, and of a relay that was just started, by the names of their files. */
const shotsWithoutRelay: Readonly<Record<string, Shot>> = {
  welcome: {
    view: { width: 1000, height: 910 },
    open: ({ openOwn }, view) => openOwn('welcome.html', view, '.wait.busy'),
  },
  'relay-setup': {
    view: { width: 760, height: 760, scale: 1.5 },
    part: 'main',
    open: ({ openNewRelay }, view) => openNewRelay(view),
  },
  'no-prices': popupShot('.status.bad ::-p-text(Refresh)', openOffline),
};

/** The comparison comes first: it waits until the prices of all markets are there. */
const shotsWithRelay: Readonly<Record<string, Shot>> = {
  comparison: { view: { width: 1500, height: 1000, scale: 1.5 }, part: 'skinlens-panel', open: openComparison },
  card: {
    view: { width: 1200, height: 900, scale: 3 },
    part: 'item-card, [href*=hydra-gloves]',
    open: openCards,
  },
  cards: { view: { width: 760, height: 520, scale: 1.5 }, open: openCards },
  explore: { view: { width: 1400, height: 620 }, open: openRows('explore.html#view=cheaper') },
  popup: popupShot('summary ::-p-text(Cards by profit)', openCards, (popup) =>
    popup.click('summary ::-p-text(Cards by profit)'),
  ),
  alert: popupShot('.query', undefined, async (popup) => {
    await watchItems(popup);
    await chooseTab('watch')(popup);
    await popup.click('aria/Alert for AK-47 | Redline (Field-Tested)');
    await popup.type('form.alert input', '30');
  }),
  inventory: { view: { width: 760, height: 420, scale: 1.5 }, open: openInventory },
  portfolio: {
    view: { width: 1100, height: 620 },
    open: async (browser, view) => {
      const keep = 'button ::-p-text(Add to the portfolio)';
      await popupShot(keep, openInventory, (popup) => popup.click(keep)).open(browser, view);
      const page = await browser.openOwn(portfolioPath.slice(1), view, 'body');
      await page.bringToFront();
      await untilShown(page, () => document.querySelector('table')?.textContent.includes('$'));
      return page;
    },
  },
};

async function openInventory({ open }: StoreBrowser, view: PageView): Promise<Page> {
  const page = await open(view.theme === 'dark' ? 'steam' : 'whitemarket', 'inventory', view);
  await untilShown(page, () => document.querySelector('skinlens-inventory')?.shadowRoot?.textContent);
  return page;
}

/** Writes what is written in five languages, and takes all pictures of the guide, each light and dark. */
export async function takeGuidePictures({ root, folder, stack, say }: PicturesTask): Promise<void> {
  for (const [language, text] of textsFromTable(root, firstSteps))
    await writeFile(join(root, `${firstSteps}.${language}.md`), text);
  const browser = await openStoreBrowser(root, stack, say);
  const takeAll = async (shots: typeof shotsWithRelay) => {
    for (const [name, shot] of Object.entries(shots))
      for (const theme of ['light', 'dark'] as const) {
        const picture = await takeShot(browser, shot, theme, { type: 'webp', quality: 60 });
        await writeFile(join(folder, `${name}-${theme}.webp`), picture);
        say(`saved ${name}-${theme}.webp, ${picture.length} bytes`);
      }
  };
  await takeAll(shotsWithoutRelay);
  await browser.connect();
  await takeAll(shotsWithRelay);
}
