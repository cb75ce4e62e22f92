import { describe, expect, test, vi } from 'vitest';
import { maxHoldings } from '#core/owned/portfolio.ts';
import { quoteOf } from '#core/prices/quote.ts';
import { parseSettings } from '#core/settings/settings.ts';
import { createPortfolioService } from '#data/portfolio-service.ts';
import { usd } from '../core/owned/usd.ts';
import { makeStore } from './memory-store.ts';

const redline = 'AK-47 | Redline (Field-Tested)';
const holding = { name: redline, count: 2, paid: usd(1250) };
const quote = quoteOf({ buff163: 4000, inflated: false }, 7);
const now = Date.parse('2026-11-21T12:00:00Z');
const dated = { base: 'USD', date: '2026-11-20', rates: { EUR: 0.8, CNY: 7 } } as const;

function createParts() {
  const store = makeStore();
  return {
    store,
    rates: { read: async () => ({ relay: 'http://localhost/', etag: undefined, told: dated }) },
    settings: async () => parseSettings({ currency: { show: 'fixed', code: 'EUR' }, siteCoinUsd: { csgoempire: 0.5 } }),
    now: () => now,
    onChange: vi.fn(),
    quotesWithoutUse: async (names: readonly string[]) => {
      const quotes = names.map((name) => (name === redline ? quote : null));
      return { table: { version: '1', asOf: 7 }, fault: null, quotes };
    },
  };
}

describe('the portfolio', () => {
  test('rejects when the storage refuses', async () => {
    const parts = createParts();
    const store = { ...parts.store, write: async () => Promise.reject(new Error('full')) };
    await expect(createPortfolioService({ ...parts, store }).set({ items: [holding], sales: [] })).rejects.toThrow(
      'full',
    );
  });
});

describe('a purchase', () => {
  const yuan = { cents: 700, currency: 'CNY' };
  const purchase = { name: redline, paid: yuan, site: 'buff163', wearValue: 0.25, lockedUntil: now + 7 };
  const euros = (cents: number) => ({ cents, currency: 'EUR' });

  test('is one more entry of now, with what it is in the user’s currency by the rates of the day', async () => {
    const parts = createParts();
    const service = createPortfolioService(parts);
    await service.set({ items: [holding], sales: [] });
    const bought = { ...purchase, boughtAt: now };
    expect(await service.buy(purchase)).toEqual(bought);
    expect((await service.list()).items).toEqual([holding, { ...bought, count: 1, paidThen: euros(80) }]);
    expect(parts.onChange).toHaveBeenCalledOnce();
  });

  test.each([
    ['in the user’s own', euros(500), undefined],
    ['in dollars', usd(500), euros(400)],
    ['in coins of its site', { cents: 500, currency: 'COIN' }, euros(200)],
    ['without a rate', { cents: 500, currency: 'GEL' }, undefined],
  ])('in a currency %s', async (_, paid, paidThen) => {
    const service = createPortfolioService(createParts());
    await service.buy({ ...purchase, site: 'csgoempire', paid });
    const [held] = (await service.list()).items;
    expect([held?.paid, held?.paidThen]).toEqual([paid, paidThen]);
  });

  test.each([
    ['its own and the user’s', yuan, 'EUR'],
    ['the user’s', usd(700), 'EUR'],
    ['its own', yuan, 'USD'],
  ])('by a rate of %s currency that is older than usual is in its own alone', async (_, paid, code) => {
    const settings = async () => parseSettings({ currency: { show: 'fixed', code } });
    const service = createPortfolioService({ ...createParts(), settings, now: () => now + 4 * 86_400_000 });
    await service.buy({ ...purchase, paid });
    expect((await service.list()).items).toEqual([{ ...purchase, paid, count: 1, boughtAt: now + 4 * 86_400_000 }]);
  });

  test.each([
    ['confirmed', true, 731],
    ['that is not confirmed', false, 700],
  ])('has the site’s fee for buying on top, if %s', async (_, confirmed, cents) => {
    const buying = { percent: 3, cents: 100 / 7 / 10 };
    const settings = async () => parseSettings({ fees: { confirmed, markets: { buff163: { buying } } } });
    const service = createPortfolioService({ ...createParts(), settings });
    const bought = await service.buy(purchase);
    expect((await service.list()).items[0]?.paid?.cents).toBeCloseTo(cents, 4);
    if (bought) await service.takeBack(bought);
    expect((await service.list()).items).toEqual([]);
  });

  test('of an item that no table has, and without room, is not written', async () => {
    const service = createPortfolioService(createParts());
    await expect(service.buy({ ...purchase, name: 'Nonsense' })).rejects.toThrow('not a known item');
    await service.set({ items: Array.from({ length: maxHoldings }, () => holding), sales: [] });
    expect(await service.buy(purchase)).toBeNull();
    expect((await service.list()).items).toHaveLength(maxHoldings);
  });

  test('is stored beside others of the same moment', async () => {
    const service = createPortfolioService(createParts());
    await Promise.all([service.buy(purchase), service.buy(purchase), service.set({ items: [holding], sales: [] })]);
    await Promise.all([service.buy(purchase), service.buy(purchase)]);
    expect((await service.list()).items).toHaveLength(3);
  });

  test('is taken back alone, and only as it was written', async () => {
    const service = createPortfolioService(createParts());
    await service.set({ items: [holding], sales: [] });
    const bought = await service.buy(purchase);
    if (!bought) throw new Error('no room');
    await service.takeBack({ ...bought, boughtAt: now - 1 });
    expect((await service.list()).items).toHaveLength(2);
    await service.takeBack(bought);
    expect((await service.list()).items).toEqual([holding]);
  });
});
