import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { readOwnFile } from '#protocol/node-files.ts';
import { writePartnerPrices } from '#service/bodies.ts';
import { createSimulatedMarket } from '#service/simulated/market-columns.ts';
import { type Ask, priceCatalogue } from '#service/simulated/priced-catalogue.ts';

const decompress = promisify(brotliDecompress);

/** What the items of the simulated market cost, by market hash name (catalogue.md names the sources). */
export async function readAsks(): Promise<ReadonlyMap<string, Ask>> {
  const compressed = await readOwnFile(new URL('catalogue.tsv.br', import.meta.url));
  const lines = (await decompress(compressed)).toString('utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [name = '', cents = ''] = line.split('\t');
      return [name, { cents: Number(cents.replace('~', '')), isEstimate: cents.startsWith('~') }];
    }),
  );
}

/** Items that every marketplace shows. */
const popular = /^(AK-47|AWP|M4A4|M4A1-S) \||^★ (Karambit|Butterfly Knife)( \||$)| Case$/;
/** So many items take less than 30 kB of a package. */
const packagedItems = 1850;

/** A body of `/api/get-partner-prices`: popular items, and of all others those that sell most. A relay without a key begins so. */
export async function packagedSamples(): Promise<string> {
  const [asks, seed] = [await readAsks(), 1];
  const all = [...asks.keys()];
  const { liquidity } = priceCatalogue(all, asks, seed);
  const rank = (item: number) => (popular.test(all[item] ?? '') ? 1000 : 0) + (liquidity[item] ?? 0);
  const chosen = new Set([...all.keys()].sort((one, other) => rank(other) - rank(one)).slice(0, packagedItems));
  const names = all.filter((_, item) => chosen.has(item));
  const state = await createSimulatedMarket({ names, asks, seed, refreshMs: 1, now: () => 0 })();
  return state ? [...writePartnerPrices(state)].join('') : '';
}
