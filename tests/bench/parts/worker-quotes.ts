import type { Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import type { Driver } from '#demo/driver-contract.ts';
import { emptyWorker } from '../browser/generated-extension.ts';
import { openPeer, peerLookUps, peerName } from '../browser/peer-extension.ts';
import { hasAllQuotes, openWithPrices, quotesRequest, sendMessage } from '../browser/worker-messages.ts';
import { alternate, contender, samplesOf } from '../contenders.ts';
import type { Part } from '../part.ts';

const sides = { unit: 'ms', floor: 'empty message', peer: peerName } as const;
/** The first replies of a worker run code that was never run before. */
const warmUp = 3;

/** 100 quotes from the worker. The peer asks no worker: each page reads and parses the table, then looks names up in it. */
export const workerQuotes: Part = {
  browsers: ['chrome', 'firefox'],
  missed: 'Cards wait for it once; an awake worker takes less than a frame of the screen.',
  metrics: {
    asleep: { what: '100 prices, worker asleep', budget: 2.5, against: 'times floor', ...sides },
    awake: { what: '100 prices, worker awake', budget: 4, against: 'beyond floor', ...sides },
  },
  measure: async (bench) => {
    const names = bench.market.names.slice(0, 100);
    const { driver, page } = await openWithPrices(bench);
    const empty = await bench.open(emptyWorker);
    const emptyPage = await empty.openExtensionPage('background.js');
    const peer = await openPeer(bench);
    const all = {
      ours: contender(() => askWorker(driver, page, names, hasAllQuotes)),
      floor: contender(() => askWorker(empty, emptyPage, names, () => true)),
      peer: contender(() => lookUpInPage(peer, names)),
    };
    await alternate(bench.runs, Object.values(all));
    return { asleep: samplesOf(all, ({ asleep }) => asleep), awake: samplesOf(all, ({ awake }) => awake) };
  },
};

interface Times {
  readonly asleep: number;
  readonly awake: number;
}

async function askWorker(
  driver: Driver,
  page: Page,
  names: readonly string[],
  isComplete: (reply: unknown) => boolean,
): Promise<Times> {
  const timed = async () => {
    const { ms, reply } = await sendMessage(page, quotesRequest(names));
    if (!isComplete(reply)) throw new Error(`the worker replied ${JSON.stringify(reply)}`);
    return ms;
  };
  await driver.stopWorker();
  const asleep = await timed();
  for (let time = 0; time < warmUp; time++) await timed();
  return { asleep, awake: await timed() };
}

const lookUps = z.object({ missing: z.literal(0), first: z.number(), again: z.number() });

async function lookUpInPage(driver: Driver, names: readonly string[]): Promise<Times> {
  const page = await driver.openExtensionPage('background.js');
  const { first, again } = lookUps.parse(await page.evaluate(peerLookUps(names)));
  await page.close();
  return { asleep: first, awake: again };
}
