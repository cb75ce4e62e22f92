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

/** Normalises a name, and lower-cases its ASCII letters. */
export const foldCase = (name: string): string => foldSlowly(name).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
