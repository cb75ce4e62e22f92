/** Normalises a name sign by sign: a second implementation of `normaliseName`. */
export function foldSlowly(name: string): string {
  const signs = [...name.normalize('NFC')].map((sign) => (sign === '‘' || sign === '’' ? "'" : sign));
  const words = signs.map((sign) => (/^\s$/u.test(sign) ? ' ' : sign));
  let folded = '';
  for (const sign of words) {
    const last = folded.at(-1) ?? '';
    if (sign === ' ' && (last === '' || last === ' ')) continue;
    if (sign === '(' && last !== '' && last !== ' ' && last !== '(') folded += ' ';
    folded += sign;
  }
  return folded.endsWith(' ') ? folded.slice(0, -1) : folded;
}

/** Normalises a name without regard to capitals: a second implementation of `looseKey`. */
export const foldCase = (name: string): string => foldSlowly(name).toLowerCase();

/** A name that a market knows; without a value it has no price now. */
export type KnownName<T> = readonly [name: string, value: T | undefined];

/** In the plainest form: the name itself, unless it is assembled; else the only known name that comes near. */
export function slowMarket<T>(known: readonly KnownName<T>[]) {
  const byName = new Map(known);
  const near = Map.groupBy(byName.keys(), foldCase);
  return (text: string, assembled: boolean): readonly [string, T] | undefined => {
    const others = near.get(foldCase(text)) ?? [];
    const [name] = byName.has(text) && !assembled ? [text] : others.length === 1 ? others : [];
    const value = name === undefined ? undefined : byName.get(name);
    return name === undefined || value === undefined ? undefined : [name, value];
  };
}
