import { referenceMarkets } from '#core/markets.ts';
import type { WeekChanges } from '#core/quote.ts';
import {
  type ChangeSpan,
  changeSpans,
  changesByteLength,
  changesFormat,
  changesHeaderBytes,
  changesMagic,
  changesWord,
  namesBytes,
  noChange,
  sectionChecksum,
  spanBytes,
  spanStart,
} from '#prices/history/change-layout.ts';
import { maxTableRows } from '#prices/table/layout.ts';
import { hashName } from '#prices/table/name-hash.ts';

/** The changes of one span. */
export interface ChangeTable {
  /** The changes of an item by its exact name; `undefined` when none is known. */
  readonly find: (name: string) => WeekChanges | undefined;
}

/**
 * Loads the packed changes of one span without parsing them.
 * @throws Error for another format, a truncated file or damaged sections
 */
export async function loadChanges(bytes: Blob, span: ChangeSpan): Promise<ChangeTable> {
  const header = await wordsOf(bytes, 0, changesHeaderBytes);
  const count = header[changesWord.count] ?? 0;
  if (header[changesWord.magic] !== changesMagic || header[changesWord.format] !== changesFormat)
    throw new Error('the changes have another format');
  if (count > maxTableRows || bytes.size !== changesByteLength(count)) throw new Error('the changes are truncated');
  const index = changeSpans.indexOf(span);
  const names = await wordsOf(bytes, changesHeaderBytes, namesBytes(count));
  const values = await wordsOf(bytes, spanStart(count, index), spanBytes(count));
  if (
    sectionChecksum(names) !== header[changesWord.names] ||
    sectionChecksum(values) !== header[changesWord.spans + index]
  )
    throw new Error('the changes are damaged');
  const columns = new Int16Array(values.buffer);
  const hash = new Uint32Array(3);
  return {
    find: (name) => {
      hashName(name, hash);
      const row = findRow(names, count, hash);
      return row === undefined ? undefined : readRow(columns, count, row);
    },
  };
}

async function wordsOf(bytes: Blob, from: number, length: number): Promise<Uint32Array<ArrayBuffer>> {
  const buffer = await bytes.slice(from, from + length).arrayBuffer();
  if (buffer.byteLength !== length) throw new Error('the changes are truncated');
  return new Uint32Array(buffer);
}

function findRow(names: Uint32Array, count: number, [first, second, third]: Uint32Array): number | undefined {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((names[middle] ?? 0) < (first ?? 0)) from = middle + 1;
    else to = middle;
  }
  for (let row = from; row < count && names[row] === first; row++)
    if (names[count + row] === second && names[2 * count + row] === third) return row;
  return undefined;
}

function readRow(columns: Int16Array, count: number, row: number): WeekChanges | undefined {
  const found: { -readonly [market in keyof WeekChanges]: WeekChanges[market] } = {};
  for (const [index, market] of referenceMarkets.entries()) {
    const value = columns[index * count + row] ?? noChange;
    if (value === noChange) continue;
    found[market] = { percent: (value >> 1) / 10, ...((value & 1) === 1 && { thin: true as const }) };
  }
  return Object.keys(found).length > 0 ? found : undefined;
}
