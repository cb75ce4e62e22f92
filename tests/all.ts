import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { ensureBrowser, thisMachine } from '#demo/browsers.ts';

/** `npm test`: every check in order, a line for each; at the first that fails its output, and the end. */

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const minute = 60_000;
const say = (text: string): void => void process.stdout.write(text);

interface Step {
  readonly name: string;
  /** Rejects with all that there is to say about a failure. */
  readonly run: () => Promise<unknown>;
}

/**
 * Runs a script of this repository, or of a package in it, with this Node; answers what it printed to stdout.
 * Rejects with all its output when it fails or takes longer than `limitMs`.
 */
function node(limitMs: number, script: string, ...args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const PATH = `${join(modules, '.bin')}${delimiter}${process.env['PATH']}`;
    const env = { ...process.env, PATH, NO_COLOR: '1', FORCE_COLOR: '0' };
    const signal = AbortSignal.timeout(limitMs);
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
    const child = spawn(process.execPath, [script, ...args], { cwd: root, env, signal, stdio });
    const printed: Buffer[] = [];
    const all: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => printed.push(chunk) && all.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => all.push(chunk));
    const fail = (why: string) => reject(new Error(`${Buffer.concat(all)}\n${script} ${why}`));
    child.on('error', (error) => fail(signal.aborted ? `took more than ${limitMs / minute} min` : error.message));
    child.on('close', (code) =>
      code === 0 ? resolve(Buffer.concat(printed).toString()) : fail(`exited with ${code}`),
    );
  });
}

const inModules = (path: string): string => join(modules, path);
const zip = (browser: string) => node(3 * minute, inModules('wxt/bin/wxt.mjs'), 'zip', '--mv3', '-b', browser);
const vitest = (project: string, limitMs: number) =>
  node(
    limitMs,
    inModules('vitest/vitest.mjs'),
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--reporter=dot',
    '--project',
    project,
  );

const lintReport = z.object({
  warnings: z.array(z.object({ code: z.string(), message: z.string(), file: z.string() })),
});

/** What Mozilla's own checks say of the build; they fail on errors themselves. */
async function lintForFirefox(): Promise<void> {
  const lint = inModules('web-ext/bin/web-ext.js');
  const json = await node(2 * minute, lint, 'lint', '--source-dir', '.output/firefox-mv3', '--output', 'json');
  const { warnings } = lintReport.parse(JSON.parse(json));
  const said = warnings.map(({ code, message, file }) => `${file}: ${code} ${message}`);
  if (said.length > 0) throw new Error(said.join('\n'));
}

/** The packages for the stores: what is in them, and that their sources give the same bytes in another place. */
async function judgePackages(): Promise<void> {
  const printed = await vitest('packages', 5 * minute);
  for (const [line] of printed.matchAll(/^sha256 .*$/gm)) say(`\n  ${line} `);
}

async function findBrowsers(): Promise<void> {
  const machine = thisMachine();
  for (const kind of ['chrome', 'firefox'] as const) await ensureBrowser(kind, machine, (line) => say(`\n  ${line} `));
}

const steps: readonly Step[] = [
  {
    name: 'format and lint',
    run: () => node(minute, inModules('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '--error-on-warnings', '.'),
  },
  { name: 'types', run: () => node(2 * minute, inModules('typescript/bin/tsc')) },
  { name: 'build for Chrome', run: () => zip('chrome') },
  { name: 'build for Firefox', run: () => zip('firefox') },
  { name: 'unit, DOM, contract and architecture tests', run: () => vitest('unit', 15 * minute) },
  { name: 'web-ext lint', run: lintForFirefox },
  { name: 'store packages, built again elsewhere', run: judgePackages },
  { name: 'Chromium and Firefox are there', run: findBrowsers },
  { name: 'npm start, headless', run: () => node(5 * minute, 'src/demo/start.ts', '--headless') },
  { name: 'end to end in Chromium and Firefox', run: () => vitest('e2e*', 30 * minute) },
  { name: 'chaos test', run: () => node(6 * minute, 'tests/chaos/main.ts', '--seed', '5', '--seconds', '60') },
];

/** Runs a step; answers its failure. */
async function attempt({ name, run }: Step): Promise<string | undefined> {
  const start = performance.now();
  say(`${name} … `);
  const failure = await run().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  say(`${failure === undefined ? 'ok' : 'FAILED'} (${((performance.now() - start) / 1000).toFixed(1)} s)\n`);
  return failure;
}

/** Exit code 0 when every step passed, else 1. */
async function main(): Promise<number> {
  for (const [passed, step] of steps.entries()) {
    const failure = await attempt(step);
    if (failure === undefined) continue;
    say(`\n${failure}\n\n${passed} passed, 1 failed\n`);
    return 1;
  }
  say(`${steps.length} passed, 0 failed\n`);
  return 0;
}

process.exitCode = await main();
