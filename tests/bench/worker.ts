import type { Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import type { BrowserKind } from '#demo/browsers.ts';
import type { Driver } from '#demo/driver-contract.ts';
import { ask, isAnswered, openFed, quotes } from './asking.ts';
import { type Bench, inBoth, oftener, type Part } from './bench.ts';
import { floor } from './made-extension.ts';
import { openMade, openPeer } from './made-open.ts';
import { peerLookUps, peerName } from './peer.ts';
import { shuffledRounds } from './rounds.ts';
import { type Row, toRow } from './row.ts';

/** Somebody whose look-ups are timed, ms: the first after a pause, and one when all is warm. */
interface Contender {
  readonly look: () => Promise<{ readonly killed: number; readonly warm: number }>;
  readonly killed: number[];
  readonly warm: number[];
}

const warmUp = 3;

/**
 * 100 names from a killed and from a warm worker, beside an empty message to a worker that does nothing. The peer asks
 * no worker: each page reads and parses the table ("killed"), and then looks up in it ("warm").
 */
export const worker: Part = (bench) => inBoth(bench, measure);

async function measure(bench: Bench, browser: BrowserKind): Promise<Row[]> {
  const names = bench.market.names.slice(0, 100);
  const bare = await openMade(bench, browser, floor);
  const ours = await bench.open(browser);
  const stored = await openPeer(bench, browser);
  const empty = contender(asker(bare, await bare.openExtensionPage('background.js'), names, () => true));
  const table = contender(asker(ours, await openFed(ours, bench.market), names, isAnswered));
  const page = contender(() => askPeer(stored, names));
  for await (const { thing: one, keep } of shuffledRounds(oftener(bench), [empty, table, page])) {
    const { killed, warm } = await one.look();
    keep(() => {
      one.killed.push(killed);
      one.warm.push(warm);
    });
  }
  return rowsOf(browser, { empty, table, page });
}

const contender = (look: Contender['look']): Contender => ({ look, killed: [], warm: [] });

const asker =
  (driver: Driver, own: Page, names: readonly string[], check: (reply: unknown) => boolean): Contender['look'] =>
  async () => {
    const timed = async () => {
      const { ms, reply } = await ask(own, quotes(names));
      if (!check(reply)) throw new Error(`the worker answered ${JSON.stringify(reply)}`);
      return ms;
    };
    await driver.stopWorker();
    const killed = await timed();
    // The first answers of a worker pay for code that was never run before.
    for (let time = 0; time < warmUp; time++) await timed();
    return { killed, warm: await timed() };
  };

const looked = z.object({ missing: z.literal(0), first: z.number(), again: z.number() });

async function askPeer(driver: Driver, names: readonly string[]): Promise<{ killed: number; warm: number }> {
  const own = await driver.openExtensionPage('background.js');
  const { first, again } = looked.parse(await own.evaluate(peerLookUps(names)));
  await own.close();
  return { killed: first, warm: again };
}

function rowsOf(browser: BrowserKind, { empty, table, page }: Record<'empty' | 'table' | 'page', Contender>): Row[] {
  const budgets = { killed: 15, warm: 2 };
  return (['killed', 'warm'] as const).map((state) =>
    toRow(
      {
        part: 'worker',
        browser,
        unit: 'ms',
        what: `100 names from a ${state} worker`,
        budget: budgets[state],
        against: 'beyond floor',
      },
      table[state],
      { floor: ['empty message', empty[state]], peer: [peerName, page[state]] },
    ),
  );
}
