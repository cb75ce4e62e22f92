import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceByQuote } from '#core/owned/portfolio-value.ts';
import type { Detail } from '#core/prices/detail.ts';
import type { MarketId } from '#core/prices/markets.ts';
import { exitRules } from '#core/prices/stale-after.ts';
import { parseSettings } from '#core/settings/settings.ts';
import { quotesFrom } from '#data/catalogue/loaded-table.ts';
import { withNames } from '#data/catalogue/pack-table.ts';
import { appendNames } from '#data/catalogue/stored-names.ts';
import { findDetails, saveDetails } from '#data/details/detail-store.ts';
import { openOwnQuotes } from '#data/details/own-quotes.ts';
import { createExits } from '#data/exits/compute-exits.ts';
import { openStoredExits } from '#data/exits/stored-exits.ts';
import { noCheck } from '#data/refresh/feed-check.ts';
import { tableKey } from '#data/storage/stored-state.ts';
import { withPart } from '#explore/data/item-source.ts';
import { emptyTable } from '#explore/data/item-table.ts';
import { loadItemTable } from '#explore/data/load-items.ts';
import { holdingPrice } from '#explore/portfolio/portfolio-page.tsx';
import { createRowModel, type RowModel } from '#explore/rows/row-model.ts';
import { limitsOf } from '#explore/state/use-items.ts';
import { firstView } from '#explore/state/view.ts';
import { marketOfCell } from '#explore/table/cells.ts';
import { toSettingsView } from '#page/boot/settings-view.ts';
import { toOverlayModel } from '#page/overlays/to-overlay-model.ts';
import { toPanelModel } from '#page/panel/to-panel-model.ts';
import { makeStore } from '../data/memory-store.ts';
import { loaded, storedOf, tableOf } from '../data/table-of.ts';
import { runs, seed } from '../seed.ts';

const now = 1_800_000_000_000;
const names = [
  'AK-47 | Redline (Field-Tested)',
  '★ Karambit | Doppler (Factory New)',
  'Kilowatt Case',
  '★ Bayonet',
  'StatTrak™ AWP | Asiimov (Field-Tested)',
  "Charm | Lil' Ava",
];
const markets = ['csfloat', 'buff163', 'youpin', 'steam', 'csgoroll', 'dmarket'] as const satisfies readonly MarketId[];

const cents = fc.oneof(fc.integer({ min: 2, max: 30 }), fc.integer({ min: 900, max: 3000 }));
const rarely = fc.integer({ min: 0, max: 4 }).map((number) => number === 0);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
/** Up to a day, with seconds, often about 90 minutes: older prices are old. */
const seconds = fc.oneof(
  fc.integer({ min: 0, max: 10_800 }),
  fc.integer({ min: 0, max: 86_400 }),
  fc.constantFrom(0, 89 * 60, 5399, 5400, 5401, 91 * 60),
);

const row = fc.record({
  quote: fc.record({
    ...{ buff163: maybe(cents), youpin: maybe(cents), csfloat: maybe(cents) },
    inflated: rarely,
  }),
  details: fc.tuple(
    ...markets.map(() =>
      maybe(
        fc.record({
          ...{ price: cents, avg7: maybe(cents), avg30: maybe(cents), count: maybe(fc.integer({ min: 0, max: 9 })) },
          ...{ inflated: rarely, updatedAt: seconds.map((ago) => now - ago * 1000) },
        }),
      ),
    ),
  ),
});

const fee = fc.record({ percent: fc.integer({ min: 0, max: 20 }), cents: fc.integer({ min: 0, max: 30 }) });
const taken = fc.record({ buying: fee, selling: fee, cashingOut: fee });

const world = fc.record({
  rows: fc.tuple(...names.map(() => row)),
  tableAgo: seconds,
  marketsAgo: fc.tuple(...markets.map(() => seconds)),
  fees: fc.tuple(...markets.map(() => maybe(taken))),
  minCount: fc.integer({ min: 0, max: 4 }),
});

type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

/** The stores as the worker leaves them; what the card and the panel of an item say, and what Explore says of it. */
async function openWorld({ rows, tableAgo, marketsAgo, fees: charged, minCount }: World) {
  const stores = { prices: makeStore((value) => value), columns: makeStore((value) => value) };
  const table = loaded(tableOf(names.map((name, at) => [name, rows[at]?.quote ?? { inflated: false }])), {
    asOf: now - tableAgo * 1000,
  });
  await appendNames(stores.columns, table.table.catalogue, 0, names);
  for (const [nth, market] of markets.entries()) {
    const told = names.flatMap((name, at): [string, Detail][] => {
      const detail = rows[at]?.details[nth];
      return detail ? [[name, detail]] : [];
    });
    const about = { relay: 'http://localhost/', updatedAt: now - (marketsAgo[nth] ?? 0) * 1000, items: told.length };
    const numbered = withNames(
      table.table,
      told.map(([name]) => name),
    );
    await saveDetails(stores.columns, market, new Map(told), numbered, about);
  }
  await stores.prices.write({ [tableKey]: storedOf(table) });
  const fees = {
    confirmed: true,
    markets: Object.fromEntries(markets.flatMap((market, at) => (charged[at] ? [[market, charged[at]]] : []))),
  };
  const settings = parseSettings({ markets, fees, coinUsd: 0.6, exit: { minCount } });
  const exits = openStoredExits(() => stores.columns);
  const own = openOwnQuotes(() => stores.columns);
  await createExits({
    ...{ details: stores.columns, exits, own, now: () => now, onChange: () => undefined },
    ...{ table: async () => table, settings: async () => settings },
  }).updateExits();
  const found = await exits.of(table.table);
  const prices = { table, refreshState: noCheck, problems: new Map<string, string>() };

  let items = emptyTable;
  await loadItemTable(stores, { markets, coinUsd: 0.6 }, (part) => (items = withPart(items, part)), now);
  const explore = createRowModel(items, firstView('all'), limitsOf(settings), now);

  const view = toSettingsView(settings, 'sample');
  const panelOf = async (name: string) => {
    const [quote] = (await quotesFrom(prices, [name], async () => undefined, own.columns)).quotes;
    if (!quote) return undefined;
    const around = { table: { version: '1', asOf: table.asOf }, fault: null, rates: null, view, now };
    const reading = { item: name, kind: 'none' as const };
    const model = toOverlayModel(reading, { ...quote, exit: found?.find(name) }, around);
    if (!model) throw new Error('no model');
    const asked = { names: [name], withLinks: false };
    const stored = await findDetails(stores.columns, markets, table.table, asked);
    const details = markets.map((market) => {
      const { about, details } = stored.get(market) ?? {};
      return about ? { market, detail: details?.get(name), asOf: about.updatedAt } : { market };
    });
    const appearance = { theme: 'dark', density: 'normal', difference: 'percent' } as const;
    const held = { name, count: 3, paidCents: null };
    const context = { ...exitRules(settings, now), market: 'buff163' as const, asOf: table.asOf, sample: false };
    return {
      model,
      panel: toPanelModel({ reading, model, appearance }, details, view, now),
      inPopup: priceByQuote(held, { ...quote, exit: found?.find(name) }, context),
      inExplore: holdingPrice(explore, names.indexOf(name), held, 'exit'),
    };
  };
  return { explore, panelOf };
}

const known = (value: number): number | undefined => (Number.isNaN(value) ? undefined : value);

/** What Explore's row says. */
function numbersOf(explore: RowModel, row: number) {
  const netCents = known(explore.value('exit', row));
  return {
    exit: netCents === undefined ? undefined : { market: marketOfCell(explore, 'exit', row), netCents },
    spread: known(explore.value('spread', row)),
    cash: known(explore.value('cash', row)),
    prices: Object.fromEntries(markets.map((market) => [market, known(explore.value(`price:${market}`, row))])),
  };
}

test('card, comparison, portfolio and Explore say the same of an item', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (made) => {
      const { explore, panelOf } = await openWorld(made);
      for (const [row, name] of names.entries()) {
        const shown = await panelOf(name);
        if (!shown) continue;
        const { model, panel, inPopup, inExplore } = shown;
        const said = numbersOf(explore, row);
        const { exit } = model;
        const isExit = typeof exit === 'object';
        expect(said.exit).toEqual(isExit ? { market: exit.market, netCents: exit.netCents } : undefined);
        expect(said.spread).toEqual(panel.comparison.spread);
        const ratio = panel.cash?.ratios.find(({ market }) => market === said.exit?.market)?.toCash;
        expect(said.cash).toEqual(ratio);
        const asked = panel.comparison.offers.map(({ market, cents }) => [market, cents]);
        expect(inPopup).toEqual(inExplore);
        expect(said.prices).toEqual(Object.fromEntries(asked));
      }
    }),
    { seed, numRuns: runs(60) },
  );
});
