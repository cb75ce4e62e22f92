import { build, type Plugin } from 'vite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runScript } from '#browser/scripts.ts';
import { deferScripts } from '#build/script-plugins.ts';

const entry = (code: string): Plugin => ({
  name: 'entry',
  resolveId: (id) => (id === 'entry' ? id : undefined),
  load: (id) => (id === 'entry' ? code : undefined),
});

/** Builds a script with a plugin and returns the code of the output file. @throws Error when nothing is built. */
async function builtWith(plugin: Plugin, code: string, fileName: string): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [entry(code), plugin],
    build: { write: false, rolldownOptions: { input: 'entry', output: { format: 'iife', entryFileNames: fileName } } },
  });
  const [chunk] = [output].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (chunk?.type !== 'chunk') throw new Error('nothing was built');
  return chunk.code;
}

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
