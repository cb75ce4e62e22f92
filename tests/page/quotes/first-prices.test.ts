import { describe, expect, test } from 'vitest';
import { withFirstPrices } from '#page/quotes/first-prices.ts';
import type { PageQuotes } from '#protocol/messages.ts';

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
