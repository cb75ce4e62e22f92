import { referenceMarkets } from '#core/markets.ts';
import {
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
import { hashAll, sortedIndexes } from '#prices/table/write-table.ts';

/** Changes by name: values as in the packed columns, for each span one a reference market. */
export interface ChangeRows {
  readonly names: readonly string[];
  /** `rowValues` a name. */
  readonly values: Int16Array;
}

/** Values of a row. */
export const rowValues = changeSpans.length * referenceMarkets.length;

const hashWords = 3;

/** Packs rows into the format of `loadChanges`. Names of the same hash are all left unknown. */
export function packChanges({ names, values }: ChangeRows): ArrayBuffer {
  const hashes = hashAll(names);
  const order = sortedIndexes(hashes);
  const count = order.length;
  const buffer = new ArrayBuffer(changesByteLength(count));
  const columns = new Uint32Array(buffer, changesHeaderBytes, count * hashWords);
  for (let row = 0; row < count; row++) {
    const from = (order[row] ?? 0) * hashWords;
    for (let word = 0; word < hashWords; word++) columns[word * count + row] = hashes[from + word] ?? 0;
  }
  const twins = twinRows(columns, count);
  for (const index of changeSpans.keys()) {
    const span = new Int16Array(buffer, spanStart(count, index), count * referenceMarkets.length);
    for (let row = 0; row < count; row++) writeRow(span, { row, count, values, from: valuesAt(order, row, index) });
    for (const row of twins) for (const market of referenceMarkets.keys()) span[market * count + row] = noChange;
  }
  writeHeader(buffer, count);
  return buffer;
}

const valuesAt = (order: Uint32Array, row: number, span: number): number =>
  (order[row] ?? 0) * rowValues + span * referenceMarkets.length;

interface RowCopy {
  readonly row: number;
  readonly count: number;
  readonly values: Int16Array;
  readonly from: number;
}

function writeRow(span: Int16Array, { row, count, values, from }: RowCopy): void {
  for (let market = 0; market < referenceMarkets.length; market++)
    span[market * count + row] = values[from + market] ?? noChange;
}

/** Rows with the same hash as another row. */
function twinRows(columns: Uint32Array, count: number): readonly number[] {
  const twins = new Set<number>();
  const isTwin = (row: number, other: number) => {
    for (let word = 1; word < hashWords; word++)
      if (columns[word * count + row] !== columns[word * count + other]) return false;
    return true;
  };
  for (let row = 0; row < count; row++)
    for (let other = row - 1; other >= 0 && columns[other] === columns[row]; other--)
      if (isTwin(row, other)) twins.add(row).add(other);
  return [...twins];
}

function writeHeader(buffer: ArrayBuffer, count: number): void {
  const header = new Uint32Array(buffer, 0, changesHeaderBytes / 4);
  header[changesWord.magic] = changesMagic;
  header[changesWord.format] = changesFormat;
  header[changesWord.count] = count;
  header[changesWord.names] = sectionChecksum(new Uint32Array(buffer, changesHeaderBytes, namesBytes(count) / 4));
  for (const index of changeSpans.keys())
    header[changesWord.spans + index] = sectionChecksum(
      new Uint32Array(buffer, spanStart(count, index), spanBytes(count) / 4),
    );
}
