import { execFileSync } from 'node:child_process';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { type BrowserKind, ensureBuilt, ensurePrograms, thisMachine } from '#demo/browsers.ts';
import { choiceOf, readCommand } from '#protocol/command-line.ts';
import { countOf } from '../count-of.ts';
import { openMarket } from './market.ts';
import { log, measurePart, root } from './measure.ts';
import { browsersOf } from './part.ts';
import { parts } from './parts/index.ts';
import { publish } from './publish.ts';
import { type Results, readResults, without, writeResults } from './results.ts';
import { formatTable } from './table.ts';

const describeMachine = (): Omit<Results['machine'], 'browsers'> => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryMb: Math.round(totalmem() / 1024 / 1024),
  system: `${platform()} ${release()}`,
  node: process.version,
});

const loadAverage = (): number => loadavg()[0] ?? Number.NaN;

/** The checkout's commit, with `-dirty` when files differ from it; "unknown" outside a checkout. */
const commitOf = (root: string): string => outputOf('git', ['describe', '--always', '--dirty'], root) ?? 'unknown';

const versionOf = (program: string): string => outputOf(program, ['--version']) ?? 'none';

function outputOf(program: string, args: readonly string[], cwd?: string): string | undefined {
  try {
    return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/** `npm run bench`: measures every budget, prints one table and writes `.bench/results.json`. */

const usage = `usage: npm run bench [-- --only <part>[,<part>]] [--runs <number>] [--quick] [--add] [--publish]
  parts: ${Object.keys(parts).join(', ')}
  --quick: one run each, to see that everything can be measured
  --add: keeps the last results of the other parts
  --publish: writes the results into .github/bench, when nothing is missing`;

const resultsPath = join(root, '.bench', 'results.json');

async function startResults(kinds: readonly BrowserKind[]): Promise<Results> {
  const programs = await ensurePrograms(kinds, thisMachine(), log);
  const browsers = programs.map((program) => ({ version: versionOf(program) }));
  const machine = { ...describeMachine(), browsers };
  return { at: new Date().toISOString(), commit: commitOf(root), machine, parts: [], rows: [] };
}

/** Writes after each part, for a run that ends early. A part that fails leaves no rows; answers the names of those. */
async function measureAll(names: readonly string[], runs: number, results: Results): Promise<string[]> {
  await using stack = new AsyncDisposableStack();
  const market = stack.adopt(await openMarket(), (market) => market.close());
  const failed: string[] = [];
  for (const [name, part] of Object.entries(parts).filter(([name]) => names.includes(name))) {
    const [start, loadBefore] = [performance.now(), loadAverage()];
    try {
      results.rows.push(...(await measurePart(name, part, market, runs)));
    } catch (error) {
      log(`${name} failed: ${error instanceof Error ? error.stack : error}`);
      failed.push(name);
    }
    const seconds = Math.round((performance.now() - start) / 1000);
    log(`${name}: ${seconds} s, load ${loadBefore} before, ${loadAverage()} after`);
    results.parts.push({ part: name, commit: commitOf(root), seconds, loadBefore, loadAfter: loadAverage() });
    await writeResults(resultsPath, results);
  }
  return failed;
}

const flag = { type: 'boolean', default: false } as const;
const flags = {
  only: { type: 'string', default: Object.keys(parts).join() },
  runs: { type: 'string', default: '15' },
  quick: flag,
  add: flag,
  publish: flag,
} as const;

async function main(): Promise<number> {
  const { names, runs, ...options } = readCommand(usage, { options: flags }, ({ values }) => ({
    ...values,
    names: values.only.split(',').map((name) => choiceOf('only', name, Object.keys(parts))),
    runs: countOf('runs', values.quick ? '1' : values.runs),
  }));
  const chosen = Object.entries(parts).filter(([name]) => names.includes(name));
  const kinds = [...new Set(chosen.flatMap(([, part]) => browsersOf(part)))].filter((kind) => kind !== undefined);
  // No build while something is measured.
  for (const kind of kinds) await ensureBuilt(root, kind, log);
  const results = options.add ? without(await readResults(resultsPath), names) : await startResults(kinds);
  const failed = await measureAll(names, runs, results);
  process.stdout.write(`${formatTable(results.rows)}\n`);
  if (failed.length > 0) {
    log(`failed: ${failed.join(', ')}`);
    return 1;
  }
  if (options.publish) await publish(root, results);
  return 0;
}

process.exitCode = await main();
