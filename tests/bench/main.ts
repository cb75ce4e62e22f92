import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type BrowserKind, ensureBrowser, thisMachine } from '#demo/browsers.ts';
import { ensureBuilt } from '#demo/build.ts';
import { openDriver } from '#demo/driver.ts';
import type { Bench, Part } from './bench.ts';
import { describeMachine, type Machine } from './machine.ts';
import { type Market, openMarket } from './market.ts';
import { parts } from './parts.ts';
import type { Row } from './row.ts';
import { formatTable } from './table.ts';

/** `npm run bench`: measures every budget, prints one table and writes `.bench/results.json`. */

const usage = `npm run bench [-- --only <part>[,<part>]] [--quick]
  parts: ${Object.keys(parts).join(', ')}
  --quick: one run each, to see that everything can be measured
`;

const root = fileURLToPath(new URL('../..', import.meta.url));
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const fullRuns = 12;

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
  return { market, runs, built, open, folder };
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

/** What a run came to, as the file holds it. */
interface Results {
  readonly machine: Machine & { readonly loadAfter: number };
  readonly rows: readonly Row[];
}

async function write(results: Results): Promise<void> {
  await mkdir(join(root, '.bench'), { recursive: true });
  await writeFile(join(root, '.bench', 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
}

/** Measures the parts named; the file is written after each, so that a run that ends early leaves what it has. */
async function measure(names: readonly string[], runs: number): Promise<Results> {
  const machine = describeMachine();
  const market = await openMarket();
  let results: Results = { machine: { ...machine, loadAfter: machine.load }, rows: [] };
  try {
    for (const [name, part] of Object.entries(parts).filter(([name]) => names.includes(name))) {
      say(`${name} …`);
      const rows = [...results.rows, ...(await runPart(part, market, runs))];
      results = { machine: { ...machine, loadAfter: describeMachine().load }, rows };
      await write(results);
    }
  } finally {
    await market.close();
  }
  return results;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } } });
  const names = values.only?.split(',') ?? Object.keys(parts);
  const stranger = names.find((name) => !Object.hasOwn(parts, name));
  if (stranger !== undefined) throw new Error(`there is no part ${stranger}\n${usage}`);
  const { machine, rows } = await measure(names, values.quick ? 1 : fullRuns);
  const { cpu, cores, system, node, load, loadAfter } = machine;
  process.stdout.write(`${cpu}, ${cores} cores, ${system}, Node ${node}; load ${load} before, ${loadAfter} after\n\n`);
  process.stdout.write(`${formatTable(rows)}\n`);
}

await main();
