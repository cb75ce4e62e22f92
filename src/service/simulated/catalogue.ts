import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const decompress = promisify(brotliDecompress);

/** The market hash names of the simulated market (catalogue.md names their source). */
export async function readCatalogue(): Promise<readonly string[]> {
  const compressed = await readFile(new URL('catalogue.txt.br', import.meta.url));
  return (await decompress(compressed)).toString('utf8').trimEnd().split('\n');
}
