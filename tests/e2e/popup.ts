import type { Page } from 'puppeteer-core';
import { expect } from 'vitest';
import { type Driver, until } from '#demo/driver-contract.ts';
import type { PopupTab } from '#popup/deps.ts';

export async function withPopup<T>(driver: Driver, page: Page, run: (popup: Page) => Promise<T>): Promise<T> {
  const popup = await driver.openPopup(page);
  try {
    return await run(popup);
  } finally {
    await popup.close();
  }
}

const textOf = (popup: Page): Promise<string> =>
  popup.evaluate(() => Array.from(document.body.querySelectorAll('*'), ({ textContent }) => textContent).join('\n'));

export const expectText = (popup: Page, text: RegExp): Promise<void> => expect.poll(() => textOf(popup)).toMatch(text);

/** A button, by its label or its text. A search by the accessible name takes Firefox seconds. */
async function buttonOf(page: Page, name: string) {
  const find = () =>
    page.evaluateHandle((name) => {
      const isIt = (one: Element) => [one.ariaLabel, one.textContent.trim()].includes(name) && one.checkVisibility();
      return [...document.querySelectorAll('button')].find(isIt);
    }, name);
  const button = await until(`the button ${name}`, async () => (await find()).asElement() ?? undefined);
  return button.toElement('button');
}

/** Clicks a button once it can be pressed and stands still: a page that loads moves it. */
export async function press(page: Page, name: string): Promise<void> {
  await (await buttonOf(page, name)).asLocator().click();
}

/** Presses a button by the keyboard, which hits it wherever a page that loads moves it meanwhile. */
export async function pressByKey(page: Page, name: string): Promise<void> {
  await (await buttonOf(page, name)).focus();
  await page.keyboard.press('Enter');
}

/** Chooses a tab of the popup, which may be in a tab behind another: the browser itself clicks only in front. */
export async function chooseTab(popup: Page, tab: PopupTab): Promise<void> {
  await (await popup.waitForSelector(`#tab-${tab}`))?.evaluate((button) => button.dispatchEvent(new Event('click')));
  await popup.waitForSelector(`#panel-${tab}:not([hidden])`);
}

/** Presses Refresh as soon as it is enabled. Returns the outcome that the popup shows. */
export async function refresh(popup: Page): Promise<string> {
  await until('a Refresh to press', () =>
    popup.evaluate(() => {
      const buttons = [...document.querySelectorAll('button')];
      const button = buttons.find((each) => each.textContent === 'Refresh' && each.ariaDisabled !== 'true');
      button?.click();
      return button ? true : undefined;
    }),
  );
  return until(
    'an outcome',
    async () => /no newer prices|New prices for|Refresh failed/.exec(await textOf(popup))?.[0],
  );
}

/** Types into the search field as soon as the popup shows it, and waits for the answer to the whole query. */
export async function typeInSearch(popup: Page, text: string): Promise<void> {
  const field = await popup.waitForSelector('.query');
  await field?.click();
  await field?.type(text);
  await popup.waitForSelector('.search[aria-busy="false"]');
}
