import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { samples as everySample, sampleOf } from '../e2e/browser.ts';
import { appendCopies, changeRoute, recycleCards, removeOverlays } from '../e2e/page-actions.ts';
import { actAtRandom } from '../e2e/random-actions.ts';
import type { Act } from './act.ts';
import { awakeTabs, type Day } from './day.ts';
import { daySamples as samples } from './day-samples.ts';
import { type Draw, pick } from './sequence.ts';
import type { Tab } from './tabs.ts';

/** One site that is read from the text of its cards, one from their attributes, one from what the page fetches. */
const studied = ['csfloat', 'steam', 'waxpeer'];
const firstPages = studied.flatMap((site) => samples.find((sample) => sample.site === site) ?? []);
const mostCards = 60;

/** A tab on a page that may be changed, opened if there is none. */
async function studiedTab(day: Day, draw: Draw): Promise<Tab> {
  const there = awakeTabs(day).filter(({ sample }) => firstPages.includes(sample));
  return there.length > 0 ? pick(there, draw) : day.tabs.open(pick(firstPages, draw));
}

const withStudied = (weight: number, run: (tab: Tab, draw: Draw, day: Day) => Promise<unknown>): Act => ({
  weight,
  run: async (day, draw) => {
    const tab = await studiedTab(day, draw);
    const what = await run(tab, draw, day);
    return `tab ${tab.number}, ${tab.sample.site}${what === undefined ? '' : `: ${what}`}`;
  },
});

/** Takes the list of cards out of the page and puts it back at another place soon. */
const moveTable = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const table = document.querySelector('[data-expect]')?.parentElement;
    const place = table?.parentElement;
    if (!table || !place || table === document.body) return;
    table.remove();
    await new Promise((resolve) => setTimeout(resolve, 30));
    place.prepend(table);
  });

const trim = (page: Page): Promise<void> =>
  page.evaluate((most) => {
    for (const extra of [...document.querySelectorAll('[data-expect]')].slice(most)) extra.remove();
  }, mostCards);

/** What pages do to their cards. */
export const pageActs: Readonly<Record<string, Act>> = {
  'page does anything': {
    weight: 3,
    run: async (day, draw) => {
      const home = sampleOf('csfloat', 'search');
      const tab = awakeTabs(day).find(({ sample }) => sample === home) ?? (await day.tabs.open(home));
      await day.tabs.front(tab);
      const seed = Math.floor(draw() * 2 ** 31);
      day.problems.push(...(await actAtRandom(tab.page, seed, 15)));
      return `tab ${tab.number}, 15 times from ${seed}`;
    },
  },
  'cards are recycled': withStudied(4, ({ page }) => recycleCards(page)),
  'cards are copied': withStudied(2, async ({ page }, draw) => {
    const count = 1 + Math.floor(draw() * 30);
    await appendCopies(page, count);
    await trim(page);
    return count;
  }),
  'table moves': withStudied(3, ({ page }) => moveTable(page)),
  'overlays are removed': withStudied(2, ({ page }) => removeOverlays(page)),
  'route changes': withStudied(2, async (tab, draw) => {
    const others = everySample.filter(({ site, page }) => site === tab.sample.site && page !== tab.sample.page);
    const home = tab.sample;
    for (const sample of [pick(others, draw), home]) {
      tab.sample = sample;
      await changeRoute(tab.page, tab.stage, sample);
      await sleep(50);
    }
    return 'there and back';
  }),
  'comparison opens': withStudied(2, async (tab, _, day) => {
    await day.tabs.front(tab);
    await tab.page.evaluate(() =>
      document.querySelector('skinlens-prices')?.shadowRoot?.querySelector('button')?.focus(),
    );
    await tab.page.keyboard.press('Enter');
    await sleep(150);
    await tab.page.keyboard.press('Escape');
  }),
};
