import { describe, expect, test } from 'vitest';
import { fetchMissing, quoteKey, spelledAsInTable, withFirstPrices } from '#page/quotes/quote-loader.ts';
import type { AskedName, PageQuotes } from '#protocol/messages.ts';
import { quoted } from '../../quoted.ts';

const nothing: PageQuotes = { table: null, fault: null, quotes: [], rates: null };
const fault = { kind: 'unreachable', status: null, detail: '', at: 0, retryAt: null } as const;

/** A page whose worker answers as told; its checks end as a test wants. */
function makePage(answer: PageQuotes = nothing) {
  const page = { asked: 0, checks: [] as PromiseWithResolvers<unknown>[], isAlive: true };
  const fetchQuotes = withFirstPrices({
    fetchQuotes: async () => {
      page.asked++;
      return answer;
    },
    firstCheck: () => {
      const check = Promise.withResolvers<unknown>();
      page.checks.push(check);
      return check.promise;
    },
    isAlive: () => page.isAlive,
    after: (work) => work(),
    askAgain: () => void fetchQuotes([]),
  });
  return Object.assign(page, { fetchQuotes });
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('while there are no prices yet', () => {
  test('a page asks again when the worker ends during their download, however often it does', async () => {
    const page = makePage();
    await page.fetchQuotes([]);
    for (const times of [1, 2]) {
      page.checks.at(-1)?.reject(new Error('the message channel closed'));
      await settle();
      expect([page.asked, page.checks.length]).toEqual([1 + times, 1 + times]);
    }
  });

  test('it waits once for many questions, and not again when the check ends', async () => {
    const page = makePage();
    await Promise.all([page.fetchQuotes([]), page.fetchQuotes([])]);
    expect(page.checks.length).toBe(1);
    page.checks[0]?.resolve(undefined);
    await settle();
    expect(page.asked).toBe(2);
  });

  test('it does not ask an extension that is gone', async () => {
    const page = makePage();
    await page.fetchQuotes([]);
    page.isAlive = false;
    page.checks[0]?.reject(new Error('Extension context invalidated.'));
    await settle();
    expect(page.asked).toBe(1);
  });
});

test.each([
  ['prices', { ...nothing, table: { version: 'a', asOf: 0 } }],
  ['a fault', { ...nothing, fault }],
])('with %s a page waits for nothing', async (_, answer) => {
  const page = makePage(answer);
  await page.fetchQuotes([]);
  expect(page.checks).toEqual([]);
});

const [spaced, unspaced] = ['Sticker | Move It (Foil)', 'Sticker | Move It(Foil)'];
const machine = { item: spaced };
const assembled = { item: spaced, assembled: true } as const;

/** A worker that knows both twins, and one name that pages spell in capitals. */
const answer = (names: readonly AskedName[]): PageQuotes => ({
  table: { version: '1', asOf: 1 },
  fault: null,
  rates: null,
  quotes: names.map((name) => (name === spaced || name === 'AWP' ? quoted({ buff163: 1789 }, 0) : null)),
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
    expect(both.quotes.get(quoteKey(machine))).toEqual(quoted({ buff163: 1789 }, 0));
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
