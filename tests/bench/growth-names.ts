import { readCatalogue } from '#service/simulated/catalogue.ts';

const worn = /^([^|]+) \| (.+) (\((?:Factory New|Minimal Wear|Field-Tested|Well-Worn|Battle-Scarred)\))$/;
const special = /^(?:★|StatTrak|Souvenir|Sticker|Patch|Charm)/;

/**
 * So many market hash names: some of the catalogue, evenly spread over it; or all of it and then, past its end, every
 * weapon with every finish in every wear, of which most were never made.
 * @throws RangeError for more than that.
 */
export async function namesOf(count: number): Promise<readonly string[]> {
  const real = await readCatalogue();
  if (count <= real.length) return real.filter((_, at) => (at * count) % real.length < count);
  const names = new Set(real);
  for (const name of combined(real)) if (names.size < count) names.add(name);
  if (names.size < count) throw new RangeError(`there are only ${names.size} names`);
  return [...names];
}

function* combined(real: readonly string[]): Generator<string> {
  const parts = real.flatMap((name) => [worn.exec(name) ?? []]);
  const all = (part: number) => [...new Set(parts.flatMap((found) => found[part] ?? []))];
  const weapons = all(1).filter((weapon) => !special.test(weapon));
  const [finishes, wears] = [all(2), all(3)];
  for (const finish of finishes)
    for (const weapon of weapons) for (const wear of wears) yield `${weapon} | ${finish} ${wear}`;
}
