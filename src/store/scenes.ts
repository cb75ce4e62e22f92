import type { Page } from 'puppeteer-core';
import { storeSettings } from '#demo/extension.ts';
import { until } from '#demo/until.ts';
import type { Composition } from '#store/frame.ts';
import { deadRelay, type Look, type Studio } from '#store/studio.ts';

/** One picture for the stores. */
export interface Scene {
  /** Its file's name. */
  readonly name: string;
  readonly take: (studio: Studio) => Promise<Composition>;
}

const left = 40;
const top = 104;
/** A page fills the width under the line of words and runs out of the picture at its lower edge. */
const wide = { width: 1200, height: 696 };
const popupWidth = 360;
/** Three popups beside each other in the width of a page. */
const column = (at: number): number => left + at * (popupWidth + 60);
const tallest = 656;

const dark: Look = { theme: 'dark', ...wide };
const light: Look = { theme: 'light', ...wide };

const shoot = (page: Page): Promise<Uint8Array> => page.screenshot();

/** The upper part of a popup, as high as it is or as the picture lets it be. */
async function shootPopup(popup: Page): Promise<Uint8Array> {
  const content = await popup.evaluate(() => Math.ceil(document.body.getBoundingClientRect().bottom));
  await popup.setViewport({ width: popupWidth, height: Math.min(content, tallest) });
  return popup.screenshot();
}

async function press(popup: Page, name: string): Promise<void> {
  const button = await popup.waitForSelector(`aria/${name}[role="button"]`);
  await button?.click();
}

/** Comes first, before there are prices: no relay listens at this address. */
const fault: Scene = {
  name: '5-why-not',
  take: async (studio) => {
    await storeSettings(studio.driver, { relay: { url: deadRelay } });
    const page = await studio.open('whitemarket', 'market', light, 'offline');
    const popup = await studio.openPopup('light');
    await popup.waitForSelector('.health.bad');
    const images = [
      { png: await shoot(page), left, top, width: wide.width },
      { png: await shootPopup(popup), left: 860, top: 124, width: popupWidth },
    ];
    await popup.close();
    await page.close();
    return { words: 'No price? It says why, and what to do', theme: 'light', images };
  },
};

const cards: Scene = {
  name: '1-cards',
  take: async (studio) => {
    const page = await studio.open('csfloat', 'search', dark);
    const images = [{ png: await shoot(page), left, top, width: wide.width }];
    await page.close();
    return { words: 'What BUFF163, YouPin and CSFloat ask, on every card', theme: 'dark', images };
  },
};

/** A card in the second row, so that there is room above it. */
const gloves = 7;

const comparison: Scene = {
  name: '2-comparison',
  take: async (studio) => {
    const page = await studio.open('skins', 'market', dark);
    const [host] = (await page.$$('skinlens-prices')).slice(gloves);
    await host?.hover();
    await page.waitForFunction(() => document.querySelector('skinlens-panel')?.matches(':popover-open'));
    await until('prices of every market', () => panelIsFull(page), { limitMs: 60_000 });
    const images = [{ png: await shoot(page), left, top, width: wide.width }];
    await page.close();
    return { words: 'Rest the pointer on a card: all your markets side by side', theme: 'dark', images };
  },
};

/** Whether the second feed has told of every market that is compared. */
const panelIsFull = (page: Page): Promise<true | undefined> =>
  page.evaluate(() => {
    const shown = document.querySelector('skinlens-panel')?.shadowRoot?.textContent ?? '';
    return (shown !== '' && !shown.includes('Not loaded yet')) || undefined;
  });

const redline = 'AK-47 | Redline (Field-Tested)';
const asiimov = 'AWP | Asiimov (Field-Tested)';

async function search(popup: Page, typed: string, item: string): Promise<void> {
  await popup.click('.query', { count: 3 });
  await popup.type('.query', typed);
  await popup.waitForSelector(`aria/Watch ${item}[role="button"]`, { timeout: 30_000 });
}

const popups: Scene = {
  name: '3-search-and-watch',
  take: async (studio) => {
    const popup = await studio.openPopup('dark');
    await popup.bringToFront();
    await search(popup, 'awp asi ft', asiimov);
    await press(popup, `Watch ${asiimov}`);
    await search(popup, 'ak redl ft', redline);
    await press(popup, `Watch ${redline}`);
    const found = await shootPopup(popup);
    await popup.close();
    const images = [
      { png: found, left: column(0), top, width: popupWidth },
      { png: await shootSection(studio, '.watch', 'summary'), left: column(1), top, width: popupWidth },
      {
        png: await shootSection(studio, '.settings', 'details:nth-of-type(3) > summary'),
        left: column(2),
        top,
        width: popupWidth,
      },
    ];
    return { words: 'Search every item, watch some, be told once when a price comes', theme: 'dark', images };
  },
};

/** The popup from one of its sections on, opened. */
async function shootSection(studio: Studio, section: string, summary: string): Promise<Uint8Array> {
  const popup = await studio.openPopup('dark');
  await popup.bringToFront();
  const opener = await popup.waitForSelector(`${section} ${summary}`);
  await opener?.click();
  await popup.evaluate((section) => document.querySelector(section)?.scrollIntoView(), section);
  const png = await shootPopup(popup);
  await popup.close();
  return png;
}

const day: Scene = {
  name: '4-light',
  take: async (studio) => {
    const page = await studio.open('steam', 'search', light);
    const popup = await studio.openPopup('light');
    await popup.waitForSelector('.health.good');
    const images = [
      { png: await shoot(page), left, top, width: wide.width },
      { png: await shootPopup(popup), left: 860, top: 124, width: popupWidth },
    ];
    await popup.close();
    await page.close();
    return { words: 'Thirteen marketplaces, light and dark, and only your own relay is asked', theme: 'light', images };
  },
};

/** In the order in which they are taken. */
export const beforeRelay: readonly Scene[] = [fault];
export const withRelay: readonly Scene[] = [cards, comparison, popups, day];
