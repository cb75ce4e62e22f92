import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { targetNames } from './targets.ts';
import type { Line, Order } from './worker.ts';

/** `npm run test:fuzz`: a million cases for each target, two targets at a time; exit code 1 when a claim is broken. */

const usage = 'npm run test:fuzz -- [--only money,names] [--cases 1000000] [--seed 7] [--path 1:2] [--minutes 4]';

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      cases: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: String(Date.now() % 0x7fff_ffff) },
      path: { type: 'string' },
      minutes: { type: 'string' },
    },
  });
  const targets = values.only?.split(',') ?? [...targetNames];
  const [cases, seed] = [Number(values.cases), Number(values.seed)];
  const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
  const isGood = targets.every((name) => targetNames.includes(name)) && cases > 0 && Number.isInteger(seed);
  if (!isGood || Number.isNaN(minutes)) throw new Error(`${usage}\ntargets: ${targetNames.join(', ')}`);
  return { targets, cases, seed, path: values.path, limitMs: minutes && minutes * 60_000 };
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

function report({ target, says, cases, seconds, failure }: Line): void {
  const pace = Math.round(cases / Math.max(seconds, 0.001));
  say(`${failure ? 'BROKEN' : 'ok'}  ${target}: ${says}: ${cases} cases in ${seconds.toFixed(1)} s, ${pace} a second`);
  if (failure) say(failure);
}

/** Runs one target in a thread of its own; answers what came of its claims. */
function run(order: Order): Promise<readonly Line[]> {
  const lines: Line[] = [];
  const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: order });
  worker.on('message', (line: Line) => {
    lines.push(line);
    report(line);
  });
  return new Promise((resolve, reject) => {
    worker.on('error', (error) => reject(new Error(`${order.target}: ${error.message}`, { cause: error })));
    worker.on('exit', () => resolve(lines));
  });
}

/** Two at a time. */
async function runAll(orders: readonly Order[]): Promise<readonly Line[]> {
  const left = [...orders];
  const lines: Line[] = [];
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) lines.push(...(await run(next)));
  };
  await Promise.all([lane(), lane()]);
  return lines;
}

async function main(): Promise<number> {
  const { targets, ...search } = readOptions();
  const started = performance.now();
  say(`seed ${search.seed}, ${search.cases} cases a target`);
  const lines = await runAll(targets.map((target) => ({ target, ...search })));
  for (const target of targets) {
    const own = lines.filter((line) => line.target === target);
    const [cases, seconds] = [own.map((line) => line.cases), own.map((line) => line.seconds)].map((each) =>
      each.reduce((sum, one) => sum + one, 0),
    );
    say(`${target}: ${cases} cases in ${seconds?.toFixed(1)} s`);
  }
  const broken = lines.filter(({ failure }) => failure !== undefined).length;
  say(`${lines.length - broken} claims hold, ${broken} broken, ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return broken > 0 ? 1 : 0;
}

process.exitCode = await main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  return 1;
});
