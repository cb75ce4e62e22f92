import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type BrowserKind, ensureBrowser, thisMachine } from '#demo/browsers.ts';
import { ensureBuilt } from '#demo/build.ts';
import { openDriver } from '#demo/driver.ts';
import type { Bench, Part } from './bench.ts';
import { commitOf, describeMachine, loadNow, versionOf } from './machine.ts';
import { type Market, openMarket } from './market.ts';
import { parts } from './parts.ts';
import { publish } from './publish.ts';
import { type Results, readResults, without, writeResults } from './results.ts';
import { takeKept } from './rounds.ts';
import type { Row } from './row.ts';
import { formatTable } from './table.ts';

/** `npm run bench`: measures every budget, prints one table and writes `.bench/results.json`. */

const usage = `npm run bench [-- --only <part>[,<part>]] [--runs <number>] [--quick] [--add] [--publish]
  parts: ${Object.keys(parts).join(', ')}
  --quick: one run each, to see that everything can be measured
  --add: keeps what the last run measured of the other parts
  --publish: puts the results into .github/bench and the README, when nothing is missing
`;

const root = fileURLToPath(new URL('../..', import.meta.url));
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const fullRuns = 12;
const resultsPath = join(root, '.bench', 'results.json');

/** What a part is given; `stack` takes down whatever it opens. */
function benchOf(market: Market, runs: number, stack: AsyncDisposableStack): Bench {
  const built = (kind: BrowserKind) => ensureBuilt(root, kind, say);
  const folder = async () => {
    const path = await mkdtemp(join(tmpdir(), 'skinlens-bench-'));
    stack.defer(() => rm(path, { recursive: true, force: true }));
    return path;
  };
  const open = async (kind: BrowserKind, made?: string) => {
    const program = await ensureBrowser(kind, thisMachine(), say);
    const extension = made ?? (await folder());
    // A copy, so that a build that runs beside the bench changes nothing under it.
    if (!made) await cp(await built(kind), extension, { recursive: true });
    const driver = await openDriver(kind, { program, extension, headless: true });
    stack.defer(driver.close);
    return driver;
  };
  const apart: Bench['apart'] = async (run) => {
    // Known to the outer stack as well, for a bench that is broken off; taking down twice does nothing.
    await using inner = stack.use(new AsyncDisposableStack());
    return await run(benchOf(market, runs, inner));
  };
  return { market, runs, built, open, folder, apart };
}

async function runPart(part: Part, market: Market, runs: number): Promise<readonly Row[]> {
  await using stack = new AsyncDisposableStack();
  // Browsers outlive a bench that is broken off, unless it closes them.
  const stop = () => void stack.disposeAsync().finally(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    return await part(benchOf(market, runs, stack));
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

async function startResults(): Promise<Results> {
  const kinds = ['chrome', 'firefox'] as const;
  const programs = await Promise.all(kinds.map((kind) => ensureBrowser(kind, thisMachine(), say)));
  const browsers = programs.map((program) => ({ version: versionOf(program) }));
  const machine = { ...describeMachine(), browsers };
  return { at: new Date().toISOString(), commit: commitOf(root), machine, parts: [], rows: [] };
}

/**
 * Measures the parts named; the file is written after each, so that a run that ends early leaves what it has. A part that
 * fails leaves no rows, and the others go on. Answers the names of those.
 */
async function measure(names: readonly string[], runs: number, results: Results): Promise<string[]> {
  const failed: string[] = [];
  const market = await openMarket();
  try {
    for (const [name, part] of Object.entries(parts).filter(([name]) => names.includes(name))) {
      const [start, loadBefore] = [performance.now(), loadNow()];
      const rows = await runPart(part, market, runs).catch((error: unknown) => {
        say(`${name} failed: ${error instanceof Error ? error.stack : error}`);
        failed.push(name);
        return [];
      });
      results.rows.push(...rows);
      const seconds = Math.round((performance.now() - start) / 1000);
      say(`${name}: ${seconds} s, load ${loadBefore} before, ${loadNow()} after`);
      results.parts.push({
        part: name,
        commit: commitOf(root),
        seconds,
        loadBefore,
        loadAfter: loadNow(),
        ...takeKept(),
      });
      await writeResults(resultsPath, results);
    }
  } finally {
    await market.close();
  }
  return failed;
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      runs: { type: 'string', default: String(fullRuns) },
      quick: { type: 'boolean', default: false },
      add: { type: 'boolean', default: false },
      publish: { type: 'boolean', default: false },
    },
  });
  const names = values.only?.split(',') ?? Object.keys(parts);
  const runs = values.quick ? 1 : Number(values.runs);
  const stranger = names.find((name) => !Object.hasOwn(parts, name));
  if (stranger !== undefined) throw new Error(`there is no part ${stranger}\n${usage}`);
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs is no number of runs\n${usage}`);
  return { names, runs, add: values.add, publish: values.publish };
}

/** Exit code 0 when every part named was measured, else 1. */
async function main(): Promise<number> {
  const options = readOptions();
  // Builds before anything is timed.
  for (const kind of ['chrome', 'firefox'] as const) await ensureBuilt(root, kind, say);
  const results = options.add ? without(await readResults(resultsPath), options.names) : await startResults();
  const failed = await measure(options.names, options.runs, results);
  const seconds = results.parts.reduce((sum, part) => sum + part.seconds, 0);
  process.stdout.write(`${formatTable(results.rows)}\n`);
  say(`${Math.floor(seconds / 60)} min ${seconds % 60} s in all${failed.length > 0 ? `; failed: ${failed}` : ''}`);
  if (failed.length > 0) return 1;
  if (options.publish) await publish(root, results);
  return 0;
}

process.exitCode = await main();
