import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Listens where every newly installed extension asks for prices: the others' browsers would be answered too. */
const usualAddress = 'tests/e2e/first-price.test.ts';

const patient = {
  testTimeout: 120_000,
  hookTimeout: 180_000,
  // A shared machine may stall two browsers for seconds; what is wrong is wrong twice.
  retry: 1,
};

/** Unit, DOM, contract and architecture tests; the end-to-end tests have a project of their own (`--project 'e2e*'`). */
export default defineConfig({
  root,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    projects: [
      {
        extends: true,
        // Generous, for a shared machine: no test measures time by its limit.
        test: {
          name: 'unit',
          setupFiles: ['tests/use-english.ts'],
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/e2e/**', 'tests/store/packages.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // What the stores get; after `npm run zip`.
      { extends: true, test: { name: 'packages', include: ['tests/store/packages.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: [usualAddress],
          ...patient,
          // Each file has a browser and servers of its own; more of them would only wait for two cores.
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: { name: 'e2e-alone', include: [usualAddress], ...patient, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
