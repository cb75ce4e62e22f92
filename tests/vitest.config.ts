import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

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
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});

/** Tests that choose the browser's API or a page's globals for the modules that they import. */
const withOwnModules = ['tests/{build,platform}/**', 'tests/content/boot/**'];
const unit = {
  setupFiles: ['tests/use-english.ts'],
  maxWorkers: 2,
  // For a shared machine: no test measures time by its limit.
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

/** `unit`, `packed`, `packages` (after `npm run zip`), `e2e-chromium` and `e2e-firefox`, the last two after `npm run build`. */
export default defineConfig({
  root,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...unit,
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...withOwnModules, 'tests/e2e/**', 'tests/packed/**', 'tests/store/packages.test.ts'],
          // Half of the time goes into modules that are loaded anew for each file.
          isolate: false,
          setupFiles: [...unit.setupFiles, 'tests/keep-globals.ts'],
        },
      },
      {
        extends: true,
        test: { ...unit, name: 'unit-isolated', include: withOwnModules.map((folder) => `${folder}/*.test.{ts,tsx}`) },
      },
      { extends: true, test: { name: 'packed', include: ['tests/packed/*.test.ts'], testTimeout: 60_000 } },
      { extends: true, test: { name: 'packages', include: ['tests/store/packages.test.ts'] } },
      endToEnd('chromium', 'chrome', 1),
      endToEnd('firefox', 'firefox', 2),
    ],
  },
});
