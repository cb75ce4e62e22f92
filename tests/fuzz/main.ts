import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { drawSeed } from '../seed.ts';
import { targetNames } from './targets.ts';
import type { ClaimResult, Job } from './worker.ts';

/** `npm run test:fuzz`: a million cases of each target, two targets at a time. Exit code 1 when a claim fails. */

const usage = 'npm run test:fuzz -- [--only money,names] [--cases 1000000] [--seed 7] [--path 1:2] [--minutes 4]';

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      cases: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: String(drawSeed()) },
      path: { type: 'string' },
      minutes: { type: 'string' },
    },
  });
  const targets = values.only?.split(',') ?? [...targetNames];
  const [cases, seed] = [Number(values.cases), Number(values.seed)];
  const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
  const isValid = targets.every((name) => targetNames.includes(name)) && cases > 0 && Number.isInteger(seed);
  if (!isValid || Number.isNaN(minutes)) throw new Error(`${usage}\ntargets: ${targetNames.join(', ')}`);
  return { targets, cases, seed, path: values.path, limitMs: minutes && minutes * 60_000 };
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);

function report({ target, says, cases, seconds, failure }: ClaimResult): void {
  const perSecond = Math.round(cases / Math.max(seconds, 0.001));
  print(
    `${failure ? 'FAILED' : 'ok'}  ${target}: ${says}: ${cases} cases in ${seconds.toFixed(1)} s, ${perSecond} a second`,
  );
  if (failure) print(failure);
}

/** Runs one target in a thread of its own. */
function run(job: Job): Promise<readonly ClaimResult[]> {
  const results: ClaimResult[] = [];
  const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: job });
  worker.on('message', (result: ClaimResult) => {
    results.push(result);
    report(result);
  });
  return new Promise((resolve, reject) => {
    worker.on('error', (error) => reject(new Error(`${job.target}: ${error.message}`, { cause: error })));
    worker.on('exit', () => resolve(results));
  });
}

/** Runs two targets at a time. */
async function runAll(jobs: readonly Job[]): Promise<readonly ClaimResult[]> {
  const left = [...jobs];
  const results: ClaimResult[] = [];
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) results.push(...(await run(next)));
  };
  await Promise.all([lane(), lane()]);
  return results;
}

async function main(): Promise<number> {
  const { targets, ...options } = readOptions();
  const started = performance.now();
  print(`seed ${options.seed}, ${options.cases} cases of each target`);
  const results = await runAll(targets.map((target) => ({ target, ...options })));
  for (const target of targets) {
    const own = results.filter((result) => result.target === target);
    const [cases, seconds] = [own.map((result) => result.cases), own.map((result) => result.seconds)].map((each) =>
      each.reduce((sum, one) => sum + one, 0),
    );
    print(`${target}: ${cases} cases in ${seconds?.toFixed(1)} s`);
  }
  const failed = results.filter(({ failure }) => failure !== undefined).length;
  print(
    `${results.length - failed} claims hold, ${failed} failed, ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
  return failed > 0 ? 1 : 0;
}

process.exitCode = await main().catch((error: unknown) => {
  print(error instanceof Error ? error.message : String(error));
  return 1;
});
