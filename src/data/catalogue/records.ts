import { isArrayOf, isString } from '#core/asks/guards.ts';
import { type ColumnsOf, type ColumnTypes, openColumns, packColumns, seal } from '#data/catalogue/columns.ts';
import type { KeyValueStore } from '#data/storage/stored-state.ts';

/**
 * Values by number of name that a store holds in records: one item costs one small read. A record says by its checksum
 * of which set, catalogue and numbers it is; any other counts as damaged.
 */
export interface RecordSet {
  /** What the values are and how they are laid out. */
  readonly key: string;
  readonly catalogue: string;
}

/** Numbers of a record. */
export const recordRows = 512;

export const recordOf = (number: number): number => Math.floor(number / recordRows);
export const recordsOf = (rows: number): number[] => [...Array(Math.ceil(rows / recordRows)).keys()];

const keyOf = ({ key }: RecordSet, record: number): string => `${key}/${record}`;
const identityOf = ({ key, catalogue }: RecordSet, record: number, types: ColumnTypes): string =>
  `${catalogue} ${key}/${record} ${Object.keys(types)}`;

export function columnEntries<T extends ColumnTypes>(
  set: RecordSet,
  types: T,
  columns: ColumnsOf<T>,
  rows: number,
): Record<string, ArrayBuffer> {
  const entries = recordsOf(rows).map((record) => {
    const from = record * recordRows;
    const part = packColumns<ColumnTypes>(types, Math.min(recordRows, rows - from));
    for (const [name, column] of Object.entries(part.columns))
      column.set(columns[name as keyof T].subarray(from, from + part.rows));
    return [keyOf(set, record), seal(part.buffer, identityOf(set, record, types))];
  });
  return Object.fromEntries(entries);
}

interface AskedRecord extends RecordSet {
  readonly record: number;
}

export const askedOf = (set: RecordSet, records: readonly number[]): readonly AskedRecord[] =>
  records.map((record) => ({ ...set, record }));

/** The columns of each record; `undefined` for damaged and missing ones. Rejects when the storage is broken. */
export async function readRecords<T extends ColumnTypes>(
  store: KeyValueStore,
  types: T,
  asked: readonly AskedRecord[],
): Promise<(ColumnsOf<T> | undefined)[]> {
  const stored = await store.read(asked.map((one) => keyOf(one, one.record)));
  return asked.map((one, at) => {
    const bytes = stored[at];
    return bytes instanceof ArrayBuffer
      ? openColumns(types, bytes, identityOf(one, one.record, types))?.columns
      : undefined;
  });
}

/** All columns of a set; `undefined` when any record is damaged or missing. Rejects when the storage is broken. */
export async function readColumns<T extends ColumnTypes>(
  store: KeyValueStore,
  set: RecordSet,
  types: T,
  rows: number,
): Promise<ColumnsOf<T> | undefined> {
  const { columns: all } = packColumns(types, rows);
  const records = await readRecords(store, types, askedOf(set, recordsOf(rows)));
  for (const [record, columns] of records.entries())
    for (const name in types) {
      const column = columns?.[name];
      if (column?.length !== Math.min(recordRows, rows - record * recordRows)) return undefined;
      all[name].set(column, record * recordRows);
    }
  return all;
}

const textTypes = { text: 'u8' } as const;
const isLines = isArrayOf(isString, recordRows);

/** The entries of a store that hold a text for each number. @param first the number of the first text, that of a record */
export function textEntries(set: RecordSet, texts: readonly string[], first = 0): Record<string, ArrayBuffer> {
  const entries = recordsOf(texts.length).map((at) => {
    const record = recordOf(first) + at;
    const bytes = new TextEncoder().encode(JSON.stringify(texts.slice(at * recordRows, (at + 1) * recordRows)));
    const { buffer, columns } = packColumns(textTypes, bytes.length);
    columns.text.set(bytes);
    return [keyOf(set, record), seal(buffer, identityOf(set, record, textTypes))];
  });
  return Object.fromEntries(entries);
}

/** The texts of each record; `undefined` for damaged and missing ones. Rejects when the storage is broken. */
export async function readTexts(
  store: KeyValueStore,
  asked: readonly AskedRecord[],
): Promise<(readonly string[] | undefined)[]> {
  const found = await readRecords(store, textTypes, asked);
  return found.map((columns) => {
    const texts: unknown = columns && JSON.parse(new TextDecoder().decode(columns.text));
    return isLines(texts) ? texts : undefined;
  });
}
