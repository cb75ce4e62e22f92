import { expect, test } from 'vitest';
import { createPortfolioService } from '#data/portfolio-service.ts';
import { usd } from '../core/owned/usd.ts';
import { makeStore } from './memory-store.ts';

const holding = { name: 'AK-47 | Redline (Field-Tested)', count: 2, paid: usd(1250) };
const sale = { ...holding, received: usd(2000), soldAt: 7 };

test('the portfolio is stored and read', async () => {
  const store = makeStore();
  const portfolio = { items: [holding, { ...holding, paid: null }], sales: [sale] };
  expect(await createPortfolioService(store).set(portfolio)).toEqual(portfolio);
  expect(await createPortfolioService(store).list()).toEqual(portfolio);
});

test('the portfolio rejects when the storage refuses', async () => {
  const store = { ...makeStore(), write: async () => Promise.reject(new Error('full')) };
  await expect(createPortfolioService(store).set({ items: [holding], sales: [] })).rejects.toThrow('full');
});
