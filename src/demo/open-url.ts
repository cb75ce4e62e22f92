import type { Page } from 'puppeteer-core';

/** Opens an address. Returns why that failed, `undefined` when it did not. Rejects when the browser is gone. */
export async function openUrl(page: Page, url: string): Promise<string | undefined> {
  try {
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    return undefined;
  } catch (error) {
    if (!page.browser().connected || !(error instanceof Error)) throw error;
    return error.message;
  }
}
