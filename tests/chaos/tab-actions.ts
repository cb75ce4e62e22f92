import type { ChaosAction } from './action.ts';
import { type ChaosRun, loadedTabs } from './run.ts';
import { chaosSamples as samples } from './samples.ts';
import { pick, type Random } from './sequence.ts';
import type { Tab } from './tabs.ts';

const maxTabs = 5;

/** Two tabs that are not discarded, opened if needed. */
async function twoTabs(run: ChaosRun, random: Random): Promise<{ one: Tab; other: Tab }> {
  while (loadedTabs(run).length < 2) await run.tabs.open(pick(samples, random));
  const one = pick(loadedTabs(run), random);
  const rest = loadedTabs(run).filter((tab) => tab !== one);
  return { one, other: pick(rest, random) };
}

const describeTab = ({ number, sample: { site, page } }: Tab): string => `tab ${number}, ${site} ${page}`;

/** An action on one tab that is not discarded. */
const inLoadedTab = (
  weight: number,
  perform: (tab: Tab, run: ChaosRun, random: Random) => Promise<unknown>,
): ChaosAction => ({
  weight,
  perform: async (run, random) => {
    const { one } = await twoTabs(run, random);
    const name = describeTab(one);
    await perform(one, run, random);
    return name;
  },
});

export const tabActions: Readonly<Record<string, ChaosAction>> = {
  'tab opens': {
    weight: 4,
    perform: async (run, random) => {
      if (run.tabs.all.length < maxTabs) return describeTab(await run.tabs.open(pick(samples, random)));
      const { one } = await twoTabs(run, random);
      await run.tabs.close(one);
      return `${describeTab(await run.tabs.open(pick(samples, random)))}, in the place of tab ${one.number}`;
    },
  },
  'tab closes': inLoadedTab(2, (tab, { tabs }) => tabs.close(tab)),
  'tab is activated': inLoadedTab(4, (tab, { tabs }) => tabs.activate(tab)),
  'tab is discarded': {
    weight: 2,
    perform: async (run, random) => {
      const { one, other } = await twoTabs(run, random);
      await run.tabs.activate(other);
      await run.tabs.discard(one);
      return describeTab(one);
    },
  },
  'tab is restored': {
    weight: 4,
    perform: async (run, random) => {
      const discardedTabs = run.tabs.all.filter(({ discarded }) => discarded);
      if (discardedTabs.length === 0) return 'no tab is discarded';
      const tab = pick(discardedTabs, random);
      await run.tabs.restore(tab);
      return describeTab(tab);
    },
  },
  'tab is reloaded': inLoadedTab(2, ({ page }) => page.reload({ waitUntil: 'domcontentloaded' })),
  'tab navigates and goes back': inLoadedTab(2, async (tab, run, random) => {
    const { page, sample } = tab;
    await run.tabs.activate(tab);
    tab.sample = pick(
      samples.filter(({ url }) => url !== sample.url),
      random,
    );
    await page.goto(tab.sample.url, { waitUntil: 'domcontentloaded' });
    // A page from the back-forward cache fires no load event.
    await page.goBack({ waitUntil: 'domcontentloaded', timeout: 2000 }).catch(() => null);
    tab.sample = samples.find(({ url }) => url === page.url()) ?? sample;
  }),
};
