import { openStore } from '#browser/storage.ts';
import type { Detail } from '#core/prices/detail.ts';
import { marketIds } from '#core/prices/markets.ts';
import { loadPrices } from '#data/catalogue/loaded-table.ts';
import { withNames } from '#data/catalogue/pack-table.ts';
import { saveDetails } from '#data/details/detail-store.ts';

/** Runs inside the extension. */

declare global {
  /** Stores prices of every item on every market, as the background worker does. Whether there is a table. */
  var storeDetails: (names: readonly string[]) => Promise<boolean>;
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
