import uFuzzy from '@leeoniya/ufuzzy';
import type { SearchIndex } from '#core/search/search-index.ts';
import { meaningsOf } from '#core/search/vocabulary.ts';

/**
 * Cost of a way in which a name matches a word of the query. `likely` are initials of a finish, a year by two digits, and
 * words that are written as one or apart; `vague` is a phase or a gem, and initials that are the whole query.
 */
export const matchCost = { exact: 0, likely: 1, start: 2, vague: 4, inside: 6, typo: 10, none: 255 } as const;

const meaningCosts = { plain: matchCost.exact, likely: matchCost.likely, vague: matchCost.vague } as const;

/** Least letters of a word that is searched within others. */
const minInside = 3;
/** Most letters of a word that may be a typo or several words. */
const maxLetters = 24;

export type QueryTerm = ReturnType<typeof termOf>;

/** Several words that stand for a term when a name has all of them. */
interface TermPhrase {
  /** One bit for each word of the phrase, by words of the vocabulary. */
  readonly bits: Uint8Array;
  readonly allBits: number;
  readonly cost: number;
}

export function termsOf(index: SearchIndex, query: readonly string[], typos: boolean): readonly QueryTerm[] {
  const words = [...new Set(query)];
  const terms = words.map((word) => termOf(index, word, words.length === 1, typos));
  words.forEach((word, at) => {
    const [term, next] = terms.slice(at, at + 2);
    if (term && next) joinTerms(index, word + words[at + 1], term, next);
  });
  return terms;
}

/** One word of a query, matched against the whole vocabulary. */
function termOf(index: SearchIndex, word: string, alone: boolean, typos: boolean) {
  const { vocabulary, initials } = index;
  const costs = new Uint8Array(vocabulary.length);
  for (let id = 0; id < costs.length; id++) costs[id] = costOf(word, vocabulary[id] ?? '');
  for (const id of typos && word.length <= maxLetters ? typosOf(vocabulary, word) : [])
    lower(costs, id, matchCost.typo);
  const initialsId = initials.get(word);
  // A query of one word is more likely the beginning of a longer word.
  if (initialsId !== undefined) lower(costs, initialsId, alone ? matchCost.vague : matchCost.likely);
  const phrases = meaningsOf(word).flatMap(({ words, certainty }) =>
    phraseOf(words.map(idsOf(index)), meaningCosts[certainty], vocabulary.length),
  );
  return { costs, phrases: [...phrases, ...splitPhrases(index, word)] };
}

function costOf(word: string, other: string): number {
  if (other.startsWith(word)) return other.length === word.length ? matchCost.exact : matchCost.start;
  return word.length >= minInside && other.includes(word) ? matchCost.inside : matchCost.none;
}

function lower(costs: Uint8Array, id: number, to: number): void {
  costs[id] = Math.min(costs[id] ?? matchCost.none, to);
}

const idsOf =
  ({ ids }: Pick<SearchIndex, 'ids'>) =>
  (word: string): readonly number[] => {
    const id = ids.get(word);
    return id === undefined ? [] : [id];
  };

/** A phrase of words, each given by the ids that may stand for it; none when a word has no id. */
function phraseOf(words: readonly (readonly number[])[], phraseCost: number, vocabularySize: number): TermPhrase[] {
  if (words.some((ids) => ids.length === 0)) return [];
  const bits = new Uint8Array(vocabularySize);
  words.forEach((ids, at) => {
    for (const id of ids) bits[id] = (bits[id] ?? 0) | (1 << at);
  });
  return [{ bits, allBits: (1 << words.length) - 1, cost: phraseCost }];
}

/** Two words of a query that are one word of a name, or its beginning: "print stream", "mp 9". */
function joinTerms({ vocabulary, ids }: SearchIndex, joined: string, term: QueryTerm, next: QueryTerm): void {
  const exact = ids.get(joined);
  const whole = endsInDigits.test(joined) ? matchCost.exact : matchCost.likely;
  for (const id of startingWith(vocabulary, joined)) {
    lower(term.costs, id, id === exact ? matchCost.exact : matchCost.start);
    lower(next.costs, id, id === exact ? whole : matchCost.start);
  }
}

const endsInDigits = /\d$/;

const maxSplitWords = 4;
/** Most splits of one word that are tried, those of the fewest words first. */
const maxSplits = 8;
/** Least letters of each word of a split, and of an unfinished last one. */
const minSplit = 2;
const minUnfinished = 3;

/** Phrases for a word of a query that is several words of a name: "hyperbeast", "akredl". */
function splitPhrases({ vocabulary, ids }: SearchIndex, word: string): TermPhrase[] {
  const splits = splitsOf(vocabulary, ids, word, maxSplitWords);
  const best = splits.toSorted((one, other) => one.length - other.length).slice(0, maxSplits);
  return best.flatMap((words) => {
    const last = words.at(-1) ?? '';
    const wordIds = words.map(idsOf({ ids }));
    const endings = last.length < minUnfinished ? [] : startingWith(vocabulary, last);
    return [
      ...phraseOf(wordIds, matchCost.likely, vocabulary.length),
      ...phraseOf([...wordIds.slice(0, -1), endings], matchCost.vague, vocabulary.length),
    ];
  });
}

function startingWith(vocabulary: readonly string[], beginning: string): readonly number[] {
  const ids: number[] = [];
  for (let id = 0; id < vocabulary.length; id++) if (vocabulary[id]?.startsWith(beginning)) ids.push(id);
  return ids;
}

/** Ways to read a word as two or more words of the vocabulary, the last of which may be unfinished. */
function splitsOf(
  vocabulary: readonly string[],
  ids: ReadonlyMap<string, number>,
  word: string,
  most: number,
): readonly string[][] {
  if (most < 2 || word.length > maxLetters) return [];
  const splits: string[][] = [];
  for (let at = minSplit; at <= word.length - minSplit; at++) {
    const [first, rest] = [word.slice(0, at), word.slice(at)];
    if (!ids.has(first)) continue;
    const isUnfinished = rest.length >= minUnfinished && vocabulary.some((other) => other.startsWith(rest));
    if (isUnfinished || ids.has(rest)) splits.push([first, rest]);
    for (const deeper of splitsOf(vocabulary, ids, rest, most - 1)) splits.push([first, ...deeper]);
  }
  return splits;
}

/** One wrong, missing, surplus or swapped letter behind the first, in words of four letters and more; digits must match. */
const oneTypo = { intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 } as const;
const noTypo = { intraIns: 0, intraSub: 0, intraTrn: 0, intraDel: 0 } as const;

function typosOf(vocabulary: readonly string[], word: string): readonly number[] {
  const fuzzy = new uFuzzy({
    intraMode: 1,
    interLft: 2,
    compare: () => 0, // The results are sorted by cost. The default would create an Intl.Collator.
    intraRules: (part) => ({
      intraSlice: [1, Number.POSITIVE_INFINITY],
      ...(part.length >= 4 && !/^\d+$/.test(part) ? oneTypo : noTypo),
    }),
  });
  return fuzzy.filter([...vocabulary], word) ?? [];
}
