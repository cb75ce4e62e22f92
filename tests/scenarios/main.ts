import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { until } from '#demo/until.ts';
import { sampleOf } from '../e2e/browser.ts';
import { drawSeed } from '../seed.ts';
import { actions } from './actions.ts';
import { brokenNames, unnoticed } from './broken-invariants.ts';
import { awaitRecovered, checkMemory, checkRun } from './checks.ts';
import { requestPrices } from './price-api.ts';
import { recover } from './recovery.ts';
import { type Run, saveSettings, startRun } from './run.ts';
import { type Step, stepsOf } from './sequence.ts';

/** `npm run test:scenarios`: random but seeded faults and actions on the whole stack in a real Chromium. */

const usage = `npm run test:scenarios [-- --seed <number>] [--seconds <number>] [--inject <invariant>,<invariant>]
  --seed: replays the steps of this seed; every run prints its seed first
  --seconds: duration of the steps, by default SCENARIO_SECONDS or 600; then the stack has to recover
  --inject: breaks these invariants, or all; fails unless each is noticed: ${brokenNames.join(', ')}
`;

const number = z.coerce.number().check(z.gte(1), z.lt(2 ** 31));
const options = z.object({ seed: z.int(), seconds: number, inject: z.array(z.enum(brokenNames)) });

const start = performance.now();
const secondsSince = (time: number): number => (performance.now() - time) / 1000;
const printed: string[] = [];
function print(line: string): void {
  const timed = `${secondsSince(start).toFixed(1).padStart(6)} s  ${line}`;
  printed.push(timed);
  process.stdout.write(`${timed}\n`);
}

/** A step that takes longer has hung. */
const stepLimitMs = 45_000;
/** Steps between two checks of the memory. */
const memoryInterval = 20;
const weights = Object.fromEntries(Object.entries(actions).map(([kind, [weight]]) => [kind, weight]));

async function withLimit<T>(what: string, work: Promise<T>): Promise<T> {
  const limit = sleep(stepLimitMs, undefined, { ref: false }).then(() => {
    throw new Error(`${what} hangs`);
  });
  return Promise.race([work, limit]);
}

async function openFirstTabs(run: Run): Promise<string[]> {
  const isUp = await until('the relay', () => requestPrices(run.relay.url), { limitMs: 90_000 }).catch(() => undefined);
  if (isUp === undefined) return ['the relay does not start', ...run.relay.problems];
  await saveSettings(run, {});
  for (const [site, page] of [
    ['csfloat', 'search'],
    ['steam', 'search'],
    ['waxpeer', 'list'],
  ] as const) {
    const tab = await run.tabs.open(sampleOf(site, page));
    const failures = await awaitRecovered(run, tab, 30_000);
    if (failures.length > 0) return failures;
  }
  return [];
}

async function performStep(run: Run, { number, kind, random }: Step): Promise<string[]> {
  const done = await withLimit(kind, Promise.resolve(actions[kind]?.[1](run, random)));
  print(`step ${number}: ${kind}${typeof done === 'string' ? `, ${done}` : ''}`);
  await sleep(random() * 400);
  const failures = await withLimit(`the checks after ${kind}`, checkRun(run));
  if (number % memoryInterval !== 0) return failures;
  return [...failures, ...(await withLimit('the check of the memory', checkAndPrintMemory(run)))];
}

async function checkAndPrintMemory(run: Run): Promise<string[]> {
  const { failures, worker, page } = await checkMemory(run);
  print(`memory: worker ${worker.toFixed(1)} MB, largest page ${page.toFixed(1)} MB`);
  return failures;
}

async function performSteps(run: Run, { seed, seconds, inject }: z.infer<typeof options>): Promise<string[]> {
  const failuresAtStart = await openFirstTabs(run);
  if (failuresAtStart.length > 0) return failuresAtStart;
  if (inject.length > 0) return unnoticed(run, inject, print);
  const firstStepAt = performance.now();
  for (const step of stepsOf(seed, weights)) {
    if (secondsSince(firstStepAt) > seconds) break;
    const failures = await performStep(run, step);
    if (failures.length > 0) return failures;
  }
  print('all steps are done, the stack has to recover');
  const failures = await recover(run, print);
  return [...failures, ...(await checkRun(run)), ...(await checkAndPrintMemory(run))];
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { seed: { type: 'string' }, seconds: { type: 'string' }, inject: { type: 'string' } },
  });
  const seed = Number(values.seed ?? drawSeed());
  const inject = values.inject === 'all' ? brokenNames : (values.inject?.split(',') ?? []);
  const seconds = values.seconds ?? process.env['SCENARIO_SECONDS'] ?? '600';
  const chosen = options.parse({ seed, seconds, inject });
  print(`seed ${chosen.seed}`);
  await using stack = new AsyncDisposableStack();
  const stop = () => void stack.disposeAsync().finally(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const failures = await startRun(stack)
    .then((run) => performSteps(run, chosen))
    .catch((error: unknown) => [error instanceof Error ? (error.stack ?? error.message) : String(error)]);
  if (failures.length === 0) print(`passed: seed ${chosen.seed}`);
  else report(failures, chosen);
  return failures.length === 0 ? 0 : 1;
}

const lastLines = 30;

function report(failures: readonly string[], { seed, seconds }: z.infer<typeof options>): void {
  const lines = [`\nfailed after`, ...printed.slice(-lastLines), '', ...new Set(failures)].slice(0, lastLines + 30);
  const replay = `npm run test:scenarios -- --seed ${seed} --seconds ${seconds}`;
  process.stdout.write(`${lines.join('\n')}\n\nreplay: ${replay}\n`);
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n${usage}`);
  return 1;
});
// Requests that were left hanging on purpose keep the process alive.
process.exit();
