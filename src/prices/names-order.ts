import { readWear, wears } from '#core/wears.ts';

const lastBracket = / \(([^()]*)\)$/;

/** Names in the order in which search shows equals: by name without its wear, then the best wear first. */
export function inSearchOrder(names: Iterable<string>): string[] {
  const keyed = Array.from(names, (name) => ({ name, key: keyOf(name) }));
  return keyed.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)).map(({ name }) => name);
}

function keyOf(name: string): string {
  const wear = readWear(lastBracket.exec(name)?.[1] ?? '');
  return wear ? name.replace(lastBracket, ` (${wears.indexOf(wear)})`) : name;
}
