import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coinMarket, type MarketId, partnerFields, referenceMarkets } from '#core/prices/markets.ts';
import { limitsOf } from '#core/rows/column-values.ts';
import { type ExploreView, firstView, viewKinds } from '#core/rows/view.ts';
import { writePlace } from '#core/rows/view-address.ts';
import { rowsToTell } from '#core/rows/view-alerts.ts';
import { foundRows } from '#core/search/search.ts';
import { buildIndex } from '#core/search/search-index.ts';
import { parseSettings } from '#core/settings/settings.ts';
import { loadItemTable } from '#data/load-items.ts';
import { createViewComparer, type ViewData, type ViewTerms } from '#relay/alerts/view-rows.ts';
import { observeMarket, observeTable } from '#relay/history/observed-prices.ts';
import { plainLimits } from '../../explore/plain-items.ts';
import { coinUsd, fillStores, now, randomWorld, type World } from '../../explore/stored-world.ts';

const markets: readonly MarketId[] = ['csfloat', 'dmarket', 'buff163', 'csgoroll', 'steam'];
const names = ['AK-47 | Redline (Field-Tested)', 'AWP | Asiimov (Field-Tested)', '★ Karambit | Doppler (Factory New)'];

/** The answers of the price API that tell a world. */
function bodiesOf({ rows, tableAgo, marketsAgo }: World) {
  const table = rows.map(({ quote }, at) => {
    const prices = referenceMarkets.map((market) => [partnerFields[market], quote[market]]);
    return [names[at], { ...Object.fromEntries(prices), liquidity: quote.liquidity, is_inflated: quote.inflated }];
  });
  const own = markets.map((market, nth) => {
    const told = rows.flatMap(({ details }, at) => {
      const { price, avg7, avg30, count, inflated, updatedAt } = details[nth] ?? {};
      const priced = market === coinMarket ? { coins: price } : { price };
      const times = updatedAt ? { updated_at: new Date(updatedAt).toISOString() } : {};
      const entry = { ...priced, ...times, avg_7: avg7, avg_30: avg30, count, is_inflated: inflated };
      return price ? [[names[at], { [market]: entry }]] : [];
    });
    const asOf = now - (marketsAgo[nth] ?? 0) * 1000;
    return [market, { prices: observeMarket(Object.fromEntries(told), market), asOf }] as const;
  });
  return {
    table: { prices: observeTable(Object.fromEntries(table)), asOf: now - tableAgo * 1000 },
    own: new Map(own),
    changes: undefined,
  };
}

const some = fc.oneof(fc.constant([]), fc.subarray([...markets], { minLength: 2 }));
/** Wide views: most have rows. */
const randomView = fc
  .record({
    kind: fc.constantFrom(...viewKinds),
    text: fc.constantFrom('', '', 'redline', 'awp'),
    ...{ buy: some, sell: some },
    minOffers: fc.constantFrom(undefined, 0),
  })
  .map(({ kind, text, ...rules }): ExploreView => {
    const first = firstView(kind);
    return { ...first, filters: { ...first.filters, text, minCents: undefined }, rules: { ...first.rules, ...rules } };
  });

/** Most data are of now. */
const recent = (world: World): World => ({
  ...world,
  tableAgo: world.tableAgo % 5400,
  rows: world.rows.map(({ quote, details }) => ({
    quote,
    details: details.map((detail) => detail && { ...detail, updatedAt: now - ((now - detail.updatedAt) % 7_200_000) }),
  })) as unknown as World['rows'],
});

const byName = <T extends { readonly name: string }>(rows: readonly T[]) =>
  rows.toSorted((one, other) => (one.name < other.name ? -1 : 1));

/** The rows of a view that has had none. */
function newRows(data: ViewData, { views: _, ...terms }: ViewTerms, address: string) {
  const basis = JSON.stringify([1, terms.markets, terms.coinUsd, terms.limits]);
  const memory = JSON.stringify({ address, basis, seen: [], told: [] });
  const asked = { ...terms, views: [{ name: 'View', address, tells: 1, memory }] };
  const [found] = createViewComparer()(1, data, [asked], now) ?? [];
  if (!found || found === 'failed') throw new Error('it could not be compared');
  return found[0]?.news.map(({ at: _, ...row }) => row);
}

test('the relay tells of exactly the rows of which the extension would tell', async () => {
  await fc.assert(
    fc.asyncProperty(randomWorld(names, markets).map(recent), randomView, async (world, view) => {
      const address = writePlace({ view, page: 'table' });
      const { stores, table } = await fillStores(world);
      const items = await loadItemTable(stores.columns, table, { markets, coinUsd }, now);
      const charged = markets.flatMap((market, at) => (world.fees[at] ? [[market, world.fees[at]]] : []));
      const settings = parseSettings({ fees: { confirmed: true, markets: Object.fromEntries(charged) } });
      const limits = { ...limitsOf(settings), minLiquidity: 0, minOffers: world.minCount };
      const told = newRows(bodiesOf(world), { markets, coinUsd, limits, views: [] }, address);
      const expected = rowsToTell(items, address, limits, (words) => foundRows(buildIndex(items.names), words), now);
      expect(told && byName(told)).toEqual('rows' in expected ? byName(expected.rows) : undefined);
    }),
  );
});

test('falling prices rest on what the relay has recorded, while that is recent', () => {
  const [redline, asiimov, doppler] = names;
  const row = { price_buff: 1000, price_csfloat: 1000, liquidity: 90 };
  const own = (market: MarketId) => {
    const rows = names.map((name) => [name, { [market]: { price: 1000, count: 9, avg_7: 2000 } }]);
    return [market, { prices: observeMarket(Object.fromEntries(rows), market), asOf: now }] as const;
  };
  const read = (hours: number) => {
    const body = {
      updated_at: new Date(now - hours * 3_600_000).toISOString(),
      items: {
        [redline ?? '']: [
          [0, -100, -200],
          [null, null, null],
          [5, -300, -400],
        ],
        [asiimov ?? '']: [
          [null, null, null],
          [null, null, null],
          [0, -50, -60],
        ],
        [doppler ?? '']: [
          [0, -300, null],
          [null, null, null],
          [null, null, null],
        ],
      },
    };
    const changes = new TextEncoder().encode(JSON.stringify(body));
    const table = { prices: observeTable(Object.fromEntries(names.map((name) => [name, row]))), asOf: now };
    const data = { table, own: new Map([own('buff163'), own('csfloat')]), changes };
    const terms = { markets: ['buff163', 'csfloat'] as const, coinUsd, limits: plainLimits, views: [] };
    return newRows(data, terms, 'view=falling')?.map(({ name, market, percent }) => [name, market, percent]);
  };
  expect(read(5)).toEqual([
    [redline, 'buff163', -10],
    [asiimov, 'csfloat', -5],
  ]);
  // Older changes are none: the price against its average counts.
  expect(read(7)).toHaveLength(3);
});
