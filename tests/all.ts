import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { ensureBrowser, thisMachine } from '#demo/browsers.ts';
import { redisProgram } from './relay/redis-program.ts';
import { runNode } from './run-node.ts';
import { runSteps, type Step, selectSteps } from './steps.ts';

/** `npm test`: every check, a line for each. At the first that fails its output follows, and the end. */

const usage = `usage: npm test [-- --only <step>,<step>] | [-- --list]
  --only: runs these steps and what they need
  --list: names the steps
`;

const root = fileURLToPath(new URL('..', import.meta.url));
/** Ends a step that hangs. The longest takes 4 to 14 minutes, as fast as its machine is in that hour. */
const limitMs = 40 * 60_000;
const write = (text: string): void => void process.stdout.write(text);
const note = (line: string): void => write(`  ${line}\n`);

type Run = Step['run'];

/** Runs a script of this repository. Resolves to what it printed. */
const script =
  (path: string, ...args: readonly string[]): ((signal: AbortSignal) => Promise<string>) =>
  (signal) =>
    runNode({ root, limitMs, signal }, path, ...args);
/** Runs the script of a package. */
const packaged = (path: string, ...args: readonly string[]) => script(join('node_modules', path), ...args);
const zip = (browser: string) => packaged('wxt/bin/wxt.mjs', 'zip', '--mv3', '-b', browser);
const vitest = (project: string) =>
  packaged('vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts', '--reporter=dot', '--project', project);

const lintReport = z.object({
  warnings: z.array(z.object({ code: z.string(), message: z.string(), file: z.string() })),
});

/** Mozilla's own checks of the build. They fail on errors themselves; here a warning fails, too. */
const lintForFirefox: Run = async (signal) => {
  const lint = packaged('web-ext/bin/web-ext.js', 'lint', '--source-dir', '.output/firefox-mv3', '--output', 'json');
  const { warnings } = lintReport.parse(JSON.parse(await lint(signal)));
  const lines = warnings.map(({ code, message, file }) => `${file}: ${code} ${message}`);
  if (lines.length > 0) throw new Error(lines.join('\n'));
};

/** The packages for the stores: what is in them, and that their sources give the same bytes in another place. */
const checkPackages: Run = async (signal) => {
  const printed = await vitest('packages')(signal);
  for (const [line] of printed.matchAll(/^sha256 .*$/gm)) note(line);
};

const findBrowsers: Run = async () => {
  const machine = thisMachine();
  for (const kind of ['chrome', 'firefox'] as const) await ensureBrowser(kind, machine, note);
};

const built = ['build-chrome', 'build-firefox'];

/**
 * The end-to-end tests of one browser. With their servers they keep a core busy. `npm start` comes before them, because its
 * relay may have the default port, which they need.
 */
const endToEnd = (id: string, title: string): Step => ({
  id,
  title: `end to end in ${title}`,
  needs: [...built, 'browsers', 'start'],
  cores: 1,
  run: vitest(`e2e-${id}`),
});

/** The tests of relays that share a store need a server. On Debian, as root, a missing one is installed, as browsers are. */
const findRedis: Run = async () => {
  if (redisProgram !== undefined) return;
  const machine = thisMachine();
  if (machine.platform !== 'linux' || !machine.isRoot) return note('no redis-server: its tests are skipped');
  note('no redis-server found: installing it with apt-get');
  await machine.run('apt-get', ['update', '-qq']);
  await machine.run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server']);
};

const steps: readonly Step[] = [
  { id: 'redis', title: 'a Redis or Valkey server is there', needs: ['browsers'], cores: 0, run: findRedis },
  { id: 'browsers', title: 'Chromium and Firefox are there', needs: [], cores: 0, run: findBrowsers },
  ...[
    { id: 'build-chrome', title: 'build for Chrome', run: zip('chrome') },
    { id: 'build-firefox', title: 'build for Firefox', run: zip('firefox') },
    // Both write the same files into .wxt.
  ].map((build) => ({ ...build, needs: [], cores: 1, locks: ['.wxt'] })),
  {
    id: 'lint',
    title: 'format and lint',
    needs: [],
    cores: 1,
    run: packaged('@biomejs/biome/bin/biome', 'ci', '--colors=off', '--error-on-warnings', '.'),
  },
  { id: 'types', title: 'types', needs: [], cores: 1, run: packaged('typescript/bin/tsc') },
  {
    id: 'start',
    title: 'npm start, headless',
    needs: ['build-chrome', 'browsers'],
    cores: 1,
    run: script('src/demo/start.ts', '--headless'),
  },
  endToEnd('chromium', 'Chromium'),
  endToEnd('firefox', 'Firefox'),
  {
    id: 'chaos',
    title: 'one-minute chaos test',
    needs: ['build-chrome', 'browsers', 'redis'],
    cores: 1,
    run: script('tests/chaos/main.ts', '--seed', '5', '--seconds', '60'),
  },
  { id: 'web-ext', title: 'web-ext lint', needs: ['build-firefox'], cores: 1, run: lintForFirefox },
  { id: 'packages', title: 'store packages, built again elsewhere', needs: built, cores: 1, run: checkPackages },
  { id: 'packed', title: 'the relay as one file', needs: [], cores: 1, run: vitest('packed') },
  // The last: it needs both cores, and the steps above fill the second core beside the longer of the browsers.
  {
    id: 'unit',
    title: 'unit, DOM, contract and architecture tests',
    needs: [...built, 'redis'],
    cores: 2,
    run: vitest('unit*'),
  },
];

/** Exit code 0 when every step passed, 2 for wrong arguments, else 1. */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, list: { type: 'boolean' } } });
  if (values.list) {
    for (const { id, title } of steps) write(`${id.padEnd(14)} ${title}\n`);
    return 0;
  }
  const interrupt = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) void once(process, name).then(() => interrupt.abort());
  const selected = values.only === undefined ? steps : selectSteps(steps, values.only.split(','));
  // Two cores on every machine, so that the same steps meet everywhere.
  const options = { cores: 2, say: (line: string) => write(`${line}\n`), signal: interrupt.signal };
  const { passed, failure } = await runSteps(selected, options);
  if (failure !== undefined) write(`\n${failure}\n\n`);
  write(`${passed} passed, ${failure === undefined ? 0 : 1} failed\n`);
  return failure === undefined ? 0 : 1;
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  return 2;
});
