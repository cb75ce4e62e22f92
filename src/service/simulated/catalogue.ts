import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const decompress = promisify(brotliDecompress);

/** The market hash names of the simulated market (catalogue.md names their sources). */
export async function readCatalogue(): Promise<readonly string[]> {
  return (await readRows()).map(([name]) => name);
}

/** What Steam asked for an item at least, USD cents, by name; not every name of the catalogue has an ask (catalogue.md). */
export async function readSteamAsks(): Promise<ReadonlyMap<string, number>> {
  return new Map((await readRows()).flatMap(([name, cents]) => (cents ? [[name, Number(cents)]] : [])));
}

async function readRows(): Promise<[name: string, cents: string | undefined][]> {
  const compressed = await readFile(new URL('catalogue.tsv.br', import.meta.url));
  const lines = (await decompress(compressed)).toString('utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [name = '', cents] = line.split('\t');
    return [name, cents];
  });
}
