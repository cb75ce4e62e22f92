import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { readOwnFile } from '#protocol/node-files.ts';
import { writePartnerPrices } from '#service/bodies.ts';
import { priceCatalogue } from '#service/simulated/estimated-asks.ts';
import { createSimulatedMarket } from '#service/simulated/market-columns.ts';

const decompress = promisify(brotliDecompress);

/** The market hash names of the simulated market (catalogue.md names their sources). */
export async function readCatalogue(): Promise<readonly string[]> {
  return (await readRows()).map(([name]) => name);
}

/** What Steam asked for an item at least, USD cents, by name; not every name of the catalogue has an ask (catalogue.md). */
export async function readSteamAsks(): Promise<ReadonlyMap<string, number>> {
  return new Map((await readRows()).flatMap(([name, cents]) => (cents ? [[name, Number(cents)]] : [])));
}

/** Items that every marketplace shows. */
const popular = /^(AK-47|AWP|M4A4|M4A1-S) \||^★ (Karambit|Butterfly Knife)( \||$)| Case$/;
/** So many items take less than 30 kB of a package. */
const packagedItems = 1850;

/**
 * The sample prices that come with the extension, as a body of `/api/get-partner-prices`: popular items, and those of all
 * others that sell most often. They are the first prices of a relay without a key.
 */
export async function packagedSamples(): Promise<string> {
  const [all, asks, seed] = [await readCatalogue(), await readSteamAsks(), 1];
  const { liquidity } = priceCatalogue(all, asks, seed);
  const rank = (item: number) => (popular.test(all[item] ?? '') ? 1000 : 0) + (liquidity[item] ?? 0);
  const chosen = new Set([...all.keys()].sort((one, other) => rank(other) - rank(one)).slice(0, packagedItems));
  const names = all.filter((_, item) => chosen.has(item));
  const state = await createSimulatedMarket({ names, asks, seed, refreshMs: 1, now: () => 0 })();
  return state ? [...writePartnerPrices(state)].join('') : '';
}

async function readRows(): Promise<[name: string, cents: string | undefined][]> {
  const compressed = await readOwnFile(new URL('catalogue.tsv.br', import.meta.url));
  const lines = (await decompress(compressed)).toString('utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [name = '', cents] = line.split('\t');
    return [name, cents];
  });
}
