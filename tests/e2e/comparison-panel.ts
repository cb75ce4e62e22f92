import type { Page } from 'puppeteer-core';
import { until } from '#demo/driver-contract.ts';

const isOpen = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector('skinlens-panel')?.matches(':popover-open') ?? false);

export const expectPanel = (page: Page): Promise<true> =>
  until('the comparison', async () => (await isOpen(page)) || undefined);

export const expectNoPanel = (page: Page): Promise<true> =>
  until('the comparison to close', async () => !(await isOpen(page)) || undefined);

export async function openPanel(page: Page, at = 0): Promise<void> {
  await page.evaluate(
    (at) => document.querySelectorAll('skinlens-prices')[at]?.shadowRoot?.querySelector('button')?.focus(),
    at,
  );
  await page.keyboard.press('Enter');
  await expectPanel(page);
}
