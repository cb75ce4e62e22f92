import { build, type Plugin } from 'vite';

const entry = (code: string): Plugin => ({
  name: 'entry',
  resolveId: (id) => (id === 'entry' ? id : undefined),
  load: (id) => (id === 'entry' ? code : undefined),
});

/** Builds a script with a plugin and returns the code of the output file. @throws Error when nothing is built. */
export async function builtWith(plugin: Plugin, code: string, fileName: string): Promise<string> {
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
