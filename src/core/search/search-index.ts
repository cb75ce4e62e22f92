import { wearOf, wears } from '#core/items/item-kinds.ts';
import { categoriesOf, containsSpacedWord, finishOf, impliedOf, initialsOf, tokenize } from '#core/search/tokens.ts';

/** A few MB of plain data, built when somebody searches and dropped soon after. Words are numbers. */
export interface SearchIndex {
  readonly names: readonly string[];
  /** Every word of any name by its number. Initials are empty, because they match only as a whole. */
  readonly vocabulary: readonly string[];
  readonly ids: ReadonlyMap<string, number>;
  readonly initials: ReadonlyMap<string, number>;
  /** Words of all names, name after name. */
  readonly words: Uint16Array;
  /** The start of each name's words, then the end of the last name's. */
  readonly starts: Uint32Array;
  /** Number of words that each name spells out, at most 255. */
  readonly sizes: Uint8Array;
  /** All names, the best of equal matches first. */
  readonly order: Uint32Array;
}

/** Numbers of words are 16 bits wide. The real names have 3,325 different words and 348 initials. */
const maxWords = 0x1_0000;

/** Of equal matches a short finish is first, then high liquidity, few words, the earlier name. Words beyond 65,536 are lost. */
export function buildIndex(names: readonly string[], liquidity: readonly (number | undefined)[] = []): SearchIndex {
  const lexicon = createLexicon();
  const words: number[] = [];
  const starts = new Uint32Array(names.length + 1);
  const sizes = new Uint8Array(names.length);
  const keys = new Float64Array(names.length);
  for (const [at, name] of names.entries()) {
    const { size, finishSize } = lexicon.addWords(name, words);
    starts[at + 1] = words.length;
    sizes[at] = Math.min(size, 255);
    keys[at] = sortKey(finishSize, liquidity[at], size, at);
  }
  const { ids, initials, vocabulary } = lexicon;
  const order = Uint32Array.from(keys.sort(), (key) => key % maxNames);
  return { names, vocabulary, ids, initials, words: Uint16Array.from(words), starts, sizes, order };
}

/** More names than a price table may have rows. */
const maxNames = 2 ** 20;

/** Sorts names as numbers of 48 bits: 5 for the finish's words, 15 for the liquidity, 8 for all words, 20 for the place. */
function sortKey(finishSize: number, liquidity: number | undefined, size: number, at: number): number {
  // A liquidity below 0 or NaN counts as unknown.
  const liquid = liquidity !== undefined && liquidity >= 0 ? Math.min(Math.round(liquidity * 100) + 1, 0x7fff) : 0;
  return ((Math.min(finishSize, 31) * 0x8000 + 0x7fff - liquid) * 0x100 + Math.min(size, 255)) * maxNames + at;
}

interface NamePart {
  /** The words that it spells out. */
  readonly own: readonly number[];
  /** Other words that find it: compounds, initials. */
  readonly implied: readonly number[];
}

/** Numbers words in the order of their first use. Names share most of their parts, so parts are cached. */
function createLexicon() {
  const vocabulary: string[] = [];
  const ids = new Map<string, number>();
  const initials = new Map<string, number>();
  const numberOf = (numbers: Map<string, number>, key: string, word: string): readonly number[] => {
    const known = numbers.get(key);
    if (known !== undefined) return [known];
    if (vocabulary.length >= maxWords) return [];
    numbers.set(key, vocabulary.length);
    return [vocabulary.push(word) - 1];
  };
  const wordNumber = (word: string) => numberOf(ids, word, word);
  const initialsNumber = (letters: string) => numberOf(initials, letters, '');
  const pieceOf = memoized((text) => ({
    own: tokenize(text).flatMap(wordNumber),
    implied: impliedOf(text).flatMap(wordNumber),
  }));
  const finishPartOf = memoized((text) => ({
    own: tokenize(text).flatMap(wordNumber),
    implied: initialsOf(text).flatMap(initialsNumber),
  }));
  /** Appends all words of a name. Returns how many it spells out, and how many of them are its finish. */
  const addWords = (name: string, words: number[]) => {
    let size = 0;
    for (const piece of containsSpacedWord(name) ? [name] : name.split(' ')) {
      const { own, implied } = pieceOf(piece);
      size += own.length;
      words.push(...own, ...implied);
    }
    const categories = categoriesOf(name);
    for (const category of categories) words.push(...wordNumber(category));
    const text = finishOf(name);
    if (text === undefined) return { size, finishSize: categories.includes('vanilla') ? 0 : size };
    const finish = finishPartOf(text);
    words.push(...finish.implied);
    return { size, finishSize: finish.own.length };
  };
  return { vocabulary, ids, initials, addWords };
}

function memoized(read: (text: string) => NamePart): (text: string) => NamePart {
  const known = new Map<string, NamePart>();
  return (text) => {
    const before = known.get(text);
    if (before) return before;
    const part = read(text);
    known.set(text, part);
    return part;
  };
}

/** Sorts names as search lists equal matches: by the name without its wear, then the best wear first. */
export function inSearchOrder(names: Iterable<string>): string[] {
  const keyed = Array.from(names, (name) => ({ name, key: orderKey(name) }));
  return keyed.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)).map(({ name }) => name);
}

function orderKey(name: string): string {
  const wear = wearOf(name);
  return wear ? `${name.slice(0, -wear.length - 1)}${wears.indexOf(wear)})` : name;
}
