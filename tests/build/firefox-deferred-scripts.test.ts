import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runScript } from '#browser/scripts.ts';
import { deferScripts } from '#build/script-plugins.ts';
import { builtWith } from '../store/built.ts';

declare global {
  var runs: number | undefined;
}

const counting = 'globalThis.runs = (globalThis.runs ?? 0) + 1; // ends in a comment';

/** A script that counts its runs, as the build for Firefox puts it out. */
const built = (fileName: string): Promise<string> =>
  builtWith(
    deferScripts((file) => file !== 'csfloat.js'),
    counting,
    fileName,
  );

const run = (code: string): void => new Function(code)();

beforeEach(() => void vi.stubEnv('FIREFOX', 'true'));
afterEach(() => {
  vi.unstubAllEnvs();
  globalThis.runs = undefined;
  globalThis.skinlensDeferred = undefined;
});

test('a deferred script runs when it is asked for, and not before', async () => {
  run(await built('overlays.js'));
  run(await built('panel.js'));
  expect(globalThis.runs).toBeUndefined();
  await runScript('overlays');
  expect(globalThis.runs).toBe(1);
  await runScript('panel');
  expect(globalThis.runs).toBe(2);
});

test('any other script runs at once', async () => {
  run(await built('csfloat.js'));
  expect(globalThis.runs).toBe(1);
});

test('a script that did not come with the page is an error', async () => {
  await expect(runScript('x-adapter')).rejects.toThrow('/x-adapter.js does not exist');
});
