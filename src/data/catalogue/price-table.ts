import { looseKey } from '#core/items/names.ts';
import { hasTwin } from '#core/items/twins.ts';
import { byReference, referenceMarkets } from '#core/prices/markets.ts';
import type { TableRow } from '#core/prices/offer.ts';
import { firstPlace } from '#core/rows/first-place.ts';
import { type Columns, type ColumnsOf, openColumns, seal, sealOf } from '#data/storage/columns.ts';

export const partnerColumns = [...referenceMarkets, 'extras'] as const;
/** The bit of `extras` that says that the price API flags the prices as outliers. */
export const inflatedBit = 0x8000;
export const isFlagged = ({ extras }: Pick<TableColumns, 'extras'>, number: number): boolean =>
  ((extras[number] ?? 0) & inflatedBit) !== 0;

/**
 * The catalogue's hashes and the partner prices, by number of name. A name keeps its number as long as the catalogue
 * lives, whether it has a price or not: a respelling that could mean it is ambiguous (src/core/items/names.md, "Twins").
 */
export const tableTypes = {
  /** 48 bits of the hash that all spellings of a name share: `high`, then `low`. */
  high: 'u32',
  low: 'u16',
  /** The hash of the name's own spelling. */
  spelling: 'u32',
  /** All numbers, sorted by `high`. */
  order: 'u32',
  /** The partner prices, USD cents. 0 is none. */
  ...byReference(() => 'u32'),
  /** The liquidity in hundredths, plus 1, and `inflatedBit`. 0 is not known. */
  extras: 'u16',
} as const;

export type TableColumns = ColumnsOf<typeof tableTypes>;

/** The bits of the second hash word that a table stores. */
export const lowBits = 0xffff;

/** Another list of references makes another layout. */
const identityOf = (catalogue: string): string => `${referenceMarkets} ${catalogue}`;

export type PriceTable = Readonly<ReturnType<typeof tableOf>>;

/** Opens a stored table without copying it. @throws Error for a damaged table or one of another version. */
export function openTable(buffer: ArrayBuffer, catalogue: string): PriceTable {
  const packed = openColumns(tableTypes, buffer, identityOf(catalogue));
  if (!packed) throw new Error('the table is damaged');
  return tableOf(packed, catalogue);
}

export function sealTable(packed: Columns<typeof tableTypes>, catalogue: string): PriceTable {
  seal(packed.buffer, identityOf(catalogue));
  return tableOf(packed, catalogue);
}

function tableOf({ buffer, rows, columns }: Columns<typeof tableTypes>, catalogue: string) {
  const hash = new Uint32Array(3);
  const rowAt = (number: number) => readRow(columns, number);
  return {
    /** Identifies the catalogue. Columns by the numbers of another are void. */
    catalogue,
    buffer,
    /** Number of known names. */
    rows,
    columns,
    /**
     * What the table tells of an item by its market hash name; `undefined` when it tells nothing. A name in another spelling
     * (`looseKey`) counts only where one known name comes near it, with or without prices, and no other real name does
     * (`hasTwin`). `assembled`: so does a name in this very spelling, because the text may be a respelling of its twin.
     */
    find: (name: string, assembled = false) => {
      hashName(name, hash);
      const found = findNumber(columns, hash, 0, assembled);
      if (!found || ((assembled || !found.exact) && hasTwin(name))) return undefined;
      const row = rowAt(found.number);
      return row && { ...found, row };
    },
    numberOf: (name: string): number | undefined => {
      hashName(name, hash);
      return exactNumber(columns, hash, 0);
    },
    rowAt,
    /** Differs between tables with different prices or names. */
    fingerprint: sealOf(buffer),
  };
}

export function exactNumber(columns: TableColumns, hashes: Uint32Array, at: number): number | undefined {
  const found = findNumber(columns, hashes, at, false);
  return found?.exact ? found.number : undefined;
}

/** This very spelling unless the name is assembled, else the only one that comes near. None where two share the whole hash. */
function findNumber({ high, low, spelling, order }: TableColumns, hashes: Uint32Array, at: number, assembled: boolean) {
  // Without iterators: a worker that has just started runs this uncompiled.
  const first = hashes[at] ?? 0;
  const second = (hashes[at + 1] ?? 0) & lowBits;
  const third = hashes[at + 2];
  const near: number[] = [];
  const same: number[] = [];
  let place = firstPlace(order.length, (at) => (high[order[at] ?? 0] ?? 0) >= first);
  for (; place < order.length; place++) {
    const number = order[place] ?? 0;
    if (high[number] !== first) break;
    if (low[number] !== second) continue;
    near.push(number);
    if (spelling[number] === third) same.push(number);
  }
  // The catalogue has the name in this spelling.
  const exact = same.length === 1;
  const found = same.length > 0 && !assembled ? same : near;
  const number = found[0];
  return found.length === 1 && number !== undefined ? { number, exact } : undefined;
}

/** On the scale of the price API; `undefined`: not known. */
export function liquidityAt({ extras }: Pick<TableColumns, 'extras'>, number: number): number | undefined {
  const liquidity = (extras[number] ?? 0) & ~inflatedBit;
  return liquidity ? (liquidity - 1) / 100 : undefined;
}

/** An item without a price on any reference may have a liquidity or a flag. */
function readRow(columns: TableColumns, number: number): TableRow | undefined {
  const row: { -readonly [key in keyof TableRow]: TableRow[key] } = { inflated: isFlagged(columns, number) };
  for (let index = 0; index < referenceMarkets.length; index++) {
    const market = referenceMarkets[index];
    const cents = market && columns[market][number];
    if (cents) row[market] = cents;
  }
  const liquidity = liquidityAt(columns, number);
  if (liquidity !== undefined) row.liquidity = liquidity;
  return row.inflated || Object.keys(row).length > 1 ? row : undefined;
}

/** Three words: 64 bits of what all its spellings have in common (`looseKey`), then 32 bits of this one spelling. */
export function hashName(name: string, out: Uint32Array, at = 0): void {
  const key = looseKey(name);
  out[at] = hashText(key, 0x9e3779b1);
  out[at + 1] = hashText(key, 0x5f356495);
  out[at + 2] = hashText(name, 0x2545f491);
}

/** 32 bits of a text, others for each multiplier; its end is the finaliser of MurmurHash3 (public domain). */
function hashText(text: string, multiplier: number): number {
  let hash = multiplier ^ text.length;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), multiplier);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
