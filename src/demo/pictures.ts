import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import type { Driver } from '#demo/driver.ts';
import { until } from '#demo/until.ts';

/** Two pixels for one, so that the pictures are sharp where screens are. */
const deviceScaleFactor = 2;
/** The popup's own width (popup.css). */
const popupWidth = 360;

/** Draws with more pixels from now on, for pictures that stay sharp in a README. */
export const sharpen = (page: Page): Promise<void> => page.setViewport({ width: 1280, height: 800, deviceScaleFactor });

/** Photographs a page; makes the folder; answers the file. */
export async function photographPage(page: Page, folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path: `${string}.png` = `${join(folder, name)}.png`;
  await page.screenshot({ path });
  return path;
}

/**
 * Photographs the popup, light and, where the driver can ask for it, dark; answers the files.
 * It stands in a tab behind the page that it reports on, because a real popup can be neither widened nor sharpened.
 */
export async function photographPopup(driver: Driver, folder: string): Promise<string[]> {
  const popup = await driver.openOwn('popup.html');
  await settle(popup);
  const files: string[] = [];
  const schemes = driver.kind === 'firefox' ? ([['popup', undefined]] as const) : both;
  for (const [name, value] of schemes) {
    if (value) await popup.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    await fitHeight(popup);
    files.push(await photographPage(popup, folder, name));
  }
  await popup.close();
  return files;
}

const both = [
  ['popup', 'light'],
  ['popup-dark', 'dark'],
] as const;

/** As tall as its content. */
async function fitHeight(popup: Page): Promise<void> {
  const height = await popup.evaluate(() => Math.ceil(document.body.getBoundingClientRect().bottom));
  await popup.setViewport({ width: popupWidth, height, deviceScaleFactor });
}

/** Waits until all of it is there and two looks in a row saw the same text: behind another tab it comes slowly. */
async function settle(popup: Page): Promise<void> {
  let before = '';
  await until(
    'the popup',
    async () => {
      const now = await popup.evaluate(() =>
        document.querySelector('.tab .line span') && document.querySelector('footer') ? document.body.textContent : '',
      );
      const same = now !== '' && now === before;
      before = now;
      return same || undefined;
    },
    { pauseMs: 300 },
  );
}
