import { matchCost, type QueryTerm, termsOf } from '#core/search/query-terms.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import { tokenize } from '#core/search/tokens.ts';
import { demotions } from '#core/search/vocabulary.ts';

/** Further words of a query are ignored. No real name has as many. */
const maxWords = 24;

/**
 * The names that match every word of a query, best first: by the cost of the matches, then plain items before StatTrak™,
 * Souvenir and stickers, then in the index's order. The name that is the query comes first. Typos are accepted where
 * nothing else is found. Never throws.
 */
export const search = (index: SearchIndex, query: string, limit: number): string[] =>
  rowsFor(index, query, limit).flatMap((row) => index.names[row] ?? []);

/** 1 for each name that `search` finds. */
export function foundRows(index: SearchIndex, query: string): Uint8Array {
  const found = new Uint8Array(index.names.length);
  for (const row of rowsFor(index, query, Number.POSITIVE_INFINITY)) found[row] = 1;
  return found;
}

function rowsFor(index: SearchIndex, query: string, limit: number): readonly number[] {
  const words = tokenize(query).slice(0, maxWords);
  if (words.length === 0 || limit < 1) return [];
  const strict = rank(index, termsOf(index, words, false), query, words.length, limit);
  return strict.length > 0 ? strict : rank(index, termsOf(index, words, true), query, words.length, limit);
}

function rank(
  index: SearchIndex,
  terms: readonly QueryTerm[],
  query: string,
  size: number,
  limit: number,
): readonly number[] {
  const demoted = demotionsOf(index, terms);
  const byScore: number[][] = [];
  let exact: number | undefined;
  for (const name of index.order) {
    const sum = costOfName(index, terms, name);
    if (sum === undefined) continue;
    const score = sum * 4 + demotionOf(index, demoted, name);
    byScore[score] ??= [];
    if (byScore[score].length < limit) byScore[score].push(name);
    if (sum === 0 && index.sizes[name] === size) exact = exactMatch(index, query, exact, name);
  }
  const best = byScore.flat().slice(0, limit);
  return exact === undefined ? best : [exact, ...best.filter((name) => name !== exact)].slice(0, limit);
}

/** Cost of a name, the sum over all terms; `undefined` when a term does not match. */
function costOfName({ words, starts }: SearchIndex, terms: readonly QueryTerm[], name: number): number | undefined {
  const [start = 0, end = 0] = [starts[name], starts[name + 1]];
  let sum = 0;
  for (const { costs, phrases } of terms) {
    let least: number = matchCost.none;
    for (let at = start; at < end; at++) least = Math.min(least, costs[words[at] ?? 0] ?? matchCost.none);
    for (const { bits, allBits, cost: phraseCost } of phrases) {
      if (phraseCost >= least) continue;
      let seen = 0;
      for (let at = start; at < end; at++) seen |= bits[words[at] ?? 0] ?? 0;
      if (seen === allBits) least = phraseCost;
    }
    if (least === matchCost.none) return undefined;
    sum += least;
  }
  return sum;
}

function demotionOf({ words, starts }: SearchIndex, demoted: Uint8Array, name: number): number {
  let most = 0;
  for (let at = starts[name] ?? 0; at < (starts[name + 1] ?? 0); at++)
    most = Math.max(most, demoted[words[at] ?? 0] ?? 0);
  return most;
}

/** By how much each word moves its name back; 0 when the query asks for the word. */
function demotionsOf({ vocabulary, ids }: SearchIndex, terms: readonly QueryTerm[]): Uint8Array {
  const demoted = new Uint8Array(vocabulary.length);
  for (const [word, by] of Object.entries(demotions)) {
    const id = ids.get(word);
    if (id !== undefined && !terms.some((term) => asksFor(term, id))) demoted[id] = by;
  }
  return demoted;
}

const asksFor = ({ costs, phrases }: QueryTerm, id: number): boolean =>
  (costs[id] ?? matchCost.none) <= matchCost.start || phrases.some(({ bits }) => bits[id]);

/** The index of the name that equals the query, else of the first with the same words. */
function exactMatch({ names }: SearchIndex, query: string, before: number | undefined, at: number): number | undefined {
  const name = names[at] ?? '';
  if (name === query) return at;
  return before ?? (tokenize(name).join(' ') === tokenize(query).join(' ') ? at : undefined);
}
