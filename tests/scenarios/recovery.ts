import * as z from 'zod/mini';
import { maxRetryMs } from '#data/refresh/schedule.ts';
import { until } from '#demo/until.ts';
import { actions } from './actions.ts';
import { awaitRecovered, checkEntered, checkKey } from './checks.ts';
import { requestPrices } from './price-api.ts';
import { askWorker, type Run } from './run.ts';
import { seededRandom } from './sequence.ts';

/** Longest pause of the relay: a minute after a 429 without `Retry-After`, followed by its own back-off. */
const relayTimeoutMs = 90_000;
const timeoutMs = 20_000;
const jitterMs = 15_000;

/** More than the worker's longest back-off, that of exchange rates included. */
const maxBackOffMs = 19 * 60_000;

const status = z.object({
  ok: z.literal(true),
  answer: z.object({
    nextCheckAt: z.nullable(z.number()),
    checking: z.boolean(),
    table: z.nullable(z.object({ asOf: z.number() })),
  }),
});

const askStatus = async (run: Run) => status.parse(await askWorker(run, 'status', {})).answer;

/**
 * Removes all faults, lets the relay and the worker refresh once by their own schedules, and answers the failures that
 * remain.
 */
export async function recover(run: Run, print: (line: string) => void): Promise<string[]> {
  await removeFaults(run);
  const current = run.priceApi.versions.at(-1)?.asOf;
  const isCurrent = async () => ((await requestPrices(run.relay.url)) === current ? true : undefined);
  const patience = { limitMs: relayTimeoutMs, pauseMs: 500 };
  if (!(await until('the relay', isCurrent, patience).catch(() => false))) return ['the relay does not recover'];
  print('the relay has the current prices');
  const late = (await skipToNextRefresh(run, print)) ?? (await awaitWorker(run, current));
  if (late) return [late];
  const failures: string[] = [];
  for (const tab of run.tabs.all) {
    await run.tabs.activate(tab);
    const inTab = await awaitRecovered(run, tab, timeoutMs);
    failures.push(...inTab.map((failure) => `tab ${tab.number}, ${tab.sample.site} ${tab.sample.page}: ${failure}`));
  }
  await run.workers.shiftClock(0);
  const checks = [checkEntered, checkKey, checkHistory, checkPopup];
  for (const check of checks) if (failures.length === 0) failures.push(...(await check(run)));
  return failures;
}

/** A history that was damaged has begun anew: the relay records a price that is for sale. */
async function checkHistory({ priceApi, relay }: Run): Promise<string[]> {
  const item = [...(priceApi.versions.at(-1)?.rows ?? [])].find(([, row]) => row.price_buff)?.[0] ?? '';
  // The worker keeps an answer for five minutes, so the relay itself is asked.
  const query = new URLSearchParams({ item, markets: 'buff163', days: '7' });
  const isRecorded = async () => (await fetch(`${relay.url}/api/history?${query}`)).status === 200 || undefined;
  const wait = { limitMs: relayTimeoutMs, pauseMs: 500 };
  if (!(await until('a recorded price', isRecorded, wait).catch(() => false)))
    return [`no price of ${item} is recorded`];
  return [];
}

async function removeFaults(run: Run): Promise<void> {
  const { priceApi, tabs } = run;
  priceApi.setFault(undefined);
  priceApi.setHasData(true);
  const repairs = [
    'storage has room',
    'network recovers',
    'store starts',
    'relay starts',
    'other relay starts',
    'clock is reset',
    'settings are reset',
  ];
  for (const kind of repairs) await actions[kind]?.[1](run, seededRandom(0));
  run.network.setTarget(run.relay.port);
  await until('the status page', async () => run.relay.pageUrl(), { limitMs: relayTimeoutMs });
  await actions['relay opens up']?.[1](run, seededRandom(0));
  // The reset settings have no rates of the user: only the relay's rates are valid.
  delete run.rates['COIN'];
  for (const [code, all] of Object.entries(run.rates)) run.rates[code] = all.slice(0, 1);
  for (const tab of tabs.all.filter(({ discarded }) => discarded)) await tabs.restore(tab);
}

/**
 * Moves the worker's clock to its next refresh; answers a failure when that is later than allowed. A refresh that began
 * before the faults were removed may still fail and does not count.
 */
async function skipToNextRefresh(run: Run, print: (line: string) => void): Promise<string | undefined> {
  const idle = async () => {
    const now = await askStatus(run);
    return now.checking ? undefined : now;
  };
  const { nextCheckAt } = await until('the end of a refresh', idle, { limitMs: 30_000 });
  if (nextCheckAt === null) return 'the worker has no refresh scheduled although prices are in use';
  const waitMs = nextCheckAt - Date.now();
  if (waitMs > maxRetryMs + jitterMs) return `the worker waits for ${waitMs} ms`;
  print(`the worker refreshes in ${Math.round(waitMs / 1000)} s, its clock is moved there`);
  await run.workers.shiftClock(Math.max(waitMs + 1000, maxBackOffMs));
  await askStatus(run);
  // An open page asks each minute, which refreshes exchange rates.
  await askWorker(run, 'quotes', { names: [] });
  return undefined;
}

/**
 * Waits until the worker has the current prices. Until then a page may show newer prices than the worker has: those that
 * did not fit into the storage before the worker was killed. Such a page passes checks by chance.
 */
async function awaitWorker(run: Run, current: number | undefined): Promise<string | undefined> {
  const isCurrent = async () => (await askStatus(run)).table?.asOf === current || undefined;
  const came = await until('the worker', isCurrent, { limitMs: timeoutMs }).catch(() => false);
  return came ? undefined : 'the worker does not recover';
}

async function checkPopup(run: Run): Promise<string[]> {
  const [tab] = run.tabs.all;
  if (!tab) return ['no tab is left'];
  await run.tabs.activate(tab);
  const popup = await run.driver.openPopup(tab.page);
  const diagnosis = () => popup.evaluate(() => document.querySelector('.live .diagnosis')?.textContent ?? 'nothing');
  const isGood = async () => (await diagnosis()).startsWith('Working') || undefined;
  const good = await until('the popup', isGood, { limitMs: timeoutMs }).catch(() => false);
  const failures = good ? [] : [`the popup says “${await diagnosis()}”`];
  await popup.close();
  return failures;
}
