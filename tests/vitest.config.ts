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

/** `unit`, `packed`, `packages` (after `npm run zip`), `e2e-chromium` and `e2e-firefox`, the last two after `npm run build`. */
export default defineConfig({
  root,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          setupFiles: ['tests/use-english.ts'],
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/e2e/**', 'tests/packed/**', 'tests/store/packages.test.ts'],
          maxWorkers: 2,
          // For a shared machine: no test measures time by its limit.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { extends: true, test: { name: 'packed', include: ['tests/packed/*.test.ts'], testTimeout: 60_000 } },
      { extends: true, test: { name: 'packages', include: ['tests/store/packages.test.ts'] } },
      endToEnd('chromium', 'chrome', 1),
      endToEnd('firefox', 'firefox', 2),
    ],
  },
});
