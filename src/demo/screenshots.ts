import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { type Driver, until } from '#demo/driver-contract.ts';

/** Pixel density, for pictures that are sharp on dense screens. */
const deviceScaleFactor = 2;
/** The popup's own width (popup.css). */
const popupWidth = 360;

export const useHighResolution = (page: Page): Promise<void> =>
  page.setViewport({ width: 1280, height: 800, deviceScaleFactor });

export async function screenshotPage(page: Page, folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path: `${string}.png` = `${join(folder, name)}.png`;
  await page.screenshot({ path });
  return path;
}

/** Dark in Chromium only. In a tab behind the page that it reports on: a real popup has a fixed size and density. */
export async function screenshotPopup(driver: Driver, folder: string): Promise<string[]> {
  const popup = await driver.openExtensionPage('popup.html');
  await settle(popup);
  const files: string[] = [];
  const schemes = driver.kind === 'firefox' ? ([['popup', undefined]] as const) : bothSchemes;
  // Chromium may never draw a tab behind another one, and then a screenshot waits for ever. The popup has asked already.
  await popup.bringToFront();
  for (const [name, value] of schemes) {
    if (value) await popup.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    await fitHeight(popup);
    files.push(await screenshotPage(popup, folder, name));
  }
  await popup.close();
  return files;
}

const bothSchemes = [
  ['popup', 'light'],
  ['popup-dark', 'dark'],
] as const;

async function fitHeight(popup: Page): Promise<void> {
  const height = await popup.evaluate(() => Math.ceil(document.body.getBoundingClientRect().bottom));
  await popup.setViewport({ width: popupWidth, height, deviceScaleFactor });
}

/** Waits until the popup is complete and two polls in a row read the same text: a background tab renders slowly. */
async function settle(popup: Page): Promise<void> {
  let before = '';
  await until(
    'the popup',
    async () => {
      const now = await popup.evaluate(() =>
        document.querySelector('.tab .line span') ? document.body.textContent : '',
      );
      const same = now !== '' && now === before;
      before = now;
      return same || undefined;
    },
    { pauseMs: 300 },
  );
}
