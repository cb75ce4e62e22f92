import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import { isMarketId, marketIds } from '#core/markets.ts';
import { storeSettings } from '#demo/extension.ts';
import { until } from '#demo/until.ts';
import { endpoints } from '#protocol/price-api.ts';
import { startStubRelay } from '../prices/stub-relay.ts';
import { ask } from './asking.ts';
import type { Bench, Part } from './bench.ts';
import { pageOf } from './cards.ts';
import type { Market } from './market.ts';
import { shuffledRounds } from './rounds.ts';
import { type Row, toRow } from './row.ts';
import { openWatched, timeOfOverlay } from './watch.ts';

const cards = 40;

/** Opening the comparison of 13 markets by key: from the event to the frame in which all of them stand. */
export const panel: Part = async (bench) => {
  const names = bench.market.names.slice(0, cards);
  const relay = await startStubRelay((request, response) => answer(request, response, bench.market, names));
  try {
    return await measure(bench, relay.url, names);
  } finally {
    await relay.close();
  }
};

async function measure(bench: Bench, url: string, names: readonly string[]): Promise<Row[]> {
  const driver = await bench.open('chrome');
  await storeSettings(driver, { relay: { url }, markets: marketIds, coinUsd: 0.65 });
  const own = await driver.openExtensionPage('background.js');
  const question = { kind: 'details', request: { name: names[0] } } as const;
  await until('all markets', async () => isWhole((await ask(own, question)).reply) || undefined, { limitMs: 60_000 });
  const first: number[] = [];
  const later: number[] = [];
  for await (const { keep } of shuffledRounds(bench.runs, ['panel'])) {
    const page = await openWatched(driver, pageOf(names));
    await page.bringToFront();
    await timeOfOverlay(page, cards);
    const fresh = await timeOfOpening(page, 0);
    await timeOfOpening(page, 1);
    const again = await timeOfOpening(page, 2);
    keep(() => {
      first.push(fresh);
      later.push(again);
    });
    await page.close();
  }
  const about = { part: 'panel', browser: 'chrome', unit: 'ms' };
  return [
    toRow({ ...about, what: 'comparison of 13 markets: event → frame', budget: 50 }, later),
    toRow({ ...about, what: 'the first of a page, its script loaded as well' }, first),
  ];
}

const whole = z.object({
  answer: z.object({ markets: z.array(z.object({ asOf: z.number() })).check(z.length(marketIds.length)) }),
});

const isWhole = (reply: unknown): boolean => whole.safeParse(reply).success;

/** Opens the comparison of one card with a key, measures on the page's clock, and closes it. */
async function timeOfOpening(page: Page, card: number): Promise<number> {
  await page.evaluate(awaitOpening, card, marketIds.length);
  await page.keyboard.press('Enter');
  const ms = await page.evaluate(() => opening);
  await page.keyboard.press('Escape');
  return ms;
}

declare const opening: Promise<number>;

/** Runs in the page: puts the focus on a card's overlay, and promises how long it takes from the next key on, ms. */
function awaitOpening(card: number, wanted: number): void {
  const rows = () => document.querySelector('skinlens-panel')?.shadowRoot?.querySelectorAll('tr[data-market]').length;
  const promised = new Promise<number>((resolve) => {
    const begin = ({ timeStamp }: KeyboardEvent) => {
      const look = () => {
        if (rows() !== wanted) requestAnimationFrame(look);
        // A task that is posted in a frame runs after it was painted.
        else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
      };
      look();
    };
    addEventListener('keydown', begin, { capture: true, once: true });
  });
  Object.assign(globalThis, { opening: promised });
  document.querySelectorAll('skinlens-prices')[card]?.shadowRoot?.querySelector('button')?.focus();
}

const headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Expose-Headers': '*',
  'Content-Type': 'application/json',
  ETag: '"bench"',
};

/** The bench's prices, and for each market what it would say of the names. */
function answer(
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
  { body }: Market,
  names: readonly string[],
): void {
  const { pathname, searchParams } = new URL(url, 'http://relay.invalid');
  const id = searchParams.get('markets') ?? '';
  const said = pathname === endpoints.partner ? body : pathname === endpoints.prices ? detailsOf(id, names) : undefined;
  if (method === 'OPTIONS') response.writeHead(204, headers).end();
  else if (said === undefined) response.writeHead(404, headers).end('{"error":"not part of the bench"}');
  else response.writeHead(200, { ...headers, 'Last-Modified': new Date().toUTCString() }).end(said);
}

function detailsOf(id: string, names: readonly string[]): string | undefined {
  if (!isMarketId(id)) return undefined;
  const now = new Date().toISOString();
  const price = id === 'csgoroll' ? { coins: 48.25 } : { price: 3000 + marketIds.indexOf(id) * 7 };
  const entry = { ...price, avg_7: 3050, avg_30: 3100, count: 123, is_inflated: false, updated_at: now };
  const items = Object.fromEntries(names.map((name) => [name, { [id]: entry }]));
  return JSON.stringify({ updated_at: now, markets: [id], items });
}
