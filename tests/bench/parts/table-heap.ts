import type { Page } from 'puppeteer-core';
import type { Driver } from '#demo/driver.ts';
import { storeSettings } from '#demo/extension.ts';
import { heapOf } from '../browser/page-timing.ts';
import { openWithPrices, quotesRequest, restartWorker, sendMessage } from '../browser/worker-messages.ts';
import { alternate, contender } from '../contenders.ts';
import type { Part } from '../part.ts';
import { median } from '../row.ts';

/** The heap of a worker with the table, less that of a worker whose relay cannot be reached. */
export const tableHeap: Part = {
  browsers: ['chrome'],
  metrics: { added: { what: 'Worker heap for the price table', unit: 'MB', budget: 1.2 } },
  measure: async (bench) => {
    const request = quotesRequest(bench.market.names.slice(0, 100));
    const heaps = (driver: Driver, page: Page) =>
      contender(async () => {
        const worker = await restartWorker(driver, page);
        await sendMessage(page, request);
        return heapOf(worker);
      });
    const priced = await openWithPrices(bench);
    const empty = await bench.open();
    await storeSettings(empty, { relay: { url: 'http://127.0.0.1:1' } });
    const withTable = heaps(priced.driver, priced.page);
    const without = heaps(empty, await empty.openOwn('background.js'));
    await alternate(bench.runs, [withTable, without]);
    const least = median(without.results);
    return { added: { ours: withTable.results.map((heap) => heap - least) } };
  },
};
