import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnOf } from '#core/rows/columns.ts';
import type { RowModel } from '#core/rows/row-model.ts';
import { runs, seed } from '../seed.ts';
import { now, openWorld, randomWorld } from './stored-world.ts';

const names = [
  'AK-47 | Redline (Field-Tested)',
  '★ Karambit | Doppler (Factory New)',
  'Kilowatt Case',
  '★ Bayonet',
  'StatTrak™ AWP | Asiimov (Field-Tested)',
  "Charm | Lil' Ava",
];
const markets = ['csfloat', 'buff163', 'youpin', 'steam', 'csgoroll', 'dmarket'] as const;

const known = (value: number): number | undefined => (Number.isNaN(value) ? undefined : value);

function numbersOf(explore: RowModel, row: number) {
  const netCents = known(explore.value('exit', row));
  return {
    exit: netCents === undefined ? undefined : { market: columnOf('exit').marketAt?.(explore, row), netCents },
    spread: known(explore.value('spread', row)),
    cash: known(explore.value('cash', row)),
    prices: Object.fromEntries(markets.map((market) => [market, known(explore.value(`price:${market}`, row))])),
  };
}

test('card, comparison, portfolio and Explore say the same of an item', async () => {
  await fc.assert(
    fc.asyncProperty(randomWorld(names, markets), async (world) => {
      const { exploreAt, shownAt } = await openWorld(world);
      const explore = exploreAt(now);
      for (const [row, name] of names.entries()) {
        const shown = await shownAt({ item: name, kind: 'none' }, 'sample', now);
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
        expect(inPopup(3)).toEqual(inExplore(3));
        expect(said.prices).toEqual(Object.fromEntries(asked));
      }
    }),
    { seed, numRuns: runs(60) },
  );
});
