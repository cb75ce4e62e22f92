import { resolve } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { takeSharedCode } from '#build/shared-code.ts';

/** A script as the build puts it out. */
const built = async (name: string): Promise<string> =>
  JSON.stringify(
    await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [takeSharedCode()],
      build: {
        write: false,
        minify: false,
        lib: { entry: resolve(`entrypoints/${name}.ts`), formats: ['iife'], name: 'script', fileName: name },
      },
    }),
  );

test('overlays.js takes shared code from the script before it, and finder.js from overlays.js', async () => {
  const overlays = await built('overlays');
  expect(overlays).toMatch(/AskOnce,? .*\} = globalThis\.skinlensShared/);
  expect(overlays).not.toContain('get isIdle');
  expect(overlays).toMatch(/globalThis\.skinlensShared = \{[^}]*readSafely/);
  const finder = await built('finder');
  expect(finder).toMatch(/readSafely,? .*\} = globalThis\.skinlensShared/);
  expect(finder).not.toContain('function readSafely');
});

test.each(['panel', 'sums'])('%s.js takes it, too', async (name) => {
  const script = await built(name);
  expect(script).toMatch(/AskOnce,? .*\} = globalThis\.skinlensShared/);
  expect(script.includes('get isIdle')).toBe(false);
});
