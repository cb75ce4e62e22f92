import { beforeAll, describe, expect, test } from 'vitest';
import { looseKey } from '#core/items/names.ts';
import { twinKeys } from '#core/items/twins.ts';
import type { TableRow } from '#core/prices/offer.ts';
import type { PriceTable } from '#data/catalogue/price-table.ts';
import { everyName, realNames } from '../../core/every-name.ts';
import { respellings } from '../../core/respelled.ts';
import { runs } from '../../seed.ts';
import { tableOf, tableOfNames } from '../table-of.ts';

/** The simulated market's names may be the only ones; with the real ones there are 37 pairs of twins. */
const hasTwins = new Set(
  [...Map.groupBy(everyName, looseKey).values()].flatMap((near) => (near.length > 1 ? near : [])),
);
/** The names that are looked up: in the gate the twins, and every fourth other name. */
const tried = runs(1) > 1 ? everyName : everyName.filter((name, at) => hasTwins.has(name) || at % 4 === 0);
/** One of each pair of twins, and every tenth other name. */
const seenKeys = new Set<string>();
const dropped = new Set(
  everyName.filter((name, at) => {
    const isFirst = !seenKeys.has(looseKey(name));
    seenKeys.add(looseKey(name));
    return hasTwins.has(name) ? isFirst : at % 10 === 0;
  }),
);

const priceOf = new Map(everyName.map((name, at) => [name, at + 1]));
const quotes = (names: readonly string[]) =>
  names.map((name): [string, TableRow] => [name, { buff163: priceOf.get(name), inflated: false }]);

/** A table in which all names have a price, and one that only remembers some of them. */
let full: PriceTable;
let partial: PriceTable;
beforeAll(() => {
  full = tableOf(quotes(everyName));
  const left = everyName.filter((name) => !dropped.has(name));
  partial = tableOf(quotes(left), full);
});

/** Names whose text has another price than their own. `isOptional`: no price is right, too. */
const wrong = (
  table: () => PriceTable,
  textOf: (name: string) => string,
  { assembled, isOptional }: { assembled: boolean; isOptional: (name: string) => boolean },
) =>
  tried.flatMap((name) => {
    const text = textOf(name);
    const cents = table().find(text, assembled)?.row.buff163;
    const isRight = cents === priceOf.get(name) || (cents === undefined && isOptional(name));
    return isRight ? [] : [`${name} → ${text}: ${everyName[(cents ?? 0) - 1]}`];
  });

test.skipIf(realNames.length === 0)(
  'the real names are all there, and their twins are the pairs that are shipped',
  () => {
    expect(realNames.length).toBeGreaterThan(39_600);
    expect([...new Set([...hasTwins].map(looseKey))].sort()).toEqual([...twinKeys].sort());
    expect(twinKeys.size).toBe(37);
  },
);

test('the price of a name is not that of its twin, though no feed ever told the name', () => {
  const [told, untold] = ['Sticker | niko (Gold)  | London 2018', 'Sticker | NiKo (Gold) | London 2018'];
  const priced = (names: readonly string[]) => tableOfNames(names, 44_154);
  expect(priced([told]).find(told)?.row.buff163).toBe(44_154);
  expect(priced([told]).find(untold)).toBeUndefined();
  expect(priced([told]).find(told, true)).toBeUndefined();
  const table = priced([...twinKeys].map((key) => key.toUpperCase()));
  expect([...twinKeys].filter((key) => table.find(key) ?? table.find(key, true))).toEqual([]);
});

describe('every name', () => {
  test('has its own price by its exact text', () => {
    expect(
      wrong(
        () => full,
        (name) => name,
        { assembled: false, isOptional: () => false },
      ),
    ).toEqual([]);
    expect(everyName.filter((name) => !full.find(name)?.exact)).toEqual([]);
  });

  test('has its own price by its exact text, or none where it has none, and its twin has its own', () => {
    const isOptional = (name: string) => dropped.has(name);
    expect(
      wrong(
        () => partial,
        (name) => name,
        { assembled: false, isOptional },
      ),
    ).toEqual([]);
    expect([...dropped].filter((name) => partial.find(name))).toEqual([]);
  });

  test.each(respellings.map((respell) => [`${respell}`, respell] as const))(
    'spelled by %s has its own price or none, never that of another',
    (_, respell) => {
      const isOptional = (name: string) => hasTwins.has(name) || dropped.has(name);
      for (const table of [() => full, () => partial])
        expect(wrong(table, respell, { assembled: true, isOptional })).toEqual([]);
    },
  );
});
