import { expect, test } from 'vitest';
import { dollar } from '#core/money/rates.ts';
import { createEnteredService } from '#data/entered.ts';
import { createWatchListService } from '#data/watch-list-service.ts';
import { usd } from '../core/owned/usd.ts';
import { makeStore, throughJson } from './memory-store.ts';

const name = 'AK-47 | Redline (Field-Tested)';
const alert = { kind: 'below', cents: 100 } as const;
const portfolio = { items: [{ name, count: 2, paid: usd(100) }], sales: [] };
const views = [{ name: 'Mine', address: 'view=cheaper' }];

function makeBrowser() {
  const store = makeStore(throughJson);
  const watchList = createWatchListService({
    list: store,
    quotesWithoutUse: async () => ({ table: null, fault: null, quotes: [null] }),
    details: async () => new Map(),
    settings: async () => ({ compared: [], selling: [], coinUsd: null, staleAfterMs: 1 }),
    money: async () => ({ exitOf: () => undefined, saleOf: () => undefined, rateOf: () => undefined, shown: dollar }),
    now: () => 7,
    notify: async () => undefined,
  });
  return { store, watchList, entered: createEnteredService({ store, watchList }) };
}

test('all that a user entered moves to another browser, whose list takes it at once', async () => {
  const [from, to] = [makeBrowser(), makeBrowser()];
  await from.watchList.star(name, true);
  await from.watchList.setAlert(name, alert);
  await from.entered.write({ portfolio, views });
  const read = await from.entered.read();
  expect(read).toMatchObject({ portfolio, views, watchList: { items: [{ name, alert }] } });
  await to.watchList.star('Recoil Case', true);
  await to.entered.write(read);
  expect((await to.watchList.list()).items).toMatchObject([{ name, alert }]);
  await to.entered.write({ views: [] });
  expect(await to.entered.read()).toEqual({ ...read, views: [] });
});
