/** @module-tag full */
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { marketIds } from '#core/prices/markets.ts';
import { optionalFields, pricesBody } from '#protocol/price-api.ts';
import { readAsks } from '#service/simulated/catalogue.ts';
import { createSimulatedMarket } from '#service/simulated/market-columns.ts';
import { marketEntry, partnerRow } from '../protocol/row-schemas.ts';
import { ask, decoded, service } from './small-market.ts';

const all = async (path: string) => {
  const market = createSimulatedMarket({ asks: await readAsks(), seed: 1, refreshMs: 3_600_000, now: () => 0 });
  return decoded(await ask(service({ market }), path));
};

it('a full response holds 13 markets with all fields, each as specified', async () => {
  const { items, markets, updated_at } = pricesBody.parse(await all(`/api/prices?fields=${optionalFields.join(',')}`));
  expect(markets).toEqual(marketIds);
  expect(updated_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(Object.keys(items).length).toBeGreaterThan(35_000);
  const entry = z.strictObject(marketEntry.shape);
  for (const item of Object.values(items).filter((_, at) => at % 20 === 0)) {
    const { liquidity, ...entries } = Object(item);
    expect(liquidity).toBeTypeOf('number');
    for (const each of Object.values(entries)) entry.parse(each);
  }
});

it('partner prices cover all items', async () => {
  const rows = z.record(z.string(), z.strictObject(partnerRow.shape)).parse(await all('/api/get-partner-prices'));
  expect(Object.keys(rows).length).toBeGreaterThan(35_000);
});
