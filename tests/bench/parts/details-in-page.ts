import { openStore } from '#browser/storage.ts';
import type { Detail } from '#core/prices/detail.ts';
import { marketIds } from '#core/prices/markets.ts';
import { loadPrices } from '#data/catalogue/loaded-table.ts';
import { withNames } from '#data/catalogue/pack-table.ts';
import { readNames } from '#data/catalogue/stored-names.ts';
import { saveDetails } from '#data/details/detail-store.ts';

/** Runs inside the extension. */

declare global {
  /** Stores prices of every item on every market, as the background worker does. Whether there is a table. */
  var storeDetails: (names: readonly string[]) => Promise<boolean>;
  /** ms of the least work of Explore: the table and the names are read; letters are looked for in each name; 13 columns are summed. */
  var leastOfExplore: () => Promise<Readonly<Record<'open' | 'keystroke' | 'filter', number>>>;
}

globalThis.storeDetails = async (names) => {
  const { table } = await loadPrices(openStore('prices'));
  if (!table) return false;
  const now = Date.now();
  const numbered = withNames(table.table, names);
  for (const market of marketIds) {
    const details = names.map((name, at): [string, Detail] => {
      const price = 10 + ((at * 7919) % 90_000);
      const link = `https://${market}.example/item/${at}`;
      return [name, { price, avg7: price, avg30: price, count: at % 90, inflated: false, updatedAt: now, link }];
    });
    const about = { relay: '', updatedAt: now, items: names.length };
    await saveDetails(openStore('columns'), market, new Map(details), numbered, about);
  }
  return true;
};

globalThis.leastOfExplore = async () => {
  const times = [performance.now()];
  const lap = () => times.push(performance.now());
  const { table } = await loadPrices(openStore('prices'));
  const names = (table && (await readNames(openStore('columns'), table.table))) ?? [];
  lap();
  const found = names.filter((name) => name.includes('AK'));
  lap();
  const columns = marketIds.map(() => Float64Array.from(names, (_, row) => row));
  lap();
  const high = columns.map((column) => column.reduce((sum, value) => sum + Number(value > found.length), 0));
  lap();
  if (high.length === 0) throw new Error('nothing was looked at');
  const [start = 0, read = 0, searched = 0, filled = 0, end = 0] = times;
  return { open: read - start, keystroke: searched - read, filter: end - filled };
};
