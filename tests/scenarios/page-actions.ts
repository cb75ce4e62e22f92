import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { samples as everySample, sampleOf } from '../e2e/browser.ts';
import { forgeMessages, moveOverlays, nestDeeply } from '../e2e/malicious-actions.ts';
import { appendCopies, changeRoute, recycleCards, removeOverlays } from '../e2e/page-actions.ts';
import { actAtRandom } from '../e2e/random-actions.ts';
import { type Action, type Actions, loadedTabs, type Run } from './run.ts';
import { pick, type Random } from './sequence.ts';
import { samples, type Tab } from './tabs.ts';

const maxTabs = 5;
const maxCards = 60;
/** One site read from text, one from attributes, one from responses of the site's API. */
const changeablePages = ['csfloat', 'steam', 'waxpeer'].flatMap(
  (site) => samples.find((sample) => sample.site === site) ?? [],
);

const describeTab = ({ number, sample: { site, page } }: Tab): string => `tab ${number}, ${site} ${page}`;

async function twoTabs(run: Run, random: Random): Promise<{ one: Tab; other: Tab }> {
  while (loadedTabs(run).length < 2) await run.tabs.open(pick(samples, random));
  const one = pick(loadedTabs(run), random);
  const rest = loadedTabs(run).filter((tab) => tab !== one);
  return { one, other: pick(rest, random) };
}

type InTab = (tab: Tab, run: Run, random: Random) => Promise<unknown>;

const inTab = (weight: number, perform: InTab): Action => [
  weight,
  async (run, random) => {
    const { one } = await twoTabs(run, random);
    const name = describeTab(one);
    await perform(one, run, random);
    return name;
  },
];

/** An action on a tab with a page whose cards may be changed; opens one if there is none. */
const inCards = (weight: number, perform: InTab): Action => [
  weight,
  async (run, random) => {
    const there = loadedTabs(run).filter(({ sample }) => changeablePages.includes(sample));
    const tab = there.length > 0 ? pick(there, random) : await run.tabs.open(pick(changeablePages, random));
    await perform(tab, run, random);
    return describeTab(tab);
  },
];

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

const tabActions: Actions = {
  'tab opens': [
    4,
    async (run, random) => {
      if (run.tabs.all.length >= maxTabs) await run.tabs.close((await twoTabs(run, random)).one);
      return describeTab(await run.tabs.open(pick(samples, random)));
    },
  ],
  'tab closes': inTab(2, (tab, { tabs }) => tabs.close(tab)),
  'tab is activated': inTab(4, (tab, { tabs }) => tabs.activate(tab)),
  'tab is discarded': [
    2,
    async (run, random) => {
      const { one, other } = await twoTabs(run, random);
      await run.tabs.activate(other);
      await run.tabs.discard(one);
      return describeTab(one);
    },
  ],
  'tab is restored': [
    4,
    async (run, random) => {
      const discarded = run.tabs.all.filter((tab) => tab.discarded);
      if (discarded.length === 0) return 'no tab is discarded';
      const tab = pick(discarded, random);
      await run.tabs.restore(tab);
      return describeTab(tab);
    },
  ],
  'tab is reloaded': inTab(2, ({ page }) => page.reload({ waitUntil: 'domcontentloaded' })),
  'tab navigates and goes back': inTab(2, async (tab, run, random) => {
    const { page, sample } = tab;
    await run.tabs.activate(tab);
    const others = samples.filter(({ url }) => url !== sample.url);
    tab.sample = pick(others, random);
    await page.goto(tab.sample.url, { waitUntil: 'domcontentloaded' });
    // A page from the back-forward cache fires no load event.
    await page.goBack({ waitUntil: 'domcontentloaded', timeout: 2000 }).catch(() => null);
    tab.sample = samples.find(({ url }) => url === page.url()) ?? sample;
  }),
};

const cardActions: Actions = {
  'page changes at random': [
    3,
    async (run, random) => {
      const home = sampleOf('csfloat', 'search');
      const tab = loadedTabs(run).find(({ sample }) => sample === home) ?? (await run.tabs.open(home));
      await run.tabs.activate(tab);
      const seed = Math.floor(random() * 2 ** 31);
      run.problems.push(...(await actAtRandom(tab.page, seed, 15)));
      return `tab ${tab.number}, 15 times from ${seed}`;
    },
  ],
  'cards are recycled': inCards(4, ({ page }) => recycleCards(page)),
  'cards are copied': inCards(2, async ({ page }, _, random) => {
    await appendCopies(page, 1 + Math.floor(random() * 30));
    await removeExtraCards(page);
  }),
  'cards are nested deeply': inCards(1, ({ page }) => nestDeeply(page, 300)),
  'card list moves': inCards(3, ({ page }) => moveCardList(page)),
  'overlays are removed': inCards(2, ({ page }) => removeOverlays(page)),
  'overlays are copied and moved': inCards(2, ({ page }) => moveOverlays(page)),
  'messages of the tap are forged': inCards(1, ({ page }) => forgeMessages(page)),
  'route changes': inCards(2, async (tab, _, random) => {
    const others = everySample.filter(({ site, page }) => site === tab.sample.site && page !== tab.sample.page);
    const home = tab.sample;
    for (const sample of [pick(others, random), home]) {
      tab.sample = sample;
      await changeRoute(tab.page, tab.samples, sample);
      await sleep(50);
    }
  }),
  'comparison opens': inCards(2, async (tab, run) => {
    await run.tabs.activate(tab);
    await tab.page.evaluate(() =>
      document.querySelector('skinlens-prices')?.shadowRoot?.querySelector('button')?.focus(),
    );
    await tab.page.keyboard.press('Enter');
    await sleep(150);
    await tab.page.keyboard.press('Escape');
  }),
};

export const pageActions: Actions = { ...tabActions, ...cardActions };
