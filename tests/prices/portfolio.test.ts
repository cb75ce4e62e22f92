import { describe, expect, test } from 'vitest';
import { createPortfolioService } from '#prices/portfolio.ts';

const redline = 'AK-47 | Redline (Field-Tested)';
const holding = { name: redline, count: 2, paidCents: 1250 };
const quote = { buff163: 4000, inflated: false };

function createParts() {
  const stored = new Map<string, unknown>();
  const asked: (readonly string[])[] = [];
  return {
    stored,
    asked,
    store: {
      read: async (keys: readonly string[]) => keys.map((key) => stored.get(key)),
      write: async (entries: Readonly<Record<string, unknown>>) => {
        for (const [key, value] of Object.entries(entries)) stored.set(key, structuredClone(value));
      },
    },
    quotesWithoutUse: async (names: readonly string[]) => {
      asked.push(names);
      const quotes = names.map((name) => (name === redline ? quote : null));
      return { table: { version: '1', asOf: 7 }, fault: null, quotes };
    },
  };
}

describe('the portfolio', () => {
  test('is stored, and answered with one price a name', async () => {
    const parts = createParts();
    const items = [holding, { ...holding, paidCents: null }, { ...holding, name: 'Nonsense' }];
    const answer = {
      items,
      quotes: [
        [redline, quote],
        ['Nonsense', null],
      ],
      asOf: 7,
      sample: false,
    };
    expect(await createPortfolioService(parts).set(items)).toEqual(answer);
    expect(await createPortfolioService(parts).list()).toEqual(answer);
    expect(parts.asked.at(-1)).toEqual([redline, 'Nonsense']);
  });

  test('is empty at first, and whatever was stored in its place', async () => {
    const parts = createParts();
    expect((await createPortfolioService(parts).list()).items).toEqual([]);
    parts.stored.set('portfolio', 'damaged');
    expect((await createPortfolioService(parts).list()).items).toEqual([]);
  });

  test('rejects when the storage refuses', async () => {
    const parts = createParts();
    const store = { ...parts.store, write: async () => Promise.reject(new Error('full')) };
    await expect(createPortfolioService({ ...parts, store }).set([holding])).rejects.toThrow('full');
  });
});
