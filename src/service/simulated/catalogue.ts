import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { readOwnFile } from '#protocol/node-files.ts';

const decompress = promisify(brotliDecompress);

/** The market hash names of the simulated market (catalogue.md names their source). */
export async function readCatalogue(): Promise<readonly string[]> {
  const compressed = await readOwnFile(new URL('catalogue.txt.br', import.meta.url));
  return (await decompress(compressed)).toString('utf8').trimEnd().split('\n');
}
