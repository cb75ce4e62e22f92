import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import type { Driver } from '#demo/driver-contract.ts';
import { bundle } from '../browser/bundle.ts';
import { openPeer, peerName, tableUrl } from '../browser/peer-extension.ts';
import { openWithPrices, restartWorker, sendMessage } from '../browser/worker-messages.ts';
import { alternate, contender } from '../contenders.ts';
import type { Part } from '../part.ts';

const timesSchema = z.object({ ours: z.number(), floor: z.number() });

/** All work of a refresh after the download, as the first work of a worker, for which V8 has compiled nothing yet. */
export const refresh: Part = {
  browsers: ['chrome', 'firefox'],
  metrics: {
    refresh: {
      what: 'Refresh of all prices, decode to store',
      unit: 'ms',
      budget: 4,
      against: 'times floor',
      floor: 'JSON.parse',
      peer: `${peerName}: the text stored, not parsed`,
    },
  },
  measure: async (bench, browser) => {
    const code = await bundle(fileURLToPath(new URL('refresh-in-worker.ts', import.meta.url)));
    const { driver, page } = await openWithPrices(bench);
    const runIn = browser === 'firefox' ? evaluateInPage : evaluateInWorker;
    await runIn(driver, page, `${code};prepareTable()`);
    let run = 0;
    const both = contender(async () => {
      const call = `timeRefresh(${JSON.stringify(tableUrl(bench.market))}, ${run++ % 2 === 0})`;
      return timesSchema.parse(await runIn(driver, page, `${code};${call}`));
    });
    const peerDriver = await openPeer(bench);
    const peerPage = await peerDriver.openExtensionPage('background.js');
    const peer = contender(async () => {
      await peerDriver.stopWorker();
      return z.number().parse((await sendMessage(peerPage, tableUrl(bench.market))).reply);
    });
    await alternate(bench.runs, [both, peer]);
    return {
      refresh: {
        ours: both.results.map(({ ours }) => ours),
        floor: both.results.map(({ floor }) => floor),
        peer: peer.results,
      },
    };
  },
};

async function evaluateInWorker(driver: Driver, page: Page, script: string): Promise<unknown> {
  const worker = await (await restartWorker(driver, page)).worker();
  return worker?.evaluate(script);
}

/** Firefox gives no access to its worker; there a new page of the extension stands for it. */
async function evaluateInPage(driver: Driver, _: Page, script: string): Promise<unknown> {
  const page = await driver.openExtensionPage('background.js');
  const times = await page.evaluate(script);
  await page.close();
  return times;
}
