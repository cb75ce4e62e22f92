import type { Act } from './act.ts';
import { awakeTabs, type Day } from './day.ts';
import { daySamples as samples } from './day-samples.ts';
import { type Draw, pick } from './sequence.ts';
import type { Tab } from './tabs.ts';

/** Most tabs that are open at once. */
const mostTabs = 5;

/** Two tabs that are awake: there are always as many. */
async function twoTabs(day: Day, draw: Draw): Promise<{ one: Tab; other: Tab }> {
  while (awakeTabs(day).length < 2) await day.tabs.open(pick(samples, draw));
  const one = pick(awakeTabs(day), draw);
  const rest = awakeTabs(day).filter((tab) => tab !== one);
  return { one, other: pick(rest, draw) };
}

const nameOf = ({ number, sample: { site, page } }: Tab): string => `tab ${number}, ${site} ${page}`;

/** Does something to one tab that is awake. */
const withOne = (weight: number, run: (tab: Tab, day: Day, draw: Draw) => Promise<unknown>): Act => ({
  weight,
  run: async (day, draw) => {
    const { one } = await twoTabs(day, draw);
    const name = nameOf(one);
    await run(one, day, draw);
    return name;
  },
});

/** What happens to tabs. */
export const tabActs: Readonly<Record<string, Act>> = {
  'tab opens': {
    weight: 4,
    run: async (day, draw) => {
      if (day.tabs.all.length < mostTabs) return nameOf(await day.tabs.open(pick(samples, draw)));
      const { one } = await twoTabs(day, draw);
      await day.tabs.close(one);
      return `${nameOf(await day.tabs.open(pick(samples, draw)))}, in the place of tab ${one.number}`;
    },
  },
  'tab closes': withOne(2, (tab, { tabs }) => tabs.close(tab)),
  'tab comes to the front': withOne(4, (tab, { tabs }) => tabs.front(tab)),
  'tab is discarded': {
    weight: 2,
    run: async (day, draw) => {
      const { one, other } = await twoTabs(day, draw);
      await day.tabs.front(other);
      await day.tabs.sleep(one);
      return nameOf(one);
    },
  },
  'tab is restored': {
    weight: 4,
    run: async (day, draw) => {
      const sleeping = day.tabs.all.filter(({ asleep }) => asleep);
      if (sleeping.length === 0) return 'none sleeps';
      const tab = pick(sleeping, draw);
      await day.tabs.wake(tab);
      return nameOf(tab);
    },
  },
  'tab is reloaded': withOne(2, ({ page }) => page.reload({ waitUntil: 'domcontentloaded' })),
  'tab goes and comes back': withOne(2, async (tab, day, draw) => {
    const { page, sample } = tab;
    await day.tabs.front(tab);
    tab.sample = pick(
      samples.filter(({ url }) => url !== sample.url),
      draw,
    );
    await page.goto(tab.sample.url, { waitUntil: 'domcontentloaded' });
    // What comes out of the back-forward cache tells nobody that it was loaded.
    await page.goBack({ waitUntil: 'domcontentloaded', timeout: 2000 }).catch(() => null);
    tab.sample = samples.find(({ url }) => url === page.url()) ?? sample;
  }),
};
