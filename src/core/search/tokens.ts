import { lazy } from '#core/asks/lazy.ts';
import { kindOf, wearOf } from '#core/items/item-kinds.ts';

/** Words that are written with a space or a hyphen. No market hash name contains them. */
const spacedWords: readonly (readonly [RegExp, string])[] = [
  [/\b5[ -]7\b/g, '57'],
  [/\bblack pearl\b/g, 'blackpearl'],
  [/\bph(?:ase)? ?([1-4])\b/g, 'p$1'],
];

/** Lower case, of usual width, without accents, ™ and apostrophes, and with a phase or a gem as one word. */
function fold(text: string): string {
  const plain = notAscii.test(text) ? text.replaceAll('™', '').normalize('NFKD').replace(unicode().accents, '') : text;
  const lower = plain.toLowerCase().replace(/'/g, '').replaceAll('ı', 'i');
  return spacedWords.reduce((folded, [spaced, word]) => folded.replace(spaced, word), lower);
}

const notAscii = /[^ -~]/;

/** Compiled on first use: compiling a Unicode class takes a millisecond of the worker's start. */
const unicode = lazy(() => ({
  accents: /[\p{M}’]/gu,
  separators: /[^\p{L}\p{N}]+/u,
  compound: /[\p{L}\p{N}.]+(?:[-♥&][\p{L}\p{N}.]+)+/gu,
}));

const splitWords = (text: string): string[] => text.split(unicode().separators).filter(Boolean);

/** The words of a text in its order: "AK-47 | Redline" has "ak", "47" and "redline". Never throws. */
export const tokenize = (text: string): readonly string[] => splitWords(fold(text));

/** Whether a text contains a word that is written with a space. Such a text cannot be tokenized in pieces. */
export const containsSpacedWord = (text: string): boolean => /5 7|black pearl|ph(?:ase)? [1-4]/i.test(text);

/** Words that people write for a piece of a name: hyphenated words without hyphens, "ak47" for "AK-47", and "and" for "&". */
export const impliedOf = (piece: string): readonly string[] => [
  ...(piece.match(unicode().compound) ?? []).map((text) => splitWords(fold(text)).join('')),
  ...(/(?:^| )&(?: |$)/.test(piece) ? ['and'] : []),
];

/** The finish of a weapon, a knife or gloves: "Redline" in "AK-47 | Redline (Field-Tested)". */
export function finishOf(name: string): string | undefined {
  const wear = wearOf(name);
  const bar = name.indexOf(' | ');
  return wear && bar > 0 ? name.slice(bar + 3, -wear.length - 3) : undefined;
}

const littleWords: ReadonlySet<string> = new Set(['a', 'and', 'by', 'from', 'in', 'of', 'on', 'the', 'to']);

/** "Blood in the Water" has "bitw" and "bw". Words in other scripts do not count: "龍王 (Dragon King)" has "dk". */
export function initialsOf(finish: string): readonly string[] {
  const words = tokenize(finish).filter((word) => /^[a-z0-9]/.test(word));
  const main = words.filter((word) => !littleWords.has(word));
  const long = [words, main].filter(({ length }) => length > 1);
  return [...new Set(long.map((each) => each.map((word) => word.slice(0, 1)).join('')))];
}

/** Words for the category of an item that its name lacks: "knife", "vanilla" (a knife without a finish), "gloves", "agent". */
export function categoriesOf(name: string): readonly string[] {
  const kind = kindOf(name);
  if (kind === 'knife') return name.includes(' | ') ? knife : vanillaKnife;
  return kind === 'gloves' ? gloves : kind === 'agent' ? agent : none;
}

const none: readonly string[] = [];
const agent = ['agent'];
const gloves = ['gloves'];
const knife = ['knife'];
const vanillaKnife = ['knife', 'vanilla'];
