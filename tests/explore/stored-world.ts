import fc from 'fast-check';
import type { Detail } from '#core/prices/detail.ts';
import type { MarketId } from '#core/prices/markets.ts';
import { ownTime } from '#core/prices/offer.ts';
import { limitsOf } from '#core/rows/column-values.ts';
import { createRowModel, type RowModel } from '#core/rows/row-model.ts';
import { firstView } from '#core/rows/view.ts';
import { parseSettings } from '#core/settings/settings.ts';
import type { Reading } from '#core/site.ts';
import { quotesFrom, tableKey } from '#data/catalogue/loaded-table.ts';
import { withNames } from '#data/catalogue/pack-table.ts';
import { appendNames } from '#data/catalogue/stored-names.ts';
import { findDetails, openOwnQuotes, saveDetails } from '#data/details/detail-store.ts';
import { createMarketOffers } from '#data/details/market-details.ts';
import { createExits, openStoredExits } from '#data/exits/compute-exits.ts';
import { loadItemTable } from '#data/load-items.ts';
import { noCheck } from '#data/refresh/feed-check.ts';
import { holdingPrice } from '#explore/portfolio/portfolio-page.tsx';
import { toSettingsView } from '#page/boot/settings-view.ts';
import { toOverlayModel } from '#page/overlays/to-overlay-model.ts';
import { toPanelModel } from '#page/panel/to-panel-model.ts';
import { makeStore } from '../data/memory-store.ts';
import { loaded, storedOf, tableOf } from '../data/table-of.ts';
import { perDollar } from '../page/finder/find-items.ts';

export const now = 1_800_000_000_000;
export const coinUsd = 0.6137;

const cents = fc.oneof(fc.integer({ min: 2, max: 30 }), fc.integer({ min: 900, max: 3000 }));
const rarely = fc.integer({ min: 0, max: 4 }).map((number) => number === 0);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
/** Up to a day, with seconds, often about 90 minutes: older prices are old. */
const seconds = fc.oneof(
  fc.integer({ min: 0, max: 10_800 }),
  fc.integer({ min: 0, max: 86_400 }),
  fc.constantFrom(0, 89 * 60, 5399, 5400, 5401, 91 * 60),
);

const detail = fc.record({
  ...{ price: cents, avg7: maybe(cents), avg30: maybe(cents), count: maybe(fc.integer({ min: 0, max: 9 })) },
  ...{ inflated: rarely, updatedAt: seconds.map((ago) => now - ago * 1000) },
});

const percent = fc.integer({ min: 0, max: 2000 }).map((hundredths) => hundredths / 100);
const fee = fc.record({ percent, cents: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 30 })) });
/** A stage that is absent is not known. */
const taken = fc.record({ buying: fee, selling: fee, cashingOut: fee }, { requiredKeys: ['selling'] });

/** What is told of items on markets, with ages of up to a day, and the user's fees. `sites` take only buyers' fees. */
export const randomWorld = (names: readonly string[], markets: readonly MarketId[], sites: readonly string[] = []) =>
  fc.record({
    names: fc.constant(names),
    markets: fc.constant(markets),
    rows: fc.tuple(
      ...names.map(() =>
        fc.record({
          quote: fc.record({
            ...{ buff163: maybe(cents), youpin: maybe(cents), csfloat: maybe(cents) },
            ...{ liquidity: maybe(fc.integer({ min: 0, max: 100 })), inflated: rarely },
          }),
          details: fc.tuple(...markets.map(() => maybe(detail))),
        }),
      ),
    ),
    tableAgo: seconds,
    marketsAgo: fc.tuple(...markets.map(() => seconds)),
    fees: fc.tuple(...markets.map(() => maybe(taken))),
    siteFees: fc.dictionary(fc.constantFrom('nowhere', ...sites), fc.record({ buying: fee })),
    minCount: fc.integer({ min: 0, max: 4 }),
  });

export type World = ReturnType<typeof randomWorld> extends fc.Arbitrary<infer T> ? T : never;

export async function fillStores({ names, markets, rows, tableAgo, marketsAgo }: World) {
  const stores = { prices: makeStore(), columns: makeStore((value) => value) };
  const table = loaded(tableOf(names.map((name, at) => [name, rows[at]?.quote ?? { inflated: false }])), {
    asOf: now - tableAgo * 1000,
  });
  await appendNames(stores.columns, table.table.catalogue, 0, names);
  for (const [nth, market] of markets.entries()) {
    const updatedAt = now - (marketsAgo[nth] ?? 0) * 1000;
    const told = names.flatMap((name, at): [string, Detail][] => {
      const found = rows[at]?.details[nth];
      // As the parser of the market's data does.
      return found ? [[name, { ...found, updatedAt: found.updatedAt && ownTime(found.updatedAt, updatedAt) }]] : [];
    });
    const about = { relay: 'http://localhost/', updatedAt, items: told.length };
    const numbered = withNames(
      table.table,
      told.map(([name]) => name),
    );
    await saveDetails(stores.columns, market, new Map(told), numbered, about);
  }
  await stores.prices.write({ [tableKey]: storedOf(table) });
  return { stores, table };
}

export async function openWorld(world: World) {
  const { names, markets, fees: charged, siteFees, minCount } = world;
  const { stores, table } = await fillStores(world);
  const fees = {
    confirmed: true,
    markets: {
      ...siteFees,
      ...Object.fromEntries(markets.flatMap((market, at) => (charged[at] ? [[market, charged[at]]] : []))),
    },
  };
  const settings = parseSettings({ markets, fees, coinUsd, exit: { minCount } });
  const stored = openStoredExits(() => stores.columns);
  const own = openOwnQuotes(() => stores.columns);
  await createExits({
    ...{ details: stores.columns, exits: stored, own, now: () => now, onChange: () => undefined },
    ...{ table: async () => table, settings: async () => settings },
  }).updateExits();
  const exits = await stored.of(table.table);
  const prices = { table, refreshState: noCheck, problems: new Map<string, string>() };
  const items = await loadItemTable(stores.columns, table, { markets, coinUsd }, now);
  const models = new Map<number, RowModel>();
  const exploreAt = (at: number): RowModel => {
    const model = models.get(at) ?? createRowModel(items, firstView('all'), limitsOf(settings), at);
    models.set(at, model);
    return model;
  };
  const shownAt = async (reading: Reading, site: string, at: number) => {
    const { item } = reading;
    const [quote] = (await quotesFrom(prices, [item], async () => undefined, own.columns)).quotes;
    if (!quote) return undefined;
    const view = toSettingsView(settings, site);
    const rates = { date: new Date(at).toISOString().slice(0, 10), rates: perDollar };
    const around = { table: { version: '1', asOf: table.asOf }, fault: null, rates, view, now: at };
    const sold = { ...quote, exit: exits?.find(item) };
    const model = toOverlayModel(reading, sold, around);
    if (!model) throw new Error('no model');
    const { ofItem } = createMarketOffers({
      findMany: (some, of, withLinks = false) => findDetails(stores.columns, of, table.table, some, withLinks),
      ...{ settings: async () => settings, table: async () => table, quotesWithoutUse: async () => ({}) },
    });
    const appearance = { theme: 'dark', density: 'normal', difference: 'percent' } as const;
    return {
      model,
      panel: toPanelModel({ reading, model, appearance }, await ofItem(item), view, at),
      inExplore: (count: number) => holdingPrice(exploreAt(at), names.indexOf(item), { count }, 'exit'),
    };
  };
  return { exploreAt, shownAt };
}
