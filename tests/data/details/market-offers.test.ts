import { expect, test } from 'vitest';
import type { Detail } from '#core/prices/detail.ts';
import type { MarketId } from '#core/prices/markets.ts';
import { withNames } from '#data/catalogue/pack-table.ts';
import { findDetails, saveDetails } from '#data/details/detail-store.ts';
import { createMarketOffers } from '#data/details/market-offers.ts';
import { makeStore } from '../memory-store.ts';
import { tableOfNames } from '../table-of.ts';

const asOf = Date.parse('2026-11-26T10:00:00Z');
const [redline, howl] = ['AK-47 | Redline (Field-Tested)', 'M4A4 | Howl (Minimal Wear)'];

test('items have what the chosen markets tell of them, in cents with fractions', async () => {
  const store = makeStore((value) => value);
  const table = tableOfNames([redline, howl], 1000);
  const save = (market: MarketId, detail: Detail) => {
    const numbered = withNames(table, [redline]);
    return saveDetails(store, market, new Map([[redline, detail]]), numbered, { relay: '', updatedAt: asOf, items: 1 });
  };
  await save('dmarket', { price: 2450, inflated: true, updatedAt: asOf - 60_000 });
  await save('csgoroll', { price: 40.004, inflated: false });
  await save('csfloat', { price: 1, inflated: false, count: 7, avg7: 2 });
  const markets: readonly MarketId[] = ['csfloat', 'dmarket', 'csgoroll', 'skins'];
  const told = (coinUsd: number | null) =>
    createMarketOffers({
      findMany: (names, of) => findDetails(store, of, table, names, false),
      settings: async () => ({ markets, coinUsd }),
    })([howl, redline]);
  const sound = { flagged: false, needsRate: false, count: undefined, asOf };
  const unlisted = { ...sound, cents: undefined };
  expect(await told(0.6)).toEqual([
    { csfloat: unlisted, dmarket: unlisted, csgoroll: unlisted },
    {
      csfloat: { ...sound, cents: 1, count: 7, avg7: 2 },
      dmarket: { ...sound, cents: 2450, flagged: true, asOf: asOf - 60_000 },
      csgoroll: { ...sound, cents: 40.004 * 0.6 * 100 },
    },
  ]);
  expect((await told(null))[1]?.csgoroll).toEqual({ ...unlisted, needsRate: true });
});
