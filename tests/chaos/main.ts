import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { until } from '#demo/until.ts';
import { sampleOf } from '../e2e/browser.ts';
import { drawSeed } from '../seed.ts';
import { actions, weights } from './actions.ts';
import { requestPrices } from './faulty-price-api.ts';
import { injectedFaults } from './injected-faults.ts';
import { recover } from './recovery.ts';
import { type ChaosRun, saveSettings, startRun } from './run.ts';
import { awaitRecovered, checkMemory, checkRun } from './run-checks.ts';
import { type Step, stepsOf } from './sequence.ts';

/** `npm run test:chaos`: random but seeded faults and actions on the whole stack in a real Chromium. */

const usage = `npm run test:chaos [-- --seed <number>] [--seconds <number>] [--inject <fault>]
  --seed: replays the steps of this seed; every run prints its seed first
  --seconds: duration of the steps, 600 by default; then the stack has to recover
  --inject: breaks an invariant, so that the run has to fail: ${Object.keys(injectedFaults).join(', ')}
`;

const number = z.coerce.number().check(z.gte(1), z.lt(2 ** 31));
const options = z.object({ seed: z.int(), seconds: number, inject: z.optional(z.enum(Object.keys(injectedFaults))) });

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
/** Additional time in which a slow machine may perform every kind of action once. */
const extraSeconds = 90;
/** Steps between two checks of the memory. */
const memoryInterval = 20;
/** Steps before a fault is injected. */
const injectAfter = 10;

async function withLimit<T>(what: string, work: Promise<T>): Promise<T> {
  const limit = sleep(stepLimitMs, undefined, { ref: false }).then(() => {
    throw new Error(`${what} hangs`);
  });
  return Promise.race([work, limit]);
}

/** Opens three tabs and waits for all of their prices. */
async function openFirstTabs(run: ChaosRun): Promise<string[]> {
  const isUp = await until('the relay', () => requestPrices(run.relay.url), { limitMs: 30_000 }).catch(() => undefined);
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

async function performStep(run: ChaosRun, { number, kind, random }: Step): Promise<string[]> {
  const description = await withLimit(kind, actions[kind]?.perform(run, random) ?? Promise.resolve(''));
  print(`step ${number}: ${kind}, ${description}`);
  await sleep(random() * 400);
  const failures = await withLimit(`the checks after ${kind}`, checkRun(run));
  if (number % memoryInterval !== 0) return failures;
  return [...failures, ...(await withLimit('the check of the memory', checkAndPrintMemory(run)))];
}

async function checkAndPrintMemory(run: ChaosRun): Promise<string[]> {
  const { failures, worker, page } = await checkMemory(run);
  print(`memory: worker ${worker.toFixed(1)} MB, largest page ${page.toFixed(1)} MB`);
  return failures;
}

/** Performs all steps; answers the first failures. */
async function performSteps(run: ChaosRun, { seed, seconds, inject }: z.infer<typeof options>): Promise<string[]> {
  const failuresAtStart = await openFirstTabs(run);
  if (failuresAtStart.length > 0) return failuresAtStart;
  const firstStepAt = performance.now();
  const kinds = Object.keys(weights).length;
  for (const step of stepsOf(seed, weights)) {
    const elapsed = secondsSince(firstStepAt);
    if ((elapsed > seconds && step.number > kinds) || elapsed > seconds + extraSeconds) break;
    const failures = await performStep(run, step);
    if (failures.length > 0) return failures;
    if (inject && step.number === injectAfter) await injectedFaults[inject]?.(run);
  }
  print('all steps are done, the stack has to recover');
  const failures = await recover(run, print);
  return [...failures, ...(await checkRun(run)), ...(await checkAndPrintMemory(run))];
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { seed: { type: 'string' }, seconds: { type: 'string', default: '600' }, inject: { type: 'string' } },
  });
  const seed = Number(values.seed ?? drawSeed());
  const chosen = options.parse({ ...values, seed });
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
  process.stdout.write(`${lines.join('\n')}\n\nreplay: npm run test:chaos -- --seed ${seed} --seconds ${seconds}\n`);
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n${usage}`);
  return 1;
});
// Requests that were left hanging on purpose keep the process alive.
process.exit();
