import { lazy } from '#core/lazy.ts';

/** How names and queries become words, and what traders write for them in short. */

/** What stands for a phase or a gem is one word, for no market hash name tells either. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\bblack pearl\b/g, 'blackpearl'],
  [/\bphase ([1-4])\b/g, 'p$1'],
];

/** Lower case, without accents, ™ and apostrophes, and with a phase in one word. */
function fold(text: string): string {
  const plain = notAscii.test(text) ? text.replaceAll('™', '').normalize('NFD').replace(unicode().accents, '') : text;
  const lower = plain.toLowerCase().replace(/'/g, '');
  return phrases.reduce((folded, [phrase, word]) => folded.replace(phrase, word), lower);
}

const notAscii = /[^ -~]/;

/** Expressions over all of Unicode take a millisecond to read: not when the worker wakes, but when somebody searches. */
const unicode = lazy(() => ({
  accents: /[\p{M}’]/gu,
  notWord: /[^\p{L}\p{N}]+/u,
  compound: /[\p{L}\p{N}.]+(?:[-♥&][\p{L}\p{N}.]+)+/gu,
  digitsLast: /^(\p{L}+)(\d+)$/u,
}));

const plainWords = (text: string): string[] => text.split(unicode().notWord).filter(Boolean);

/** The words of a text, in its order: "AK-47 | Redline" has "ak", "47" and "redline". Never throws. */
export const wordsOf = (text: string): readonly string[] => plainWords(fold(text));

/** Whether words stand in a text that belong together over a space, so that it is not to be read piece by piece. */
export const spansSpaces = (text: string): boolean => /black pearl|phase [1-4]/i.test(text);

/** What a piece of a name between two spaces is also found by: its hyphened words in one ("ak47"). */
export const joinedWordsOf = (piece: string): readonly string[] =>
  (piece.match(unicode().compound) ?? []).map((text) => plainWords(fold(text)).join(''));

const factions: ReadonlySet<string> = new Set([
  'Brazilian 1st Battalion',
  'Elite Crew',
  'FBI',
  'FBI HRT',
  'FBI SWAT',
  'FBI Sniper',
  'Gendarmerie Nationale',
  'Guerrilla Warfare',
  'KSK',
  'NSWC SEAL',
  'NZSAS',
  'Phoenix',
  'SAS',
  'SEAL Frogman',
  'SWAT',
  'Sabre',
  'Sabre Footsoldier',
  'TACP Cavalry',
  'The Professionals',
  'USAF TACP',
]);

/** The kind of an item, where traders search for it and the name does not always tell it. */
export function kindOf(name: string): string | undefined {
  if (name.startsWith('★')) return /Gloves|Wraps/.test(name) ? 'gloves' : 'knife';
  return factions.has(name.slice(name.lastIndexOf('|') + 2)) ? 'agent' : undefined;
}

/** A word that traders write in short, and the words of a market hash name that it stands for. */
const shorts: Readonly<Record<string, string>> = {
  fn: 'factory new',
  mw: 'minimal wear',
  ft: 'field tested',
  ww: 'well worn',
  bs: 'battle scarred',
  st: 'stattrak',
  sv: 'souvenir',
  bfk: 'butterfly knife',
  deag: 'desert eagle',
  deagl: 'desert eagle',
  deagle: 'desert eagle',
  dlore: 'dragon lore',
  dl: 'dragon lore',
  fserpent: 'fire serpent',
  skelly: 'skeleton knife',
  scout: 'ssg 08',
  krieg: 'sg 553',
  dualies: 'dual berettas',
  so: 'sawed off',
  '57': 'five seven',
  bf: 'broken fang',
  ch: 'case hardened',
  ibp: 'ibuypower',
  navi: 'natus vincere',
};

/** Phases and gems, and the finish whose name they stand for: the name itself does not tell them. */
const gems: Readonly<Record<string, string>> = {
  p1: 'doppler',
  p2: 'doppler',
  p3: 'doppler',
  p4: 'doppler',
  ruby: 'doppler',
  sapphire: 'doppler',
  blackpearl: 'doppler',
  bp: 'doppler',
  emerald: 'gamma doppler',
};

const events: readonly string[] = [
  'antwerp',
  'atlanta',
  'austin',
  'berlin',
  'boston',
  'budapest',
  'cluj',
  'cologne',
  'columbus',
  'copenhagen',
  'dreamhack',
  'katowice',
  'krakow',
  'london',
  'paris',
  'rio',
  'shanghai',
  'stockholm',
];

/** What a word of a query may stand for. */
export interface Phrase {
  /** All of them have to be in the name. */
  readonly words: readonly string[];
  /** It names more than the market hash name can tell. */
  readonly vague: boolean;
}

/** The words that one word of a query stands for: "ft", "ruby", "kato14", "ssg08"; `undefined` when it is none of these. */
export function phraseOf(word: string): Phrase | undefined {
  const short = Object.hasOwn(shorts, word) ? shorts[word] : undefined;
  const gem = Object.hasOwn(gems, word) ? gems[word] : undefined;
  const said = short ?? gem ?? divided(word);
  return said === undefined ? undefined : { words: said.split(' '), vague: short === undefined && gem !== undefined };
}

/** Letters and digits that stand apart in a name: an event and its year, or a weapon and its number. */
function divided(word: string): string | undefined {
  const [, letters = '', digits = ''] = unicode().digitsLast.exec(word) ?? [];
  const event = letters.length > 2 || letters === 'dh' ? events.find((name) => isEvent(letters, name)) : undefined;
  if (event && /^(?:20)?\d\d$/.test(digits)) return `${event} 20${digits.slice(-2)}`;
  return digits ? `${letters} ${digits}` : undefined;
}

const isEvent = (letters: string, name: string): boolean =>
  name.startsWith(letters) ||
  (letters === 'dh' && name === 'dreamhack') ||
  (letters === 'cph' && name === 'copenhagen');

/** Words of a name that put it behind others when nobody asked for them: 2 far behind, 1 behind. */
export const lessWanted: Readonly<Record<string, number>> = {
  stattrak: 2,
  souvenir: 2,
  slab: 2,
  graffiti: 2,
  sticker: 1,
  patch: 1,
  charm: 1,
  kit: 1,
  pin: 1,
  autograph: 1,
};
