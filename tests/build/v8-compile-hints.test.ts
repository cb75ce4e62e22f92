import { expect, test } from 'vitest';
import { addCompileHints } from '#build/v8-compile-hints.ts';
import { builtWith } from '../store/built.ts';

/** The first line of what is built of a script of that name. */
async function firstLine(fileName: string): Promise<string | undefined> {
  const plugin = addCompileHints((file) => file !== 'panel.js');
  return (await builtWith(plugin, '/* ours */ globalThis.runs = 1;', fileName)).split('\n')[0];
}

test('the hint is in the first line of a marked file after minification', async () => {
  expect(await firstLine('overlays.js')).toBe('//# allFunctionsCalledOnLoad');
});

test('any other file has no hint', async () => {
  expect(await firstLine('panel.js')).not.toContain('allFunctions');
});
