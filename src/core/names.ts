/** Matches names that may not be normalised: unusual characters, extra spaces, or a bracket without a space before it. */
const needsNormalising = /[^ -~★™]| {2}|^ | $|[^ ]\(/;

/**
 * The key by which a market hash name is looked up: NFC, one plain space for any run of white space, trimmed, straight
 * apostrophes, a space before a bracket. Case is kept: `niko` and `NiKo` are two stickers (src/core/names.md,
 * "Spelling"). Normalising a key returns the same key.
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

/** The longest accepted name, UTF-16 units; the longest real one has 72. */
export const maxNameLength = 200;

/** Characters that are always allowed; nearly all names have no others. */
const allowed = /^[ -;=?-~★™]*$/;

/** Control, invisible, private-use and broken characters, and markup; no real name contains them. */
const hasForbidden = (name: string): boolean =>
  // Inline: compiling this expression takes a browser more than a millisecond.
  !allowed.test(name) && /[\p{Cc}\p{Cf}\p{Co}\p{Cs}<>]/u.test(name);

/** Whether a text could be a market hash name, whether or not such an item exists. */
export const isPlausibleName = (name: string): boolean =>
  name.length <= maxNameLength && name.trim() !== '' && !hasForbidden(name);

/** The normalised name in an element's text; `undefined` when the text cannot be a name. */
export function nameFromText(text: string): string | undefined {
  if (text.length > maxNameLength * 5) return undefined;
  const name = normaliseName(text);
  return isPlausibleName(name) ? name : undefined;
}

/** Decodes a part of an address, which some pages encode twice (src/core/names.md, "Spelling"). Never throws. */
export const decodeSegment = (segment: string): string => decodeOnce(decodeOnce(segment));

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A stray % is part of the text.
  }
}
