/** Matches names that may not be normalised: unusual characters, extra spaces, or a bracket without a space before it. */
const needsNormalising = /[^ -~★™]| {2}|^ | $|[^ ]\(/;

/**
 * The usual spelling of a name: NFC, one plain space for any run of white space, trimmed, straight apostrophes, a space
 * before a bracket. Case is kept. Normalising twice changes nothing. The result is not the name: real names differ in
 * spaces alone (src/core/items/names.md, "Twins"). It serves names that are put together, and comparisons of two texts that
 * must mean the same item.
 */
export function normaliseName(name: string): string {
  if (!needsNormalising.test(name)) return name;
  return name
    .normalize('NFC')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/(?<=[^\s(])\(/g, ' (')
    .trim();
}

/** What all spellings of a name have in common: the usual spelling, without regard to capitals. */
export const looseKey = (name: string): string => normaliseName(name).toLowerCase();

/** The longest accepted name, UTF-16 units; the longest real one has 72. */
export const maxNameLength = 200;

/** Length of a search text, characters. */
export const maxQueryLength = 100;

/** Characters that are always allowed; nearly all names have no others. */
const allowed = /^[ -;=?-~★™]*$/;

/** Control, invisible, private-use and broken characters, and markup; no real name contains them. */
const hasForbidden = (name: string): boolean =>
  // Inline: compiling this expression takes a browser more than a millisecond.
  !allowed.test(name) && /[\p{Cc}\p{Cf}\p{Co}\p{Cs}<>]/u.test(name);

/** Whether a text could be a market hash name, whether or not such an item exists. */
export const isPlausibleName = (name: string): boolean =>
  name.length <= maxNameLength && name.trim() !== '' && !hasForbidden(name);

/**
 * The name in an element's text; `undefined` when the text cannot be a name. White space of the markup (line breaks, tabs,
 * no-break spaces) becomes one space; all else stays as the page wrote it, two plain spaces in a row included.
 */
export function nameFromText(text: string): string | undefined {
  if (text.length > maxNameLength * 5) return undefined;
  const name = text.replace(/\s+/g, (run) => (/[^ ]/.test(run) ? ' ' : run)).trim();
  return isPlausibleName(name) ? name : undefined;
}

/** Decodes a part of an address, which some pages encode twice (src/core/items/names.md, "Spelling"). Never throws. */
export const decodeSegment = (segment: string): string => decodeOnce(decodeOnce(segment));

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A stray % is part of the text.
  }
}
