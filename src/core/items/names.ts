import { isKnife, readWear, type Wear, wearInitials, wearOf, wears } from '#core/items/item-kinds.ts';

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

/** The phases and gems of Doppler finishes; never part of a market hash name. */
export const phases = [
  'Phase 1',
  'Phase 2',
  'Phase 3',
  'Phase 4',
  'Ruby',
  'Sapphire',
  'Black Pearl',
  'Emerald',
] as const;

export type Phase = (typeof phases)[number];

const withoutSeparators = (text: string): string => text.toLowerCase().replace(/[\s_–—()[\]|:-]+/g, '');

// Built on first use: the taps bundle this file and read no names.
let spellings: ReadonlyMap<string, Phase> | undefined;

/** Reads a phase on its own, in any site's spelling: "Phase 2", "phase-2", "[phase2]", "blackpearl". */
export function readPhase(text: string): Phase | undefined {
  spellings ??= new Map(phases.map((phase) => [withoutSeparators(phase), phase]));
  return spellings.get(withoutSeparators(text));
}

export interface PhasedName {
  readonly item: string;
  readonly phase?: Phase | undefined;
}

/**
 * Splits off the phase that a site puts into a name: "… | Doppler Phase 2 (Factory New)",
 * "… | Doppler (Factory New) - Ruby", "★ Karambit | Ruby". Only Doppler finishes have phases; every other name, a real
 * "Emerald" included, is returned unchanged (src/core/items/names.md, "Wears and phases").
 */
export const splitPhase = (name: string): PhasedName =>
  (mayHavePhase.test(name) && (afterFinish(name) ?? inPlaceOfFinish(name))) || { item: name };

/** A quick test: a name with a phase contains one of these words. */
const mayHavePhase = /Doppler|Ruby|Sapphire|Black Pearl|Emerald/;

const doppler = /^(.*\| (?:Gamma )?Doppler)(.+)$/;
const bracket = /\(([^()]*)\)/g;

/** "Doppler" is followed by a wear, a phase, or both in either order; anything else is another item's name. */
function afterFinish(name: string): PhasedName | undefined {
  const [, finish, rest = ''] = doppler.exec(name) ?? [];
  if (finish === undefined) return undefined;
  const wear = [...rest.matchAll(bracket)].find(([, inner = '']) => readWear(inner))?.[0] ?? '';
  const phase = readPhase(rest.replace(wear, ''));
  return phase && { item: wear ? `${finish} ${wear}` : finish, phase };
}

/**
 * Whether an item has phases of different prices, so that its name alone does not identify it. Reads every spelling that
 * the table answers (src/core/items/names.md, "Twins"): capitals and spaces may differ.
 */
export const hasPhases = (item: string): boolean => /\|\s+(?:Gamma\s+)?Doppler\s*(?:\(|$)/i.test(item);

const gem = /^(.+) \| (Ruby|Sapphire|Black Pearl|Emerald)(?= \(|$)/;

/** A knife or Glock-18 whose finish is given as a bare gem; none of them has another finish of that name. */
function inPlaceOfFinish(name: string): PhasedName | undefined {
  const [whole, weapon = '', finish = ''] = gem.exec(name) ?? [];
  const phase = readPhase(finish);
  if (whole === undefined || phase === undefined || !(isKnife(weapon) || /\bGlock-18$/.test(weapon))) return undefined;
  const base = phase === 'Emerald' ? 'Gamma Doppler' : 'Doppler';
  return { item: `${weapon} | ${base}${name.slice(whole.length)}`, phase };
}

/** The five wears as translated names have them. A spelling that is missing here only fails to contradict. */
const translations = [
  '崭新出厂|全新|прямо с завода|fabrikneu|nova de fábrica',
  '略有磨损|немного поношенн\\p{L}*|minimale gebrauchsspuren|pouco usad[oa]',
  '久经沙场|после полевых(?: испытаний)?|einsatzerprobt|testad[oa] em campo',
  '破损不堪|поношенное|abgenutzt|bem desgastad[oa]',
  '战痕累累|закал[её]нн\\p{L}*(?: в боях)?|kampfspuren|veteran[oa] de guerra',
];

const createShownSpellings = () => ({
  spelled: new RegExp(wears.map((wear) => wear.replace(/[ -]/, '[-_\\s]?')).join('|'), 'gi'),
  short: new RegExp(`(?<![\\w-])(?:${wears.map(wearInitials).join('|')})(?![\\w-])`, 'g'),
  translated: new RegExp(translations.map((each) => `(?<!\\p{L})(${each})(?!\\p{L})`).join('|'), 'giu'),
});

// Built on first use: the taps bundle this file and read no texts.
let known: ReturnType<typeof createShownSpellings> | undefined;

export const wearSpellings = () => (known ??= createShownSpellings());

/** The wears that a text states, in any spelling, also within an address. */
export function wearsIn(text: string): readonly Wear[] {
  const spellings = wearSpellings();
  const spelled = text.match(spellings.spelled) ?? [];
  const short = text.length <= 40 ? (text.match(spellings.short) ?? []) : [];
  const translated = [...text.matchAll(spellings.translated)].flatMap(
    ([, ...groups]) => wears[groups.findIndex((group) => group !== undefined)] ?? [],
  );
  return [...spelled, ...short].flatMap((wear) => readWear(wear) ?? []).concat(translated);
}

/** Whether a text shows the wear of an item, in any language that is known here, and no other; none where it has none. */
export function showsWear(shown: string, item: string): boolean {
  const stated = new Set(wearsIn(shown));
  const wear = wearOf(item);
  return wear ? stated.size === 1 && stated.has(wear) : stated.size === 0;
}
