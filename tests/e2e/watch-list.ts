import type { Page } from 'puppeteer-core';
import { expectText, typeInSearch } from './popup.ts';

const buttonOf = (popup: Page, name: string) => popup.waitForSelector(`aria/${name}[role="button"]`);

/** Presses a button of the popup once it is there. */
export async function press(popup: Page, name: string): Promise<void> {
  const button = await buttonOf(popup, name);
  await button?.click();
}

/** Puts an item on the watch list. */
export async function starBySearch(popup: Page, item: string): Promise<void> {
  await typeInSearch(popup, item);
  await press(popup, `Watch ${item}`);
  await expectText(popup, /1 item/);
}

/** Sets an alert at a price or less. */
export async function setTarget(popup: Page, item: string, dollars: string): Promise<void> {
  await popup.click('.watch summary');
  await press(popup, `Alert for ${item}`);
  await popup.type('input[aria-label="Price in US dollars"]', dollars);
  await press(popup, 'Set alert');
}
