import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'vite';
import { afterEach, expect, test } from 'vitest';
import { sharedExports, takeSharedCode } from '#build/shared-code.ts';
import { shareCode } from '#page/boot/shared-code.ts';

afterEach(() => {
  globalThis.skinlensShared = undefined;
});

test('the list of what is shared is what the first script offers', () => {
  shareCode();
  const names = [...sharedExports().values()].flatMap((names) => names.match(/\w+/g) ?? []);
  expect(names.sort()).toEqual(Object.keys(globalThis.skinlensShared ?? {}).sort());
});

test.each([
  ['overlays', true],
  ['panel', false],
])('%s.js takes shared code from the script before it: %s', async (name, isTaken) => {
  const outputs = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [takeSharedCode()],
    build: {
      write: false,
      lib: { entry: resolve(`entrypoints/${name}.ts`), formats: ['iife'], name: 'script', fileName: name },
    },
  });
  const code = JSON.stringify(outputs);
  expect(code.includes('globalThis.skinlensShared')).toBe(isTaken);
  expect(code.includes('get isIdle')).toBe(!isTaken);
});

test('the modules exist', () => {
  for (const path of sharedExports().keys()) expect(readFileSync(`src/${path}`, 'utf8')).toContain('export ');
});
