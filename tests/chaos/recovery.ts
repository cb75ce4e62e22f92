import * as z from 'zod/mini';
import { until } from '#demo/until.ts';
import { maxRetryMs } from '#prices/refresh/schedule.ts';
import { acts } from './acts.ts';
import { askWorker, type Day } from './day.ts';
import { lacksInTime } from './inspection.ts';
import { askRelay } from './price-service.ts';
import { drawsOf } from './sequence.ts';

/** Longest pause of the relay: a minute after a refusal without a time, and its own growing one behind it. */
const relayPatienceMs = 90_000;
const patienceMs = 20_000;
const spreadMs = 15_000;

/** Longest that the worker waits after failures by itself, for exchange rates as well: a quarter of an hour and some. */
const backOffMs = 19 * 60_000;

const status = z.object({
  ok: z.literal(true),
  answer: z.object({
    nextCheckAt: z.nullable(z.number()),
    checking: z.boolean(),
    table: z.nullable(z.object({ asOf: z.number() })),
  }),
});

const askStatus = async (day: Day) => status.parse(await askWorker(day, 'status', {})).answer;

/**
 * Ends all that is hostile, lets the relay and the worker have one look each at the time of their own schedules, and
 * answers what is not as it should be then.
 */
export async function recover(day: Day, say: (line: string) => void): Promise<string[]> {
  await heal(day);
  const present = day.service.versions.at(-1)?.asOf;
  const isPresent = async () => ((await askRelay(day.relay.url)) === present ? true : undefined);
  const patience = { limitMs: relayPatienceMs, pauseMs: 500 };
  if (!(await until('the relay', isPresent, patience).catch(() => false))) return ['the relay does not recover'];
  say('the relay has the present prices');
  const late = (await letPollCome(day, say)) ?? (await awaitWorker(day, present));
  if (late) return [late];
  const lacks: string[] = [];
  for (const tab of day.tabs.all) {
    await day.tabs.front(tab);
    const left = await lacksInTime(day, tab, patienceMs);
    lacks.push(...left.map((lack) => `tab ${tab.number}, ${tab.sample.site} ${tab.sample.page}: ${lack}`));
  }
  await day.workers.shift(0);
  return lacks.length > 0 ? lacks : expectGoodPopup(day);
}

async function heal(day: Day): Promise<void> {
  const { service, tabs } = day;
  service.play(undefined);
  service.provide(true);
  const healing = ['storage has room', 'network heals', 'relay starts', 'clock is right', 'settings are reset'];
  for (const kind of healing) await acts[kind]?.run(day, drawsOf(0));
  // With the settings the user's own rates are gone: what the relay says counts alone.
  delete day.rates['COIN'];
  for (const [code, all] of Object.entries(day.rates)) day.rates[code] = all.slice(0, 1);
  for (const tab of tabs.all.filter(({ asleep }) => asleep)) await tabs.wake(tab);
}

/**
 * Moves the worker's clock to its next look; answers what is wrong when that is later than it may be. What it began
 * before all was well again may still fail, and is no such look.
 */
async function letPollCome(day: Day, say: (line: string) => void): Promise<string | undefined> {
  const idle = async () => {
    const now = await askStatus(day);
    return now.checking ? undefined : now;
  };
  const { nextCheckAt } = await until('the end of a look', idle, { limitMs: 30_000 });
  if (nextCheckAt === null) return 'the worker plans no look though somebody looks';
  const waitMs = nextCheckAt - Date.now();
  if (waitMs > maxRetryMs + spreadMs) return `the worker wants to wait for ${waitMs} ms`;
  say(`the worker looks in ${Math.round(waitMs / 1000)} s, which pass at once`);
  await day.workers.shift(Math.max(waitMs + 1000, backOffMs));
  await askStatus(day);
  // As an open page does each minute: exchange rates are looked at then.
  await askWorker(day, 'quotes', { names: [] });
  return undefined;
}

/**
 * Waits for the end of the worker's look. A page may show younger prices than the worker has until then, where those found
 * no room in the storage before the worker was killed; whole or not, such a page tells nothing.
 */
async function awaitWorker(day: Day, present: number | undefined): Promise<string | undefined> {
  const isPresent = async () => (await askStatus(day)).table?.asOf === present || undefined;
  const came = await until('the worker', isPresent, { limitMs: patienceMs }).catch(() => false);
  return came ? undefined : 'the worker does not recover';
}

async function expectGoodPopup(day: Day): Promise<string[]> {
  const [tab] = day.tabs.all;
  if (!tab) return ['no tab is left'];
  await day.tabs.front(tab);
  const popup = await day.driver.openPopup(tab.page);
  const words = () => popup.evaluate(() => document.querySelector('#verdict')?.textContent ?? '');
  const isGood = async () => (await words()).startsWith('Working') || undefined;
  const good = await until('the popup', isGood, { limitMs: patienceMs }).catch(() => false);
  const said = good ? [] : [`the popup says “${await words()}”`];
  await popup.close();
  return said;
}
