import { build, type Plugin } from 'vite';
import { expect, test } from 'vitest';
import { calledOnLoad } from '#store/called-on-load.ts';

const entry: Plugin = {
  name: 'entry',
  resolveId: (id) => (id === 'entry' ? id : undefined),
  load: (id) => (id === 'entry' ? '/* ours */ globalThis.runs = 1;' : undefined),
};

/** The first line of what is built of a script of that name. */
async function firstLine(fileName: string): Promise<string | undefined> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [entry, calledOnLoad((file) => file !== 'panel.js')],
    build: { write: false, rolldownOptions: { input: 'entry', output: { format: 'iife', entryFileNames: fileName } } },
  });
  const [chunk] = [output].flat().flatMap((one) => ('output' in one ? one.output : []));
  return chunk?.type === 'chunk' ? chunk.code.split('\n')[0] : undefined;
}

test('a file whose functions are called at once says so in its first line, after all that shrinks files', async () => {
  expect(await firstLine('overlays.js')).toBe('//# allFunctionsCalledOnLoad');
});

test('any other file says nothing', async () => {
  expect(await firstLine('panel.js')).not.toContain('allFunctions');
});
