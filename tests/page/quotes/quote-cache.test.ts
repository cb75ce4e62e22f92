import { describe, expect, test } from 'vitest';
import { fetchMissing, quoteKey, spelledAsInTable } from '#page/quotes/quote-cache.ts';
import type { AskedName, PageQuotes } from '#protocol/messages.ts';

const [spaced, unspaced] = ['Sticker | Move It (Foil)', 'Sticker | Move It(Foil)'];
const machine = { item: spaced };
const assembled = { item: spaced, assembled: true } as const;

/** A worker that knows both twins, and one name that pages spell in capitals. */
const answer = (names: readonly AskedName[]): PageQuotes => ({
  table: { version: '1', asOf: 1 },
  fault: null,
  rates: null,
  quotes: names.map((name) => (name === spaced || name === 'AWP' ? { buff163: 1789, inflated: false } : null)),
  spellings: Object.fromEntries(names.flatMap((name, at) => (name === 'AWP' ? [[at, 'Awp']] : []))),
});

describe('the quotes of a page', () => {
  test('never mix an assembled name with the same text of a machine', async () => {
    const asked: AskedName[] = [];
    const fetchQuotes = async (names: readonly AskedName[]) => {
      asked.push(...names);
      return answer(names);
    };
    const first = await fetchMissing(undefined, [quoteKey(assembled)], fetchQuotes);
    expect(first.quotes.get(quoteKey(assembled))).toBeNull();
    expect(first.quotes.has(quoteKey(machine))).toBe(false);
    const both = await fetchMissing(first, [quoteKey(assembled), quoteKey(machine)], fetchQuotes);
    expect(both.quotes.get(quoteKey(machine))?.buff163).toBe(1789);
    expect(both.quotes.get(quoteKey(assembled))).toBeNull();
    expect(both.quotes.has(quoteKey({ item: unspaced }))).toBe(false);
    expect(asked).toEqual([{ assembled: spaced }, spaced]);
  });

  test('carry the spelling of the table, also from an earlier answer', async () => {
    const fetchQuotes = async (names: readonly AskedName[]) => answer(names);
    const first = await fetchMissing(undefined, ['?', 'AWP'], fetchQuotes);
    const cache = await fetchMissing(first, [quoteKey(machine)], fetchQuotes);
    expect(spelledAsInTable({ item: 'AWP', phase: 'Ruby' }, cache)).toEqual({ item: 'Awp', phase: 'Ruby' });
    expect(spelledAsInTable(machine, cache)).toBe(machine);
    expect(spelledAsInTable({ item: 'AWP', assembled: true }, cache).item).toBe('AWP');
  });
});
