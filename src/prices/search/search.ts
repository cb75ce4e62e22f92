import type { SearchIndex } from '#prices/search/search-index.ts';
import { lessWanted, phraseOf, wordsOf } from '#prices/search/vocabulary.ts';

/** What it costs a name that a word of the query is not one of its own as it stands. */
const cost = { exact: 0, start: 1, vague: 2, inside: 3, typo: 5, none: 255 } as const;

/** Words of a query beyond this many are not looked at; no real name has as many. */
const mostWords = 24;
/** Letters that a word must have to be looked for inside others, and at most to be taken for mistyped. */
const leastInside = 3;
const longestTyped = 24;

/** One word of a query against the whole vocabulary. */
interface Term {
  /** Cost of each word of the vocabulary. */
  readonly costs: Uint8Array;
  /** One bit for each word of the phrase that the term stands for, by the vocabulary's words. */
  readonly bits: Uint8Array;
  /** All bits of the phrase; 0 when the term stands for nothing but itself. */
  readonly whole: number;
  readonly phraseCost: number;
}

/**
 * The names that have every word of a query, best first: exact words before beginnings before fragments, and
 * mistyped ones only where nothing else is found; then what is plain before StatTrak™, Souvenir, stickers; then short
 * before long; then in the index's order. The name that is the query comes first. Never throws.
 */
export function search(index: SearchIndex, query: string, limit: number): string[] {
  const words = wordsOf(query).slice(0, mostWords);
  if (words.length === 0 || limit < 1) return [];
  const strict = rank(index, termsOf(index, words, false), query, words.length, limit);
  return strict.length > 0 ? strict : rank(index, termsOf(index, words, true), query, words.length, limit);
}

const termsOf = (index: SearchIndex, words: readonly string[], typos: boolean): readonly Term[] =>
  [...new Set(words)].map((word) => termOf(index, word, typos));

function termOf({ vocabulary, ids, mistyped }: SearchIndex, word: string, typos: boolean): Term {
  const costs = Uint8Array.from(vocabulary, (other) => costOf(word, other));
  for (const at of typos && word.length <= longestTyped ? mistyped(word) : [])
    costs[at] = Math.min(costs[at] ?? cost.none, cost.typo);
  const phrase = phraseOf(word);
  const places = phrase?.words.map((one) => ids.get(one)) ?? [];
  const bits = new Uint8Array(vocabulary.length);
  const known = places.filter((place) => place !== undefined);
  known.forEach((place, bit) => {
    bits[place] = 1 << bit;
  });
  const whole = known.length === places.length ? (1 << places.length) - 1 : 0;
  return { costs, bits, whole, phraseCost: phrase?.vague ? cost.vague : cost.exact };
}

function costOf(word: string, other: string): number {
  if (other.startsWith(word)) return other.length === word.length ? cost.exact : cost.start;
  return word.length >= leastInside && other.includes(word) ? cost.inside : cost.none;
}

/** Marks the names that have the term that fewest names have: the others need not be looked at. */
function candidates(index: SearchIndex, terms: readonly Term[]): Uint8Array {
  const { lists, holders, names } = index;
  const marked = new Uint8Array(names.length);
  const sizes = terms.map((term) =>
    wordsFor(term).reduce((sum, word) => sum + (lists[word + 1] ?? 0) - (lists[word] ?? 0), 0),
  );
  const rarest = terms[sizes.indexOf(Math.min(...sizes))];
  for (const word of rarest ? wordsFor(rarest) : [])
    for (let at = lists[word] ?? 0; at < (lists[word + 1] ?? 0); at++) marked[holders[at] ?? 0] = 1;
  return marked;
}

/** Words of which a name must have at least one to have a term. */
function wordsFor({ costs, bits, whole }: Term): number[] {
  const words: number[] = [];
  for (let word = 0; word < costs.length; word++)
    if (costs[word] !== cost.none || (whole !== 0 && bits[word])) words.push(word);
  return words;
}

/** Scores every name that has all terms, and takes the lowest ones. */
function rank(index: SearchIndex, terms: readonly Term[], query: string, size: number, limit: number): string[] {
  const unwanted = unwantedWords(index, terms);
  const marked = candidates(index, terms);
  const scores = new Uint16Array(index.names.length);
  const counts = new Uint32Array(0x1_0000);
  let same: number | undefined;
  for (let at = 0; at < scores.length; at++) {
    const price = marked[at] ? priceOf(index, terms, at) : undefined;
    const score = price === undefined ? 0xffff : scoreOf(index, price, unwanted, at);
    scores[at] = score;
    counts[score] = (counts[score] ?? 0) + 1;
    if (price === 0 && index.sizes[at] === size) same = closest(index, query, same, at);
  }
  const best = lowest(scores, counts, limit);
  const places = same === undefined ? best : [same, ...best.filter((at) => at !== same)].slice(0, limit);
  return places.flatMap((at) => index.names[at] ?? []);
}

/** Cost of a name, the sum over all terms; `undefined` when it lacks one. */
function priceOf({ words, starts }: SearchIndex, terms: readonly Term[], name: number): number | undefined {
  const end = starts[name + 1] ?? 0;
  let sum = 0;
  for (const { costs, bits, whole, phraseCost } of terms) {
    let least: number = cost.none;
    let seen = 0;
    for (let at = starts[name] ?? 0; at < end; at++) {
      const word = words[at] ?? 0;
      least = Math.min(least, costs[word] ?? cost.none);
      seen |= bits[word] ?? 0;
    }
    if (whole !== 0 && seen === whole) least = Math.min(least, phraseCost);
    if (least === cost.none) return undefined;
    sum += least;
  }
  return sum;
}

/** Cost, then how little the name is wanted, then its length, in one number below 0xffff. */
function scoreOf({ words, starts, sizes }: SearchIndex, price: number, unwanted: Uint8Array, name: number): number {
  let behind = 0;
  for (let at = starts[name] ?? 0; at < (starts[name + 1] ?? 0); at++)
    behind = Math.max(behind, unwanted[words[at] ?? 0] ?? 0);
  return Math.min(price, 0x7e) * 0x200 + behind * 0x80 + Math.min(sizes[name] ?? 0, 0x7f);
}

/** How far behind each word puts its name: not at all when the query asks for it. */
function unwantedWords({ vocabulary, ids }: SearchIndex, terms: readonly Term[]): Uint8Array {
  const unwanted = new Uint8Array(vocabulary.length);
  for (const [word, behind] of Object.entries(lessWanted)) {
    const place = ids.get(word);
    const asked = place !== undefined && terms.some(({ costs, bits }) => (costs[place] ?? 9) <= 1 || bits[place]);
    if (place !== undefined && !asked) unwanted[place] = behind;
  }
  return unwanted;
}

/** Of two names that have the query's words, the one that is the query to the letter, or the earlier one that is it in other capitals. */
function closest({ names }: SearchIndex, query: string, before: number | undefined, at: number): number | undefined {
  const name = names[at] ?? '';
  if (name === query) return at;
  return before ?? (wordsOf(name).join(' ') === wordsOf(query).join(' ') ? at : undefined);
}

/** Places of the `limit` lowest scores, lowest first, equals in their order. */
function lowest(scores: Uint16Array, counts: Uint32Array, limit: number): number[] {
  let highest = 0;
  for (let sum = counts[0] ?? 0; sum < limit && highest < 0xfffe; sum += counts[highest] ?? 0) highest++;
  const taken: number[] = [];
  let edge = 0;
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0xffff;
    if (score > highest || score === 0xffff) continue;
    if (score < highest) taken.push(at);
    else if (edge < limit) {
      edge++;
      taken.push(at);
    }
  }
  return taken.sort((one, other) => (scores[one] ?? 0) - (scores[other] ?? 0) || one - other).slice(0, limit);
}
