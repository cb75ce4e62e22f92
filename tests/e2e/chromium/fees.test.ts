import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { noFees } from '#core/fees.ts';
import { until } from '#demo/until.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { expectText, refresh } from '../popup.ts';
import { colorSchemes, screenshotBothSchemes, setColorScheme } from '../screenshots.ts';
import { useWorld } from '../world.ts';

const world = useWorld();
const redline = 'AK-47 | Redline (Field-Tested)';

/** Presses a button by its text. */
const press = (page: Page, label: string): Promise<unknown> =>
  until(`the button ${label}`, () =>
    page.evaluate((label) => {
      const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === label);
      found?.click();
      return found ? true : undefined;
    }, label),
  );

/** Opens every group whose title has a text. */
const unfold = (page: Page, title: string): Promise<void> =>
  page.$$eval(
    'details',
    (groups, title) => {
      for (const group of groups) if (group.querySelector('summary')?.textContent.includes(title)) group.open = true;
    },
    title,
  );

async function expectAccessible(page: Page, selector: string): Promise<void> {
  for (const scheme of colorSchemes) {
    await setColorScheme(page, scheme);
    expect(await accessibilityViolations(page, selector)).toEqual([]);
  }
}

describe('in the popup', () => {
  test('one click takes over the fees of public sources', async () => {
    await world().configure({});
    const popup = await world().driver.openExtensionPage('popup.html?tab=');
    await expectText(popup, /Fees from public sources/);
    await unfold(popup, 'Fees');
    await unfold(popup, 'CSFloat');
    await screenshotBothSchemes(popup, 'fees', 390);
    await expectAccessible(popup, '.settings');
    await press(popup, 'Use these fees');
    await until('the button to go', async () => !(await popup.content()).includes('Use these fees') || undefined);
    await popup.close();
  });

  test('a portfolio shows what a sale would leave', async () => {
    const fees = { confirmed: true, markets: { buff163: { ...noFees, selling: { percent: 2.5, cents: 0 } } } };
    await world().configure({ fees });
    const popup = await world().driver.openExtensionPage('popup.html?tab=');
    expect(await refresh(popup)).not.toBe('Refresh failed');
    await unfold(popup, 'Portfolio');
    await popup.waitForSelector('.portfolio-import');
    await unfold(popup, 'Add a list');
    await popup.type('.portfolio textarea', `${redline};3;10,50\nNo such item;1;2\nbroken;x`);
    await press(popup, 'Add these items');
    await expectText(popup, /2 entries added\. These lines could not be read: 3\./);
    await expectText(popup, /3 of 4 items/);
    await expectText(popup, /without a certain price: No such item\./);
    await screenshotBothSchemes(popup, 'portfolio', 390);
    await expectAccessible(popup, '.portfolio');
    await popup.close();
  });
});
