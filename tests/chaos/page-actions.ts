import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { samples as everySample, sampleOf } from '../e2e/browser.ts';
import { appendCopies, changeRoute, recycleCards, removeOverlays } from '../e2e/doings.ts';
import { doAnything } from '../e2e/random-doings.ts';
import type { ChaosAction } from './action.ts';
import { type ChaosRun, loadedTabs } from './run.ts';
import { chaosSamples as samples } from './samples.ts';
import { pick, type Random } from './sequence.ts';
import type { Tab } from './tabs.ts';

/** One site read from text, one from attributes, one from responses of the site's API. */
const changeableSites = ['csfloat', 'steam', 'waxpeer'];
const changeablePages = changeableSites.flatMap((site) => samples.find((sample) => sample.site === site) ?? []);
const maxCards = 60;

/** A tab on a page whose cards may be changed; opens one if there is none. */
async function changeableTab(run: ChaosRun, random: Random): Promise<Tab> {
  const there = loadedTabs(run).filter(({ sample }) => changeablePages.includes(sample));
  return there.length > 0 ? pick(there, random) : run.tabs.open(pick(changeablePages, random));
}

const inChangeableTab = (
  weight: number,
  perform: (tab: Tab, random: Random, run: ChaosRun) => Promise<unknown>,
): ChaosAction => ({
  weight,
  perform: async (run, random) => {
    const tab = await changeableTab(run, random);
    const what = await perform(tab, random, run);
    return `tab ${tab.number}, ${tab.sample.site}${what === undefined ? '' : `: ${what}`}`;
  },
});

/** Removes the list of cards and inserts it at another place 30 ms later. */
const moveCardList = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const table = document.querySelector('[data-expect]')?.parentElement;
    const place = table?.parentElement;
    if (!table || !place || table === document.body) return;
    table.remove();
    await new Promise((resolve) => setTimeout(resolve, 30));
    place.prepend(table);
  });

const removeExtraCards = (page: Page): Promise<void> =>
  page.evaluate((most) => {
    for (const extra of [...document.querySelectorAll('[data-expect]')].slice(most)) extra.remove();
  }, maxCards);

/** Actions of pages on their cards. */
export const pageActions: Readonly<Record<string, ChaosAction>> = {
  'page changes at random': {
    weight: 3,
    perform: async (run, random) => {
      const home = sampleOf('csfloat', 'search');
      const tab = loadedTabs(run).find(({ sample }) => sample === home) ?? (await run.tabs.open(home));
      await run.tabs.activate(tab);
      const seed = Math.floor(random() * 2 ** 31);
      run.problems.push(...(await doAnything(tab.page, seed, 15)));
      return `tab ${tab.number}, 15 times from ${seed}`;
    },
  },
  'cards are recycled': inChangeableTab(4, ({ page }) => recycleCards(page)),
  'cards are copied': inChangeableTab(2, async ({ page }, random) => {
    const count = 1 + Math.floor(random() * 30);
    await appendCopies(page, count);
    await removeExtraCards(page);
    return count;
  }),
  'card list moves': inChangeableTab(3, ({ page }) => moveCardList(page)),
  'overlays are removed': inChangeableTab(2, ({ page }) => removeOverlays(page)),
  'route changes': inChangeableTab(2, async (tab, random) => {
    const others = everySample.filter(({ site, page }) => site === tab.sample.site && page !== tab.sample.page);
    const home = tab.sample;
    for (const sample of [pick(others, random), home]) {
      tab.sample = sample;
      await changeRoute({ ...tab, requested: [] }, sample);
      await sleep(50);
    }
    return 'there and back';
  }),
  'comparison opens': inChangeableTab(2, async (tab, _, run) => {
    await run.tabs.activate(tab);
    await tab.page.evaluate(() =>
      document.querySelector('skinlens-prices')?.shadowRoot?.querySelector('button')?.focus(),
    );
    await tab.page.keyboard.press('Enter');
    await sleep(150);
    await tab.page.keyboard.press('Escape');
  }),
};
