import { describe, expect, test } from 'vitest';
import { quoteOf } from '#core/prices/quote.ts';
import { createPortfolioService } from '#data/portfolio-service.ts';
import { usd } from '../core/owned/usd.ts';
import { makeStore } from './memory-store.ts';

const redline = 'AK-47 | Redline (Field-Tested)';
const holding = { name: redline, count: 2, paid: usd(1250) };
const sale = { ...holding, received: usd(2000), soldAt: 7 };
const quote = quoteOf({ buff163: 4000, inflated: false }, 7);
const exit = [{ market: 'csfloat', sells: { cents: 4100, of: 'ask' }, asOf: 7 }] as const;
const dated = { base: 'USD', date: '2026-11-20', rates: { EUR: 0.8 } } as const;

function createParts() {
  const store = makeStore();
  const asked: (readonly string[])[] = [];
  return {
    store,
    asked,
    loadedPrices: async () => ({ table: undefined }),
    exits: { of: async () => ({ version: '1', find: (name: string) => (name === redline ? exit : undefined) }) },
    rates: { read: async () => ({ relay: 'http://localhost/', etag: undefined, told: dated }) },
    quotesWithoutUse: async (names: readonly string[]) => {
      asked.push(names);
      const quotes = names.map((name) => (name === redline ? quote : null));
      return { table: { version: '1', asOf: 7 }, fault: null, quotes };
    },
  };
}

describe('the portfolio', () => {
  test('is stored, and answered with one price and exit a name', async () => {
    const parts = createParts();
    const items = [holding, { ...holding, paid: null }, { ...holding, name: 'Nonsense' }];
    const answer = {
      items,
      sales: [sale],
      quotes: [
        [redline, { ...quote, exit }],
        ['Nonsense', null],
      ],
      rates: dated,
      asOf: 7,
      sample: false,
    };
    expect(await createPortfolioService(parts).set({ items, sales: [sale] })).toEqual(answer);
    expect(await createPortfolioService(parts).list()).toEqual(answer);
    expect(parts.asked.at(-1)).toEqual([redline, 'Nonsense']);
  });

  test('rejects when the storage refuses', async () => {
    const parts = createParts();
    const store = { ...parts.store, write: async () => Promise.reject(new Error('full')) };
    await expect(createPortfolioService({ ...parts, store }).set({ items: [holding], sales: [] })).rejects.toThrow(
      'full',
    );
  });
});
