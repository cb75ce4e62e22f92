import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { v8Flag } from '../src/protocol/v8-flags.ts';
import { namesSecondTries } from './second-tries.ts';

const minute = 60_000;
const root = fileURLToPath(new URL('..', import.meta.url));

if (!existsSync(`${root}/.output/firefox-mv3`))
  console.warn('Nothing is built: tests of the packages fail until npm run build.');

/** The end-to-end tests of one browser. All suites share it: one worker runs them, one after the other. */
const endToEnd = (name: string, browser: 'chrome' | 'firefox', groupOrder: number) => ({
  extends: true as const,
  test: {
    name: `e2e-${name}`,
    include: [`tests/e2e/{both,${name}}/*.test.ts`],
    provide: { browser },
    isolate: false,
    maxWorkers: 1,
    sequence: { groupOrder },
  },
});

/** Tests that start a process or another server, or need real time. */
const integration = 'tests/**/*.integration.test.ts';
/** Tests that choose the browser's API or a page's globals for the modules that they import. */
const withOwnModules = ['tests/{build,browser,world}/**', 'tests/page/{boot,panel}/**'];
const withPage = ['tests/**/*.test.tsx', 'tests/ui/**/{history-view,time-zones}.test.ts'];

/** One after the other: at a file of another project or environment a worker ends, and loads all modules anew. */
const unit = (name: string, groupOrder: number, { exclude = [], ...options }: UnitOptions) => ({
  extends: true as const,
  test: {
    name,
    // Half of the time goes into modules that are loaded anew for each file.
    isolate: false,
    setupFiles: ['tests/use-english.ts', 'tests/keep-globals.ts'],
    maxWorkers: 2,
    sequence: { groupOrder },
    exclude: [...exclude, integration],
    ...options,
  },
});

interface UnitOptions {
  readonly include: string[];
  readonly exclude?: string[];
  readonly environment?: 'jsdom';
  readonly isolate?: boolean;
}

/** `packages` needs `npm run zip`, `e2e-chromium` and `e2e-firefox` need `npm run build`. */
export default defineConfig({
  root,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    // For a shared machine: a limit ends what hangs, and no test measures time by it.
    testTimeout: 5 * minute,
    execArgv: [v8Flag],
    hookTimeout: 5 * minute,
    reporters: [process.stdout.isTTY ? 'default' : 'dot', namesSecondTries],
    expect: { poll: { timeout: minute } },
    tags: [
      { name: 'full', description: 'Not in the gate: only `npm run test:full` runs it.' },
      { name: 'smoke', description: 'The gate runs it in Firefox, too.' },
    ],
    projects: [
      unit('unit', 0, {
        include: ['tests/**/*.test.ts'],
        exclude: [...withOwnModules, ...withPage, 'tests/e2e/**', 'tests/packed/**', 'tests/store/packages.test.ts'],
      }),
      unit('unit-page', 1, { include: withPage, environment: 'jsdom' }),
      unit('unit-isolated', 2, { include: withOwnModules.map((folder) => `${folder}/*.test.ts`), isolate: true }),
      {
        extends: true,
        test: {
          name: 'integration',
          include: [integration],
          isolate: false,
          maxWorkers: 1,
          setupFiles: ['tests/keep-globals.ts'],
          sequence: { groupOrder: 5 },
        },
      },
      { extends: true, test: { name: 'packed', include: ['tests/packed/*.test.ts'] } },
      { extends: true, test: { name: 'packages', include: ['tests/store/packages.test.ts'] } },
      endToEnd('chromium', 'chrome', 3),
      endToEnd('firefox', 'firefox', 4),
    ],
  },
});
