import type { Page } from 'puppeteer-core';
import { chooseTab, press, typeInSearch } from './popup.ts';

export async function starBySearch(popup: Page, item: string): Promise<void> {
  await typeInSearch(popup, item);
  const star = `[aria-label="Watch ${item}"]`;
  await popup.waitForSelector(star);
  // A star that is on already would go out.
  if (!(await popup.$(`${star}[aria-pressed="true"]`))) await press(popup, `Watch ${item}`);
  await popup.waitForSelector(`${star}[aria-pressed="true"]`);
}

export async function setTarget(popup: Page, item: string, dollars: string): Promise<void> {
  await chooseTab(popup, 'watch');
  await press(popup, `Alert for ${item}`);
  await popup.type('input[aria-label="Amount in USD"]', dollars);
  await press(popup, 'Set alert');
}
