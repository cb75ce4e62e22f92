import uFuzzy from '@leeoniya/ufuzzy';
import { joinedWordsOf, kindOf, spansSpaces, wordsOf } from '#prices/search/vocabulary.ts';

/** All names, prepared for search; a few MB, so it is made when somebody searches and dropped soon after. */
export interface SearchIndex {
  readonly names: readonly string[];
  /** Every word of any name, once. */
  readonly vocabulary: readonly string[];
  /** A word's place in the vocabulary. */
  readonly ids: ReadonlyMap<string, number>;
  /** The words of all names by their place, name after name. */
  readonly words: Uint16Array;
  /** Where each name's words start, and at last where the last one's end. */
  readonly starts: Uint32Array;
  /** How many words each name really has: those that it is only also found by are not counted. */
  readonly sizes: Uint8Array;
  /** The names that hold each word, word after word, and where each word's names start. */
  readonly holders: Uint32Array;
  readonly lists: Uint32Array;
  /** Places of the words that a word may be mistyped from, or from whose beginning. */
  readonly mistyped: (word: string) => readonly number[];
}

/** Places are 16 bits wide; the real names have 3,300 different words. */
const mostWords = 0x1_0000;

/** Prepares names, whose order decides between equals. Words beyond 65,536 different ones are not found. */
export function buildIndex(names: readonly string[]): SearchIndex {
  const ids = new Map<string, number>();
  const words: number[] = [];
  const starts = new Uint32Array(names.length + 1);
  const sizes = new Uint8Array(names.length);
  const read = createReader(ids);
  for (const [at, name] of names.entries()) {
    let size = 0;
    // Names have few different pieces between their spaces, so that nearly each one was read before.
    for (const piece of spansSpaces(name) ? [name] : name.split(' ')) {
      const { own, other } = read(piece);
      size += own.length;
      words.push(...own, ...other);
    }
    const kind = kindOf(name);
    if (kind) words.push(...read(kind).own);
    sizes[at] = Math.min(size, 255);
    starts[at + 1] = words.length;
  }
  return finish({ names, ids, words: Uint16Array.from(words), starts, sizes });
}

interface Piece {
  /** Places of its words, and of what it is also found by. */
  readonly own: readonly number[];
  readonly other: readonly number[];
}

function createReader(ids: Map<string, number>): (piece: string) => Piece {
  const known = new Map<string, Piece>();
  const placeOf = (word: string) => {
    const place = ids.get(word) ?? ids.size;
    if (place >= mostWords) return [];
    ids.set(word, place);
    return [place];
  };
  return (piece) => {
    const before = known.get(piece);
    if (before) return before;
    const read = { own: wordsOf(piece).flatMap(placeOf), other: joinedWordsOf(piece).flatMap(placeOf) };
    known.set(piece, read);
    return read;
  };
}

/** Adds which names hold each word. */
function finish(index: Pick<SearchIndex, 'names' | 'ids' | 'words' | 'starts' | 'sizes'>): SearchIndex {
  const vocabulary = [...index.ids.keys()];
  const { words, starts } = index;
  const lists = new Uint32Array(vocabulary.length + 1);
  for (const word of words) lists[word + 1] = (lists[word + 1] ?? 0) + 1;
  for (let word = 1; word < lists.length; word++) lists[word] = (lists[word] ?? 0) + (lists[word - 1] ?? 0);
  const free = lists.slice();
  const holders = new Uint32Array(words.length);
  for (let name = 0; name < index.names.length; name++)
    for (let at = starts[name] ?? 0; at < (starts[name + 1] ?? 0); at++) {
      const word = words[at] ?? 0;
      const place = free[word] ?? 0;
      holders[place] = name;
      free[word] = place + 1;
    }
  return { ...index, vocabulary, lists, holders, mistyped: mistypedIn(vocabulary) };
}

/** One wrong, missing, surplus or swapped letter behind the first, in words of four letters and more; digits have to be right. */
const oneMistake = { intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 } as const;
const noMistake = { intraIns: 0, intraSub: 0, intraTrn: 0, intraDel: 0 } as const;

function mistypedIn(vocabulary: string[]): SearchIndex['mistyped'] {
  const fuzzy = new uFuzzy({
    intraMode: 1,
    interLft: 2,
    compare: () => 0, // nothing is sorted, and the default would cost an Intl.Collator
    intraRules: (part) => ({
      intraSlice: [1, Number.POSITIVE_INFINITY],
      ...(part.length >= 4 && !/^\d+$/.test(part) ? oneMistake : noMistake),
    }),
  });
  return (word) => fuzzy.filter(vocabulary, word) ?? [];
}
