import { expect, test } from 'vitest';
import { dollar } from '#core/money/rates.ts';
import { type MarketId, referenceMarkets } from '#core/prices/markets.ts';
import { type SavedView, savedViewsKey, toStoredViews } from '#core/rows/saved-views.ts';
import { parseSettings } from '#core/settings/settings.ts';
import type { LoadedTable } from '#data/catalogue/loaded-table.ts';
import { withNames } from '#data/catalogue/pack-table.ts';
import { appendNames } from '#data/catalogue/stored-names.ts';
import { saveDetails } from '#data/details/detail-store.ts';
import { noChange, openStoredChanges, packChanges } from '#data/history/stored-changes.ts';
import { createViewAlerts, type ViewNews } from '#data/view-alerts.ts';
import { makeStore } from './memory-store.ts';
import { loaded, tableOf } from './table-of.ts';

const start = 1_800_000_000_000;
const minute = 60_000;
const charged = (percent: number) => ({ percent, cents: 0 });
const fee = { buying: charged(0), selling: charged(2), cashingOut: charged(0) };
const markets: readonly MarketId[] = ['buff163', 'csfloat'];
const settings = {
  markets,
  fees: { confirmed: true, markets: { buff163: fee, csfloat: fee } },
};
const bargains: SavedView = { name: 'Bargains', address: 'view=cheaper&percent=8&liquidity=60', tells: start };
const [redline, asiimov, rest] = ['AK-47 | Redline (Field-Tested)', 'AWP | Asiimov (Field-Tested)', 'Rest'];

/** What outlives the worker, and what it tells. */
function createWorld(views: readonly SavedView[] = [bargains, { name: 'Quiet', address: '' }]) {
  const kept = {
    views: makeStore(),
    memory: makeStore(),
    columns: makeStore((value) => value),
  };
  const world = {
    now: start,
    table: undefined as LoadedTable | undefined,
    settings: parseSettings(settings),
    told: [] as ViewNews[],
  };
  const save = (next: readonly SavedView[]) => kept.views.write({ [savedViewsKey]: toStoredViews(next) });
  /** Starts a worker that knows what is stored. */
  const startWorker = (notify = async (news: ViewNews) => void world.told.push(news)) =>
    createViewAlerts({
      ...kept,
      table: async () => world.table,
      settings: async () => world.settings,
      shown: async () => dollar,
      notify,
      now: () => world.now,
    });
  /** The markets tell prices of now: items cost $10 on BUFF163, and so much on CSFloat. */
  const tell = async (csfloat: Readonly<Record<string, number>>, of = markets, sample = false) => {
    const names = [redline, asiimov, rest];
    const quotes = names.map(
      (name) => [name, { buff163: 1000, liquidity: 90, inflated: false, csfloat: csfloat[name] ?? 1000 }] as const,
    );
    world.table = loaded(tableOf(quotes, world.table?.table), { asOf: world.now, sample: sample || undefined });
    const { table } = world.table;
    await appendNames(kept.columns, table.catalogue, 0, names);
    const about = { relay: 'http://localhost/', updatedAt: world.now, items: names.length };
    for (const market of of) {
      const details = quotes.map(([name, quote]) => {
        const [cents = 0] = referenceMarkets.flatMap(
          (one) => (one === market ? (quote as Partial<Record<MarketId, number>>)[one] : []) ?? [],
        );
        return [name, { price: cents, count: 9, inflated: false }] as const;
      });
      await saveDetails(kept.columns, market, new Map(details), withNames(table, names), about);
    }
  };
  const pass = (minutes: number) => {
    world.now += minutes * minute;
  };
  const toldNames = () => world.told.map(({ view, rows, more }) => [view, rows.map(({ name }) => name), more]);
  return { kept, world, save, startWorker, tell, pass, toldNames, ready: save(views) };
}

async function seenOnce(of: Readonly<Record<string, number>> = { [asiimov]: 1200 }) {
  const created = createWorld();
  await created.ready;
  await created.tell(of);
  await created.startWorker().check();
  created.pass(30);
  return created;
}

test('new rows are told with where to buy and sell, those of the first time are not', async () => {
  const { world, startWorker, tell, toldNames } = await seenOnce();
  expect(toldNames()).toEqual([]);
  await tell({ [asiimov]: 1200, [redline]: 1300 });
  const worker = startWorker();
  await worker.check();
  expect(world.told).toMatchObject([
    {
      view: 'Bargains',
      more: 0,
      rows: [{ name: redline, market: 'buff163', cents: 1000, sellAt: 'csfloat', asOf: world.now }],
    },
  ]);
  expect(await worker.list()).toMatchObject([
    { name: 'Bargains', wait: undefined, told: [{ name: redline, at: world.now }] },
  ]);
});

test('a worker that ends while it tells, and one that starts again, tell nothing twice', async () => {
  const { startWorker, tell, pass, toldNames } = await seenOnce();
  await tell({ [redline]: 1300 });
  const ended: ViewNews[] = [];
  await startWorker(async (news) => {
    ended.push(news);
    throw new Error('the worker ended');
  }).check();
  expect(ended).toHaveLength(1);
  for (const prices of [{ [redline]: 1300 }, {}, { [redline]: 1310 }]) {
    pass(30);
    await startWorker().check();
    await tell(prices);
    await startWorker().check();
  }
  expect(toldNames()).toEqual([]);
});

test('nothing is told where the memory cannot be stored', async () => {
  const { kept, startWorker, tell, toldNames } = await seenOnce();
  await tell({ [redline]: 1300 });
  kept.memory.refuses = true;
  await startWorker().check();
  expect(toldNames()).toEqual([]);
  kept.memory.refuses = false;
  await startWorker().check();
  expect(toldNames()).toEqual([['Bargains', [redline], 0]]);
});

test('samples and a market that is not loaded are waited for, and no reason to tell', async () => {
  const { world, startWorker, tell, pass, toldNames } = await seenOnce({});
  await tell({ [redline]: 1300 }, markets, true);
  await startWorker().check();
  expect(await startWorker().list()).toMatchObject([{ wait: { reason: 'sample' } }]);
  world.settings = parseSettings({ ...settings, markets: [...markets, 'dmarket'] });
  await tell({ [redline]: 1300 });
  await startWorker().check();
  expect(await startWorker().list()).toMatchObject([{ wait: { reason: 'loading', markets: ['dmarket'] } }]);
  // What the user chose has changed: what is there now is not new.
  await tell({ [redline]: 1300 }, [...markets, 'dmarket']);
  await startWorker().check();
  pass(30);
  await tell({ [redline]: 1300, [asiimov]: 1200 }, [...markets, 'dmarket']);
  await startWorker().check();
  expect(toldNames()).toEqual([['Bargains', [asiimov], 0]]);
});

test('a view that is switched off tells nothing, and once it is on again, only what comes then', async () => {
  const { world, save, startWorker, tell, toldNames } = await seenOnce({});
  const worker = startWorker();
  await save([{ ...bargains, tells: undefined }]);
  expect([await worker.hasAlert(), await worker.neededMarkets(), await worker.list()]).toEqual([false, [], []]);
  await tell({ [redline]: 1300 });
  await worker.check();
  await save([{ ...bargains, tells: world.now }]);
  await worker.check();
  await tell({ [redline]: 1300, [asiimov]: 1200 });
  await worker.check();
  expect(toldNames()).toEqual([['Bargains', [asiimov], 0]]);
  expect([await worker.hasAlert(), await worker.neededMarkets()]).toEqual([true, markets]);
  expect(await worker.addressOf('Bargains')).toBe(bargains.address);
});

test('a row that was told is not told again after the view was off and on', async () => {
  const { world, save, startWorker, tell, pass, toldNames } = await seenOnce({});
  const worker = startWorker();
  const checkAt = async (csfloat: Readonly<Record<string, number>>) => {
    pass(30);
    await tell(csfloat);
    await worker.check();
  };
  const other = { ...bargains, name: 'Steals', address: 'view=cheaper&percent=90' };
  await checkAt({ [redline]: 1300 });
  await save([{ ...bargains, tells: undefined }, other]);
  await checkAt({});
  await save([{ ...bargains, tells: world.now }, other]);
  await checkAt({});
  await checkAt({ [redline]: 1300 });
  expect(toldNames()).toEqual([['Bargains', [redline], 0]]);
});

test('a view tells of what its text finds, as Explore does', async () => {
  const { save, startWorker, tell, toldNames } = await seenOnce({});
  await save([{ ...bargains, address: `${bargains.address}&q=redl` }]);
  await startWorker().check();
  await tell({ [redline]: 1300, [asiimov]: 1200 });
  await startWorker().check();
  expect(toldNames()).toEqual([['Bargains', [redline], 0]]);
});

test('falling prices are compared again when the changes come', async () => {
  const falling = { ...bargains, address: 'view=falling' };
  const { world, kept, save, startWorker, tell, pass, toldNames } = await seenOnce({});
  await save([falling]);
  await startWorker().check();
  pass(30);
  await tell({});
  await startWorker().check();
  const values = new Int16Array(9).fill(noChange);
  // Over 7 days, on BUFF163: −20 %.
  values[3] = -200 * 2;
  const { table } = world.table ?? {};
  if (!table) throw new Error('there is no table');
  const about = { catalogue: table.catalogue, relay: 'http://localhost/', etag: undefined, updatedAt: world.now };
  const changes = openStoredChanges(
    () => kept.columns,
    () => world.now,
  );
  await changes.write(about, packChanges({ names: [redline], values }, withNames(table, [redline])));
  await startWorker().check();
  expect(toldNames()).toEqual([['Bargains', [redline], 0]]);
});
