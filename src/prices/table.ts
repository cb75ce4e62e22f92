import { referenceMarkets } from '#core/markets.ts';
import { normaliseName } from '#core/names.ts';
import type { Quote } from '#core/quote.ts';
import { checksum, hashName } from '#prices/hash.ts';
import {
  byteLength,
  type Columns,
  columns,
  formatVersion,
  headerBytes,
  inflatedFlag,
  magic,
  maxRows,
  noCents,
  noLiquidity,
  word,
} from '#prices/layout.ts';

/** A packed table that was checked and can be asked. */
export interface Table {
  /**
   * The prices of one item by its market hash name; `undefined` when the table has none.
   * A name in other capitals is found only where no second name differs from it in capitals alone.
   */
  readonly find: (name: string) => Quote | undefined;
  /** Differs between tables that differ. */
  readonly fingerprint: string;
}

/**
 * Checks a packed table whole and opens it; nothing is copied.
 * @throws Error for another format, a cut or a damaged table.
 */
export function openTable(buffer: ArrayBuffer): Table {
  const table = check(buffer);
  const hash = new Uint32Array(3);
  return {
    find: (name) => {
      hashName(normaliseName(name), hash);
      const row = findRow(table, hash);
      return row === undefined ? undefined : readRow(table, row);
    },
    fingerprint: (table.header[word.checksum] ?? 0).toString(16).padStart(8, '0'),
  };
}

function check(buffer: ArrayBuffer): Columns {
  if (buffer.byteLength < headerBytes) throw new Error('the table is cut short');
  const header = new Uint32Array(buffer, 0, headerBytes / 4);
  const [count = 0, slots = 0] = [header[word.count], header[word.slots]];
  if (header[word.magic] !== magic || header[word.format] !== formatVersion)
    throw new Error('the table has another format');
  if (count > maxRows || slots <= count || slots > maxRows * 2) throw new Error('the table’s header is damaged');
  if (buffer.byteLength !== byteLength(count, slots)) throw new Error('the table is cut short');
  const table = columns(buffer, count, slots);
  if (checksum(table.body) !== header[word.checksum]) throw new Error('the table is damaged');
  return table;
}

/** The row with this name; without one, the only row whose name differs in capitals alone. */
function findRow(table: Columns, hash: Uint32Array): number | undefined {
  const [high = 0, low = 0, capitals = 0] = hash;
  const { slots } = table;
  let alike: number | undefined;
  let unique = true;
  for (let slot = high % slots.length, tried = 0; tried < slots.length; tried++) {
    const held = (slots[slot] ?? 0) - 1;
    if (held < 0) break;
    if (table.high[held] === high && table.low[held] === low) {
      if (table.capitals[held] === (capitals & 0xffff)) return held;
      unique = alike === undefined;
      alike = held;
    }
    slot = slot + 1 === slots.length ? 0 : slot + 1;
  }
  return unique ? alike : undefined;
}

function readRow(table: Columns, row: number): Quote | undefined {
  const extras = table.extras[row] ?? noLiquidity;
  const quote: { -readonly [key in keyof Quote]: Quote[key] } = { inflated: (extras & inflatedFlag) !== 0 };
  let priced = false;
  for (const [index, market] of referenceMarkets.entries()) {
    const cents = table.cents[index]?.[row] ?? noCents;
    if (cents === noCents) continue;
    quote[market] = cents;
    priced = true;
  }
  const liquidity = extras & noLiquidity;
  if (liquidity !== noLiquidity) quote.liquidity = liquidity / 100;
  return priced ? quote : undefined;
}
