import fc from 'fast-check';
import type { TableRow } from '#core/prices/offer.ts';
import { loadPrices } from '#data/catalogue/loaded-table.ts';
import { withNames } from '#data/catalogue/pack-table.ts';
import { openTable, type PriceTable } from '#data/catalogue/price-table.ts';
import { everyName } from '../../core/every-name.ts';
import { respellings } from '../../core/respelled.ts';
import { tableOf } from '../../data/table-of.ts';
import { type Claim, claim } from '../claim.ts';
import { edits, mutateBytes } from '../mutations.ts';
import { type KnownName, slowMarket } from '../reference/names.ts';
import { holds, same } from '../same.ts';

const cents = fc.integer({ min: 1, max: 0xffff_fffe });
const prices = fc.record({ buff163: cents, youpin: cents, csfloat: cents }, { requiredKeys: [] });
const liquidity = fc.option(fc.integer({ min: 0, max: 32_766 }), { nil: undefined });
const quote: fc.Arbitrary<TableRow> = fc
  .tuple(prices, liquidity, fc.boolean())
  .filter(([asked]) => Object.keys(asked).length > 0)
  .map(([asked, hundredths, inflated]) => ({
    ...asked,
    ...(hundredths !== undefined && { liquidity: hundredths / 100 }),
    inflated,
  }));
const names = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 });
const spelled = fc.tuple(names, fc.constantFrom(...respellings)).map(([name, respell]) => respell(name) || name);
const tables = fc
  .tuple(fc.array(fc.tuple(names, quote), { maxLength: 8 }), fc.array(fc.tuple(spelled, quote), { maxLength: 8 }))
  .map(([some, others]) => [...new Map([...some, ...others, ...twinsOf(some)])]);

/** The first names in other spellings, with other prices. */
function twinsOf(some: readonly (readonly [string, TableRow])[]): [string, TableRow][] {
  const [first] = some;
  return first
    ? respellings.map((respell, at) => [respell(first[0]) || 'x', { csfloat: at + 1, inflated: false }])
    : [];
}

const word32 = fc.nat(0xffff_ffff);

/** Real names, and names that differ in capitals only. All prices differ. */
function realTable() {
  const step = Math.floor(everyName.length / 100);
  const real = everyName.filter((_, at) => at % step === 0).slice(0, 100);
  const twins = Array.from({ length: 50 }, (_, at) => [`Sticker | niko | Event ${at}`, `Sticker | NiKo | Event ${at}`]);
  const rows = [...new Set([...real, ...twins.flat()])].map((name, at): [string, TableRow] => [
    name,
    { buff163: at * 3 + 1, youpin: at * 3 + 2, csfloat: at * 3 + 3, liquidity: at % 100, inflated: at % 2 === 1 },
  ]);
  const { catalogue, buffer } = tableOf(rows);
  return { rows, catalogue, bytes: new Uint8Array(buffer) };
}

/** The result of a look-up; `undefined` for a damaged table. Any other error fails the claim. */
function unlessRefused<T>(lookUp: () => T): T | undefined {
  try {
    return lookUp();
  } catch (error) {
    holds(error instanceof Error && error.constructor === Error && error.message.startsWith('the table'), `${error}`);
    return undefined;
  }
}

export function claims(): readonly Claim[] {
  const { rows, bytes, catalogue } = realTable();
  const about = { relay: 'http://localhost:8787/', asOf: 1, items: rows.length, badRows: 0, catalogue };

  const empty = tableOf([]);

  return [
    claim(
      'prices of a table with changed bytes are refused, missing, or unchanged',
      fc.property(edits(), (changes) => {
        const { buffer } = mutateBytes(bytes, changes);
        const table = unlessRefused(() => openTable(buffer, catalogue));
        for (const [name, expected] of table ? rows : []) same(table?.find(name)?.row, expected, name);
      }),
      500,
    ),
    claim(
      'a damaged stored table counts as none, and loading never rejects',
      fc.asyncProperty(edits(2), fc.nat(rows.length - 1), async (changes, at) => {
        const stored = { ...about, bytes: new Blob([mutateBytes(bytes, changes)]) };
        const loaded = await loadPrices({ read: async () => [stored, stored], write: async () => undefined });
        const [name = '', expected] = rows[at] ?? [];
        const found = loaded.table?.table.find(name)?.row;
        if (found) same(found, expected, name);
        same([...loaded.problems], []);
      }),
    ),
    claim(
      'look-ups in any spelling follow the known names of all feeds, assembled or not',
      fc.property(
        fc.array(tables, { minLength: 1, maxLength: 4 }),
        fc.array(spelled, { maxLength: 5 }),
        (feeds, others) => {
          const table = feeds.reduce<PriceTable | undefined>((before, feed) => tableOf(feed, before), undefined);
          const told = new Map(feeds.at(-1));
          const known = feeds.flat().map(([name]): KnownName<TableRow> => [name, told.get(name)]);
          const find = slowMarket(known);
          const asked = known.flatMap(([name]) => [name, ...respellings.map((respell) => respell(name))]);
          for (const text of [...asked, ...others])
            for (const assembled of [false, true]) {
              const [spelling, value] = find(text, assembled) ?? [];
              const { number: _, ...found } = table?.find(text, assembled) ?? {};
              same(found, value ? { row: value, exact: spelling === text } : {}, text);
            }
        },
      ),
      50,
    ),
    claim(
      'names that another feed tells stay known, and change no price',
      fc.property(tables, tables, (given, others) => {
        const before = tableOf(given);
        const names = [...new Set(others.map(([name]) => name))];
        const { table, added, numbers } = withNames(before, names);
        const known = given.map(([name]) => name);
        same(
          added,
          names.filter((name) => !known.includes(name)),
          names,
        );
        // Numbers are for ever.
        for (const name of known) same(table.numberOf(name), before.numberOf(name), name);
        for (const [at, name] of names.entries()) same(table.numberOf(name), numbers[at], name);
        const told = new Map(given);
        const find = slowMarket([...told.keys(), ...names].map((name) => [name, told.get(name)]));
        for (const name of [...told.keys(), ...names])
          for (const assembled of [false, true])
            same(table.find(name, assembled)?.row, find(name, assembled)?.[1], name);
      }),
      50,
    ),
    claim(
      'tables of one catalogue with other prices have other fingerprints',
      fc.property(fc.nat(rows.length - 1), word32, word32, (at, one, other) => {
        fc.pre(one !== other && one !== 0xffff_ffff && other !== 0xffff_ffff);
        const fingerprint = (value: number) => {
          const changed = new Map(rows.slice(0, 5)).set(rows[at]?.[0] ?? '', { csfloat: value, inflated: false });
          return tableOf(changed, empty).fingerprint;
        };
        holds(fingerprint(one) !== fingerprint(other), [one, other]);
      }),
      100,
    ),
  ];
}
