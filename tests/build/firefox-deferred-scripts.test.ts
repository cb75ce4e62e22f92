import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lieReady } from '#build/firefox-deferred-scripts.ts';
import { runScript } from '#platform/scripts.ts';
import { builtWith } from '../store/built.ts';

declare global {
  var runs: number | undefined;
}

const counting = 'globalThis.runs = (globalThis.runs ?? 0) + 1; // ends in a comment';

/** What the build for Firefox makes of a script that counts its runs. */
const built = (fileName: string): Promise<string> =>
  builtWith(
    lieReady((file) => file !== 'csfloat.js'),
    counting,
    fileName,
  );

/** Runs a classic script as a browser runs a content script. */
const run = (code: string): void => new Function(code)();

beforeEach(() => void vi.stubEnv('FIREFOX', 'true'));
afterEach(() => {
  vi.unstubAllEnvs();
  globalThis.runs = undefined;
  globalThis.skinlensReady = undefined;
});

test('a script that lies ready runs when it is called for, and not before', async () => {
  run(await built('overlays.js'));
  run(await built('panel.js'));
  expect(globalThis.runs).toBeUndefined();
  await runScript('overlays');
  expect(globalThis.runs).toBe(1);
  await runScript('panel');
  expect(globalThis.runs).toBe(2);
});

test('a script that is not named runs at once', async () => {
  run(await built('csfloat.js'));
  expect(globalThis.runs).toBe(1);
});

test('what did not come with the page is told, not waited for', async () => {
  await expect(runScript('overlays')).rejects.toThrow('/overlays.js is not there');
});
