import { deepStrictEqual } from 'node:assert';
import type { Portfolio } from '#core/owned/portfolio.ts';
import type { WatchAlert } from '#core/owned/watch-list.ts';
import type { Entered } from '#core/settings/settings-file.ts';
import type { PageQuotes } from '#protocol/messages.ts';
import type { WorldBrowser } from './browsers.ts';
import { names } from './price-api.ts';
import type { World } from './world.ts';

export interface Memory {
  /** Whatever this user watches and buys: a message tells whose it is by the name. */
  readonly names: readonly string[];
  portfolio: Portfolio;
  readonly watched: Map<string, WatchAlert | undefined>;
  readonly changedAt: Map<string, number>;
  /** Names whose change failed: nobody knows what is stored. */
  readonly unsure: Set<string>;
  isPortfolioUnsure: boolean;
  actedAt: number;
}

type Step = readonly [
  weight: number,
  run: (world: World, browser: WorldBrowser, memory: Memory) => Promise<string> | string,
];

const attempt = async <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined);

async function look({ invariants, random }: World, browser: WorldBrowser): Promise<string> {
  const asked = names.filter(() => random.chance(0.6));
  const answer = await attempt(browser.ask<PageQuotes>('quotes', { names: asked, changes: true, exits: true }));
  if (!answer) return 'looks and the worker ends';
  const count = invariants.checkQuotes(asked, answer, browser.name);
  return `looks at ${asked.length} items, sees ${count} prices${answer.fault ? `, ${answer.fault.kind}` : ''}`;
}

async function setAlert({ random, api, clock }: World, browser: WorldBrowser, memory: Memory): Promise<string> {
  const name = random.pick(memory.names);
  const [price = 30_000] = api.between('buff163', name, clock.now(), clock.now());
  const isOff = random.chance(0.2);
  const alert: WatchAlert | null = isOff ? null : { kind: 'below', cents: Math.round(price * random.between(0.94, 1)) };
  memory.changedAt.set(name, clock.now());
  memory.unsure.add(name);
  await browser.ask('watch-star', { name, on: true });
  await browser.ask('watch-alert', { name, alert });
  memory.watched.set(name, alert ?? undefined);
  memory.unsure.delete(name);
  return `${isOff ? 'removes the alert of' : 'sets an alert for'} ${name}`;
}

async function unwatch({ random }: World, browser: WorldBrowser, memory: Memory): Promise<string> {
  const name = random.pick(memory.names);
  memory.unsure.add(name);
  await browser.ask('watch-star', { name, on: false });
  memory.watched.delete(name);
  memory.unsure.delete(name);
  return `unwatches ${name}`;
}

async function buy({ random }: World, browser: WorldBrowser, memory: Memory): Promise<string> {
  const item = {
    name: random.pick(memory.names),
    count: 1 + random.below(5),
    paid: { cents: random.below(100_000), currency: 'EUR' },
  };
  const portfolio = { items: [...memory.portfolio.items.slice(-20), item], sales: [] };
  memory.isPortfolioUnsure = true;
  await browser.ask('portfolio-set', portfolio);
  memory.portfolio = portfolio;
  memory.isPortfolioUnsure = false;
  return `buys ${item.name}`;
}

async function remember({ fail }: World, browser: WorldBrowser, memory: Memory): Promise<string> {
  const entered = await attempt(browser.ask<Entered>('entered', {}));
  if (!entered) return 'asks what is stored and the worker ends';
  const known = (name: string) => !memory.unsure.has(name);
  const stored = entered.watchList.items
    .filter(({ name }) => known(name))
    .map(({ name, alert }) => [name, alert] as const);
  const believed = [...memory.watched].filter(([name]) => known(name));
  const sorted = (all: readonly (readonly [string, unknown])[]) =>
    all.toSorted(([one], [other]) => (one < other ? -1 : 1));
  try {
    deepStrictEqual(JSON.parse(JSON.stringify(sorted(stored))), JSON.parse(JSON.stringify(sorted(believed))));
    if (!memory.isPortfolioUnsure) deepStrictEqual(entered.portfolio, memory.portfolio);
  } catch (error) {
    fail(`${browser.name} lost what was stored: ${error instanceof Error ? error.message : ''}`);
  }
  return 'finds all that was stored';
}

async function changeRelay({ random, relays, clock }: World, browser: WorldBrowser): Promise<string> {
  const { url } = random.pick(relays);
  // Nobody changes it without a page of the extension, which wakes the worker.
  browser.wake();
  await clock.sleep(random.between(5000, 20_000));
  const { settings } = await browser.local.get('settings');
  await clock.as(browser.owner, () =>
    browser.local.set({ settings: { ...Object(settings), relay: { url, token: '' } } }),
  );
  browser.wake();
  return `uses ${url}`;
}

export const deeds: Readonly<Record<string, Step>> = {
  looks: [30, look],
  'sets an alert': [6, setAlert],
  unwatches: [2, unwatch],
  buys: [3, buy],
  remembers: [4, remember],
  refreshes: [
    2,
    async (_, browser) => ((await attempt(browser.ask('refresh', {}))) ? 'refreshes' : 'refreshes and nothing answers'),
  ],
  'changes the relay': [3, changeRelay],
  'worker ends': [
    4,
    (_, browser) => {
      browser.killWorker();
      return 'worker ends';
    },
  ],
  'browser starts': [
    1,
    ({ random }, browser) => {
      browser.start(random.chance(0.5));
      return 'browser starts';
    },
  ],
  'extension is updated': [
    1,
    (_, browser) => {
      browser.install('update');
      return 'extension is updated';
    },
  ],
  'storage is evicted': [
    1,
    (_, browser) => {
      browser.evict();
      return 'storage is evicted';
    },
  ],
  'storage is full': [
    1,
    (_, browser) => {
      browser.local.isFull = true;
      return 'storage is full';
    },
  ],
  'storage has room': [
    2,
    (_, browser) => {
      browser.local.isFull = false;
      return 'storage has room';
    },
  ],
};
