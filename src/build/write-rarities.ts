/**
 * Writes src/ui/marks/rarities.json from the npm package @ianlucas/cs2-lib (MIT) by Ian Lucas:
 * `npm pack @ianlucas/cs2-lib && tar xzf ianlucas-cs2-lib-*.tgz && node src/build/write-rarities.ts package 2026-05-16`,
 * with the date of the version (`npm view @ianlucas/cs2-lib time`).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type PackedRarities, packNames, rarities, unpackRarities } from '#core/items/rarity.ts';

/** The package's colours of the rarities, in their order. It gives free items another one, which says nothing. */
const colours = ['#b0c3d9', '#5e98d9', '#4b69ff', '#8847ff', '#d32ce6', '#eb4b4b', '#e4ae39'];

interface LibraryItem {
  readonly id: number;
  readonly type: string;
  readonly rarity?: string;
  /** The weapon without a finish, which nobody sells. */
  readonly base?: boolean;
}

/** The market hash name without marks and wear. The package puts the kind before names that have none. */
const marketName = (name: string): string =>
  name.replace(/^(?:Agent|Collectible|Tool|Key|Container) \| /, '').replace(/^Graffiti \| /, 'Sealed Graffiti | ');

/** Kinds whose rarity follows from their name (`baseName` in src/core/items/rarity.ts). */
const followsFromName = ({ type }: LibraryItem, name: string): boolean =>
  type === 'melee' || type === 'glove' || name.startsWith('Sticker Slab | ');

async function writeRarities(folder: string, date: string): Promise<void> {
  const load = async (file: string) => import(pathToFileURL(resolve(folder, 'dist', file)).href);
  const { version } = JSON.parse(await readFile(resolve(folder, 'package.json'), 'utf8')) as { version: string };
  const items: readonly LibraryItem[] = (await load('items.mjs')).CS2_ITEMS;
  const words: Readonly<Record<number, { readonly name: string }>> = (await load('translations/english.mjs')).english;
  const named = items.flatMap((item) => {
    const name = words[item.id]?.name ?? '';
    const isSold = name !== '' && !(item.type === 'weapon' && item.base) && !followsFromName(item, name);
    return isSold ? [{ name: marketName(name), colour: item.rarity }] : [];
  });
  const namesOf = (at: number) => named.filter(({ colour }) => colour === colours[at]).map(({ name }) => name);
  const packed = Object.fromEntries(rarities.map((rarity, at) => [rarity, packNames(namesOf(at))])) as PackedRarities;
  const rarityOf = unpackRarities(packed);
  const wrong = rarities.flatMap((rarity, at) => namesOf(at).filter((name) => rarityOf(name) !== rarity));
  if (wrong.length > 0) throw new Error(`Two rarities share the hash of: ${wrong.join(', ')}`);
  const source = `@ianlucas/cs2-lib ${version} (MIT) of ${date}; src/build/write-rarities.ts writes this file`;
  const content = JSON.stringify({ source, names: packed }, null, 2);
  await writeFile('src/ui/marks/rarities.json', `${content}\n`);
}

const [folder = '', date = ''] = process.argv.slice(2);
if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error('Name the folder of the package and its date.');
await writeRarities(folder, date);
