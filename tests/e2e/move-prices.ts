import { until } from '#demo/until.ts';
import { refresh, withPopup } from './popup.ts';
import type { World } from './world.ts';

/** Changes all prices and lets the worker fetch them, from a tab without a marketplace. */
export async function movePrices({ driver, stack }: World): Promise<void> {
  await stack.movePrices();
  const page = await driver.browser.newPage();
  const isNew = (outcome: string) => outcome === 'New prices for' || undefined;
  // The relay responds with its stored prices while it fetches newer ones.
  await withPopup(driver, page, (popup) => until('new prices', () => refresh(popup).then(isNew)));
  await page.close();
}
