import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { until } from '#demo/until.ts';
import { sampleOf } from '../e2e/browser.ts';
import { acts, weights } from './acts.ts';
import { type Day, openDay, storeSettings } from './day.ts';
import { lacksInTime, weigh, wrongsOfDay } from './inspection.ts';
import { plants } from './plants.ts';
import { askRelay } from './price-service.ts';
import { recover } from './recovery.ts';
import { type Step, stepsOf } from './sequence.ts';

/** `npm run test:chaos`: a random but seeded hostile day over the whole stack in a real Chromium. */

const usage = `npm run test:chaos [-- --seed <number>] [--seconds <number>]
  --seed: does what the run of this seed did; printed first
  --seconds: how long it lasts, 600 by default; then everything has to recover
`;

const number = z.coerce.number().check(z.gte(1), z.lt(2 ** 31));
const options = z.object({ seed: z.int(), seconds: number, plant: z.optional(z.enum(Object.keys(plants))) });

const start = performance.now();
const secondsOf = (since: number): number => (performance.now() - since) / 1000;
const told: string[] = [];
function say(line: string): void {
  const timed = `${secondsOf(start).toFixed(1).padStart(6)} s  ${line}`;
  told.push(timed);
  process.stdout.write(`${timed}\n`);
}

/** A step that takes longer hangs. */
const stepLimitMs = 45_000;
/** A slow machine may take so much longer to do everything once. */
const lateSeconds = 90;
/** Steps between two looks at the memory. */
const weighEvery = 20;

async function withLimit<T>(what: string, work: Promise<T>): Promise<T> {
  const limit = sleep(stepLimitMs, undefined, { ref: false }).then(() => {
    throw new Error(`${what} hangs`);
  });
  return Promise.race([work, limit]);
}

/** The day before anything happens: three tabs, all prices there. */
async function begin(day: Day): Promise<string[]> {
  const relayIsUp = await until('the relay', () => askRelay(day.relay.url), { limitMs: 30_000 }).catch(() => undefined);
  if (relayIsUp === undefined) return ['the relay does not start', ...day.relay.problems];
  await storeSettings(day, {});
  for (const [site, page] of [
    ['csfloat', 'search'],
    ['steam', 'search'],
    ['waxpeer', 'list'],
  ] as const) {
    const tab = await day.tabs.open(sampleOf(site, page));
    const lacks = await lacksInTime(day, tab, 30_000);
    if (lacks.length > 0) return lacks;
  }
  return [];
}

async function perform(day: Day, { number, kind, draw }: Step): Promise<string[]> {
  const what = await withLimit(kind, acts[kind]?.run(day, draw) ?? Promise.resolve(''));
  say(`step ${number}: ${kind}, ${what}`);
  await sleep(draw() * 400);
  const wrongs = await withLimit(`the look after ${kind}`, wrongsOfDay(day));
  if (number % weighEvery !== 0) return wrongs;
  return [...wrongs, ...(await withLimit('the look at the memory', weighAloud(day)))];
}

async function weighAloud(day: Day): Promise<string[]> {
  const { wrongs, worker, page } = await weigh(day);
  say(`memory: worker ${worker.toFixed(1)} MB, largest page ${page.toFixed(1)} MB`);
  return wrongs;
}

/** Answers what was wrong, as soon as something is. */
async function live(day: Day, { seed, seconds, plant }: z.infer<typeof options>): Promise<string[]> {
  const wrongs = await begin(day);
  if (wrongs.length > 0) return wrongs;
  const dawn = performance.now();
  const kinds = Object.keys(weights).length;
  for (const step of stepsOf(seed, weights)) {
    const past = secondsOf(dawn);
    if ((past > seconds && step.number > kinds) || past > seconds + lateSeconds) break;
    const found = await perform(day, step);
    if (found.length > 0) return found;
    if (plant && step.number === plantAfter) await plants[plant]?.(day);
  }
  say('the day is over');
  const lacks = await recover(day, say);
  return [...lacks, ...(await wrongsOfDay(day)), ...(await weighAloud(day))];
}

const plantAfter = 10;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { seed: { type: 'string' }, seconds: { type: 'string', default: '600' }, plant: { type: 'string' } },
  });
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const chosen = options.parse({ ...values, seed });
  say(`seed ${chosen.seed}`);
  await using stack = new AsyncDisposableStack();
  const stop = () => void stack.disposeAsync().finally(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const wrongs = await openDay(stack)
    .then((day) => live(day, chosen))
    .catch((error: unknown) => [error instanceof Error ? (error.stack ?? error.message) : String(error)]);
  if (wrongs.length === 0) say(`passed: seed ${chosen.seed}`);
  else report(wrongs, chosen);
  return wrongs.length === 0 ? 0 : 1;
}

/** As many lines as tell how it came to this. */
const lastLines = 30;

function report(wrongs: readonly string[], { seed, seconds }: z.infer<typeof options>): void {
  const lines = [`\nbroken after`, ...told.slice(-lastLines), '', ...new Set(wrongs)].slice(0, lastLines + 30);
  process.stdout.write(`${lines.join('\n')}\n\nreplay: npm run test:chaos -- --seed ${seed} --seconds ${seconds}\n`);
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n${usage}`);
  return 1;
});
// Requests that were left hanging on purpose hold nobody up.
process.exit();
