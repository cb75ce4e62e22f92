import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { canInstall, ensurePrograms, findProgram, thisMachine } from '#demo/browsers.ts';
import { secondTry } from './second-tries.ts';
import type { Step } from './steps.ts';

interface NodeRun {
  readonly root: string;
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/** Returns stdout. @throws Error with all its output when it fails, takes too long, or is ended */
function runNode({ root, limitMs, signal }: NodeRun, script: string, ...args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const PATH = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env['PATH']}`;
    // Most steps start many processes and threads of the same modules.
    const NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'node');
    const env = { ...process.env, PATH, NODE_COMPILE_CACHE, NO_COLOR: '1', FORCE_COLOR: '0' };
    const late = AbortSignal.timeout(limitMs);
    const child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      env,
      signal: AbortSignal.any([signal, late]),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const printed: Buffer[] = [];
    const all: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => printed.push(chunk) && all.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => all.push(chunk));
    let why = '';
    child.on('error', (error) => {
      why = late.aborted ? `took more than ${limitMs / 60_000} min` : error.message;
    });
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(printed).toString());
      else reject(new Error(`${Buffer.concat(all)}\n${script} ${why || `exited with ${code}`}`));
    });
  });
}

const root = fileURLToPath(new URL('..', import.meta.url));
/** Ends a step that hangs: longer than any step takes on a busy machine. */
const limitMs = 90 * 60_000;
const note = (line: string): void => void process.stdout.write(`  ${line}\n`);

type Run = Step['run'];

const script =
  (path: string, ...args: readonly string[]): ((signal: AbortSignal) => Promise<string>) =>
  (signal) =>
    runNode({ root, limitMs, signal }, path, ...args);
const packaged = (path: string, ...args: readonly string[]) => script(join('node_modules', path), ...args);
const inTurn =
  (...runs: readonly Run[]): Run =>
  async (signal) => {
    for (const run of runs) await run(signal);
  };
const zip = (browser: string) => packaged('wxt/bin/wxt.mjs', 'zip', '--mv3', '-b', browser);
const knip = (...flags: readonly string[]) =>
  packaged('knip/bin/knip.js', '--config', 'tests/knip.ts', '--no-config-hints', ...flags);

const vitest = (project: string, ...flags: readonly string[]) =>
  packaged('vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts', '--project', project, ...flags);

const lintReport = z.object({
  warnings: z.array(z.object({ code: z.string(), message: z.string(), file: z.string() })),
});

/** Preact's assignment to `innerHTML`, as released; `src/ui/pages/render-view.ts` throws on what would lead there. */
const isOfPreact = ({ code, file }: z.infer<typeof lintReport>['warnings'][number]): boolean =>
  code === 'UNSAFE_VAR_ASSIGNMENT' &&
  /\.innerHTML=[\w$]+\.__html\b/.test(readFileSync(join(root, '.output/firefox-mv3', file), 'utf8'));

/** Mozilla's own checks of the build. They fail on errors themselves; here a warning fails, too, but the one of Preact. */
const lintForFirefox: Run = async (signal) => {
  const lint = packaged('web-ext/bin/web-ext.js', 'lint', '--source-dir', '.output/firefox-mv3', '--output', 'json');
  const { warnings } = lintReport.parse(JSON.parse(await lint(signal)));
  const known = warnings.find(isOfPreact);
  const others = warnings.filter((one) => one !== known);
  const lines = others.map(({ code, message, file }) => `${file}: ${code} ${message}`);
  if (lines.length > 0) throw new Error(lines.join('\n'));
};

/** Only the tests of relays that share a store need Redis: without it they are skipped. */
const findPrograms: Run = async () => {
  const machine = thisMachine();
  const withRedis = findProgram('redis', machine) !== undefined || canInstall(machine);
  if (!withRedis) note('no Redis and no Valkey: the tests that need one are skipped');
  await ensurePrograms(['chrome', 'firefox', ...(withRedis ? (['redis'] as const) : [])], machine, note);
};

const alone = { needs: [], cores: 1 };
const built = ['build-chrome', 'build-firefox'];

/** What a person at the keyboard wants to hear first: it takes seconds. */
const staticChecks: readonly Step[] = [
  { id: 'programs', title: 'Chromium, Firefox and Redis are there', needs: [], cores: 0, run: findPrograms },
  {
    ...alone,
    id: 'lint',
    title: 'format and lint',
    run: packaged('@biomejs/biome/bin/biome', 'ci', '--colors=off', '--error-on-warnings', '.'),
  },
  { ...alone, id: 'types', title: 'types', run: packaged('typescript/bin/tsc') },
  // Both builds write the same files into .wxt.
  { ...alone, id: 'build-chrome', title: 'build for Chrome', locks: ['.wxt'], run: zip('chrome') },
  { ...alone, id: 'build-firefox', title: 'build for Firefox', locks: ['.wxt'], run: zip('firefox') },
  { ...alone, id: 'unused', title: 'unused code', run: inTurn(knip(), knip('--production')) },
];

/** Nothing needs it. It wants all cores, and what follows it in the lists waits for the builds, too: so it comes first. */
const unit: Step = {
  id: 'unit',
  title: 'unit, DOM, contract and architecture tests',
  needs: built,
  cores: 2,
  run: vitest('unit*'),
};
/** The tests of the extension in one browser. With their servers they keep a core busy. */
const endToEnd = (browser: 'chromium' | 'firefox', title: string, ...flags: readonly string[]): Step => ({
  id: browser,
  title: `end to end in ${title}`,
  needs: [...built, 'programs'],
  cores: 1,
  keep: secondTry,
  run: vitest(`e2e-${browser}`, ...flags),
});
const integration: Step = {
  ...alone,
  id: 'integration',
  title: 'integration tests',
  needs: [...built, 'programs'],
  run: vitest('integration'),
};
/** Faults and people at random, in worlds of other seeds than the gate's. */
const worlds: Step = {
  ...alone,
  id: 'worlds',
  title: 'simulated months, with faults at random',
  needs: [],
  run: script('tests/world/main.ts', '--worlds', '6', '--days', '30'),
};
const start: Step = {
  id: 'start',
  title: 'npm start, headless',
  needs: [...built, 'programs'],
  cores: 1,
  run: script('src/demo/start.ts', '--headless'),
};
const webExt: Step = {
  id: 'web-ext',
  title: 'web-ext lint',
  needs: built,
  cores: 1,
  run: lintForFirefox,
};

/** `npm test`. A test in a browser may be tried a second time, and is then named. */
export const gateSteps: readonly Step[] = [
  ...staticChecks,
  { ...unit, run: vitest('unit*', '--tags-filter', '!full') },
  endToEnd('chromium', 'Chromium', '--tags-filter', '!full', '--retry=1'),
  { ...integration, run: vitest('integration', '--tags-filter', '!full') },
  endToEnd('firefox', 'Firefox, a smoke', '--tags-filter', 'smoke', '--retry=1'),
  // Chromium opens a page of every marketplace already.
  { ...start, run: script('src/demo/start.ts', '--headless', '--only', 'csfloat,steam,waxpeer') },
  webExt,
];

/** `npm run test:full`. Nothing is tried twice, and a step that fails stops only those that need it. */
export const fullSteps: readonly Step[] = [
  ...staticChecks,
  unit,
  endToEnd('chromium', 'Chromium'),
  endToEnd('firefox', 'Firefox'),
  integration,
  start,
  worlds,
  webExt,
  {
    ...alone,
    id: 'packages',
    title: 'store packages, built again elsewhere',
    needs: built,
    keep: /^sha256 /,
    run: vitest('packages'),
  },
  { ...alone, id: 'packed', title: 'the relay as one file', needs: built, run: vitest('packed') },
];
