import { build, type Rolldown } from 'vite';

export async function bundle(entry: string): Promise<string> {
  const lib = { entry, formats: ['iife' as const], name: 'bench' };
  const built = await build({ configFile: false, logLevel: 'error', build: { target: 'es2023', write: false, lib } });
  const [output] = (Array.isArray(built) ? built : [built]).flatMap(chunksOf);
  if (!output) throw new Error(`${entry} does not build`);
  return output.code;
}

const chunksOf = (built: object): Rolldown.OutputChunk[] =>
  'output' in built && Array.isArray(built.output) ? built.output.filter(({ type }) => type === 'chunk') : [];
