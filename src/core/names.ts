/**
 * What a fold might change: anything but printable ASCII and the two signs that a fifth of all names hold, a space too
 * many, a bracket without its space.
 */
const unfolded = /[^ -~★™]| {2}|^ | $|[^ ]\(/;

/**
 * The key under which a market hash name is looked up: NFC, every kind of space a plain one, runs of them
 * collapsed, trimmed, straight apostrophes, a space before a bracket; case is kept, for `niko` and `NiKo` are two
 * stickers (sites.md, B). No two real names share a key, and the key of a key is itself.
 */
export function normaliseName(name: string): string {
  if (!unfolded.test(name)) return name;
  return name
    .normalize('NFC')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/(?<=[^\s(])\(/g, ' (')
    .trim();
}

/** Longest text that is taken for a name, in UTF-16 units; the longest real one has 72. */
export const maxNameLength = 200;

/** What nearly all names are made of, and what is never foreign. */
const plain = /^[ -;=?-~★™]*$/;

/** Control, invisible, private and broken characters, and markup: no real name holds any of them. */
const isForeign = (name: string): boolean =>
  // Written where it is needed: merely to read this expression takes a browser more than a millisecond.
  !plain.test(name) && /[\p{Cc}\p{Cf}\p{Co}\p{Cs}<>]/u.test(name);

/** Whether a text could be a market hash name at all. Says nothing about whether such an item exists. */
export const isPlausibleName = (name: string): boolean =>
  name.length <= maxNameLength && name.trim() !== '' && !isForeign(name);

/** A name read from the text of an element: folded as a key; `undefined` when it cannot be a name. */
export function nameFromText(text: string): string | undefined {
  if (text.length > maxNameLength * 5) return undefined;
  const name = normaliseName(text);
  return isPlausibleName(name) ? name : undefined;
}

/** Decodes the last part of an address, which some pages encode twice (sites.md, B18). Never throws. */
export function decodeSegment(segment: string): string {
  const once = decoded(segment);
  return decoded(once);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray % is part of the text
  }
}
