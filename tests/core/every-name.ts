import { existsSync, readFileSync } from 'node:fs';
import { readAsks } from '#service/simulated/catalogue.ts';

/** Real names cannot be part of the project: a folder beside it, and this variable's file. A tab ends a name. */
const lists = [
  ...['market-hash-names.txt', 'steam-prices.tsv'].map(
    (file) => new URL(`../../../shared/data/${file}`, import.meta.url),
  ),
  process.env['MARKET_HASH_NAMES'] ?? [],
].flat();

const namesIn = (file: string | URL): readonly string[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split(/\r?\n/)
        .filter((line) => line && !line.startsWith('# '))
        .map((line) => line.replace(/\t.*/, ''))
    : [];

export const realNames: readonly string[] = [...new Set(lists.flatMap(namesIn))];

/** All names that there are to test with: the 40,878 of the simulated market, and the real ones. */
export const everyName: readonly string[] = [...new Set([...(await readAsks()).keys(), ...realNames])];

const wear = / \((?:Factory New|Minimal Wear|Field-Tested|Well-Worn|Battle-Scarred)\)$/;

/** A market hash name taken apart by its own grammar, without the code under test. */
export function takeApart(name: string) {
  const star = name.startsWith('★ ');
  const unstarred = star ? name.slice(2) : name;
  const statTrak = unstarred.startsWith('StatTrak™ ');
  const souvenir = unstarred.startsWith('Souvenir ');
  const whole = unstarred.replace(/^(?:StatTrak™|Souvenir) /, '');
  const [, type, untyped = whole] =
    /^(Sticker Slab|Sticker|Patch|Charm|Music Kit|Sealed Graffiti) \| (.*)$/.exec(whole) ?? [];
  const [bracket = ''] = type ? [] : (wear.exec(untyped) ?? []);
  return { star, statTrak, souvenir, type, base: untyped.replace(bracket, ''), wear: bracket.slice(2, -1) };
}

/** The names that do not come back the same (under normalisation) from a way of showing and reading them. */
export const lost = (
  names: readonly string[],
  key: (name: string) => string,
  back: (name: string) => string | undefined,
) =>
  names.flatMap((name) => {
    const read = back(name);
    return read === undefined || key(read) !== key(name) ? [`${name} → ${read}`] : [];
  });
