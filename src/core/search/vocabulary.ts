const eventAbbreviations: Readonly<Record<string, string>> = { cph: 'copenhagen', dh: 'dreamhack', sthlm: 'stockholm' };

/** Abbreviations, each with the words of a market hash name that it means. */
export const abbreviations: Readonly<Record<string, string>> = {
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
  duals: 'dual berettas',
  so: 'sawed off',
  '57': 'five seven',
  a1: 'm4a1',
  a1s: 'm4a1',
  a4: 'm4a4',
  bf: 'broken fang',
  ch: 'case hardened',
  ibp: 'ibuypower',
  navi: 'natus vincere',
  agents: 'agent',
  cases: 'case',
  charms: 'charm',
  knives: 'knife',
  patches: 'patch',
  stickers: 'sticker',
  ...eventAbbreviations,
};

/** Phases and gems, each with its finish. Names of items with a phase do not contain it. */
export const phaseFinishes: Readonly<Record<string, string>> = {
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
  'mlg',
  'paris',
  'rio',
  'rmr',
  'shanghai',
  'stockholm',
];

/** Words that one word of a query may stand for. A name matches when it has all of them. */
export interface WordMeaning {
  readonly words: readonly string[];
  /** `plain`: as good as the words themselves; `likely`: one reading of several; `vague`: names do not decide it. */
  readonly certainty: 'plain' | 'likely' | 'vague';
}

/** Meanings of a word of a query: "ft", "ruby", "kato14", "ssg08", "14". */
export function meaningsOf(word: string): readonly WordMeaning[] {
  const abbreviated = Object.hasOwn(abbreviations, word) ? abbreviations[word] : undefined;
  const finish = Object.hasOwn(phaseFinishes, word) ? phaseFinishes[word] : undefined;
  return [
    ...meaning(abbreviated ?? (finish ? undefined : splitDigits(word)), 'plain'),
    ...meaning(finish, 'vague'),
    ...meaning(/^\d\d$/.test(word) ? `20${word}` : undefined, 'likely'),
  ];
}

const meaning = (words: string | undefined, certainty: WordMeaning['certainty']): readonly WordMeaning[] =>
  words === undefined ? [] : [{ words: words.split(' '), certainty }];

/** Letters and digits that a name separates: an event and its year, or a weapon and its number. */
function splitDigits(word: string): string | undefined {
  const [, letters = '', digits = ''] = /^(\p{L}+)(\d+)$/u.exec(word) ?? [];
  if (!digits) return undefined;
  const event = eventOf(letters);
  return event && /^(?:20)?\d\d$/.test(digits) ? `${event} 20${digits.slice(-2)}` : `${letters} ${digits}`;
}

function eventOf(letters: string): string | undefined {
  if (Object.hasOwn(eventAbbreviations, letters)) return eventAbbreviations[letters];
  return letters.length > 2 ? events.find((event) => event.startsWith(letters)) : undefined;
}

/** Words that move a name back in the results unless the query asks for them: 2 far, 1 little. */
export const demotions: Readonly<Record<string, number>> = {
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
