import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const decompress = promisify(brotliDecompress);

/** The market hash names of the simulated market; their source is named in catalogue.md. */
export async function readCatalogue(): Promise<readonly string[]> {
  const packed = await readFile(new URL('catalogue.txt.br', import.meta.url));
  return (await decompress(packed)).toString('utf8').trimEnd().split('\n');
}
