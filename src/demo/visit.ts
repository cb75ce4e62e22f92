import type { Page } from 'puppeteer-core';

/** Goes to an address; answers why that cannot be opened, `undefined` when it can. Rejects when the browser is gone. */
export async function visit(page: Page, url: string): Promise<string | undefined> {
  try {
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    return undefined;
  } catch (error) {
    if (!page.browser().connected || !(error instanceof Error)) throw error;
    return error.message;
  }
}
