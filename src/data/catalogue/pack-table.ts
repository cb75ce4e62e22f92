import { partnerFields, referenceMarkets } from '#core/prices/markets.ts';
import {
  exactNumber,
  hashName,
  inflatedBit,
  lowBits,
  type PriceTable,
  partnerColumns,
  sealTable,
  tableTypes,
} from '#data/catalogue/price-table.ts';
import { packColumns } from '#data/storage/columns.ts';
import type { PartnerRow } from '#protocol/price-api.ts';

/** Largest number of names in one body; about 40,000 items exist. */
export const maxTableRows = 1_000_000;
/** Largest number of known names that the price table's own feed does not tell. */
export const maxUnlistedNames = 10_000;

type Grown = ReturnType<typeof grow>;
export type GrownTable = Omit<Grown, 'packed'> & { readonly table: PriceTable };
export type NumberedNames = Pick<GrownTable, 'table' | 'numbers'>;

export const noNumber = 0xffff_ffff;
const hashWords = 3;

/** Earlier names stay known; beyond `maxUnlistedNames` a new catalogue begins. @throws RangeError for over a million rows */
export function packTable(rows: ReadonlyMap<string, PartnerRow>, before?: PriceTable): GrownTable {
  const names = [...rows.keys()];
  if (names.length > maxTableRows) throw new RangeError(`${names.length} items are more than a table holds`);
  const hashes = hashAll(names);
  const known = before && numbersOf(before, hashes);
  const listed = known?.reduce((sum, number) => sum + Number(number !== noNumber), 0) ?? 0;
  const isSame = before !== undefined && before.rows - listed <= maxUnlistedNames;
  const grown = grow(isSame ? before : undefined, names, hashes, (isSame && known) || undefined);
  const { columns } = grown.packed;
  let at = 0;
  for (const row of rows.values()) {
    const number = grown.numbers[at++] ?? 0;
    // A price of 0 means no price, like a missing one.
    for (const market of referenceMarkets) columns[market][number] = row[partnerFields[market]] ?? 0;
    columns.extras[number] = packLiquidity(row.liquidity) | (row.is_inflated ? inflatedBit : 0);
  }
  return seal(grown, isSame ? before.catalogue : crypto.randomUUID());
}

/** Unknown when it is missing, negative or too large for 15 bits. */
function packLiquidity(liquidity: number | null | undefined): number {
  const packed = Math.round((liquidity ?? -1) * 100) + 1;
  return packed > 0 && packed < inflatedBit ? packed : 0;
}

/** Names that another feed tells have no prices. @param names without duplicates @param listed how many have prices */
export function withNames(before: PriceTable, names: readonly string[], listed = before.rows): GrownTable {
  const hashes = hashAll(names);
  const numbers = numbersOf(before, hashes);
  const grown = grow(before, names, hashes, numbers, listed + maxUnlistedNames - before.rows);
  if (grown.added.length === 0) return { ...grown, table: before };
  for (const name of partnerColumns) grown.packed.columns[name].set(before.columns[name]);
  return seal(grown, before.catalogue);
}

const seal = ({ packed, ...grown }: Grown, catalogue: string): GrownTable => ({
  ...grown,
  table: sealTable(packed, catalogue),
});

/**
 * The catalogue with the names that it lacks, at most `room`. The prices are not written yet. `numbers` has that of each given
 * name, `noNumber` where there is no room for it; the numbers of those that are new follow each other from `firstAdded` on.
 */
function grow(
  before: PriceTable | undefined,
  names: readonly string[],
  hashes: Uint32Array,
  known: Uint32Array | undefined,
  room = names.length,
) {
  const numbers = known ?? new Uint32Array(names.length).fill(noNumber);
  const firstAdded = before?.rows ?? 0;
  const places: number[] = [];
  for (let at = 0; at < numbers.length && places.length < room; at++)
    if (numbers[at] === noNumber) numbers[at] = firstAdded + places.push(at) - 1;
  const packed = packColumns(tableTypes, firstAdded + places.length);
  const { high, low, spelling, order } = packed.columns;
  if (before) {
    high.set(before.columns.high);
    low.set(before.columns.low);
    spelling.set(before.columns.spelling);
  }
  for (const [index, at] of places.entries()) {
    const from = at * hashWords;
    high[firstAdded + index] = hashes[from] ?? 0;
    low[firstAdded + index] = (hashes[from + 1] ?? 0) & lowBits;
    spelling[firstAdded + index] = hashes[from + 2] ?? 0;
  }
  if (before && places.length === 0) order.set(before.columns.order);
  else sortNumbers(high, order);
  return { packed, numbers, firstAdded, added: places.map((at) => names[at] ?? '') };
}

/** The number of each name; `noNumber` for names that the catalogue lacks. */
function numbersOf({ columns }: PriceTable, hashes: Uint32Array): Uint32Array {
  const { high, low, spelling } = columns;
  const numbers = new Uint32Array(hashes.length / hashWords);
  // A feed tells its names in the order of the last time, nearly always.
  let next = 0;
  for (let at = 0; at < numbers.length; at++) {
    const from = at * hashWords;
    const isNext =
      high[next] === hashes[from] &&
      low[next] === ((hashes[from + 1] ?? 0) & lowBits) &&
      spelling[next] === hashes[from + 2];
    const number = isNext ? next : (exactNumber(columns, hashes, from) ?? noNumber);
    numbers[at] = number;
    if (number !== noNumber) next = number + 1;
  }
  return numbers;
}

function hashAll(names: readonly string[]): Uint32Array {
  const hashes = new Uint32Array(names.length * hashWords);
  for (let at = 0; at < names.length; at++) hashName(names[at] ?? '', hashes, at * hashWords);
  return hashes;
}

/** Hash and number are one number of 52 bits: a typed array of numbers sorts many times faster than by a comparison function. */
function sortNumbers(high: Uint32Array, order: Uint32Array): void {
  const places = 2 ** 20;
  const keys = new Float64Array(high.length);
  for (let number = 0; number < keys.length; number++) keys[number] = (high[number] ?? 0) * places + number;
  keys.sort();
  for (let place = 0; place < keys.length; place++) {
    const key = keys[place] ?? 0;
    order[place] = key - Math.floor(key / places) * places;
  }
}
