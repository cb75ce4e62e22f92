import { isArrayOf, isString } from '#core/asks/guards.ts';
import type { KeyValueStore } from '#data/storage/column-store.ts';
import { type ColumnsOf, type ColumnTypes, openColumns, packColumns, seal } from '#data/storage/columns.ts';

/** Columns that a store holds in records of so many numbers: one item costs one small read. */
interface RecordSet<T extends ColumnTypes> {
  readonly key: string;
  readonly catalogue: string;
  readonly types: T;
}

export const recordRows = 512;

export const recordOf = (number: number): number => Math.floor(number / recordRows);
export const recordsOf = (rows: number): number[] => [...Array(Math.ceil(rows / recordRows)).keys()];

const keyOf = ({ key }: RecordSet<ColumnTypes>, record: number): string => `${key}/${record}`;
const identityOf = (set: RecordSet<ColumnTypes>, record: number): string =>
  `${set.catalogue} ${keyOf(set, record)} ${Object.keys(set.types)}`;

const sealedEntry = (set: RecordSet<ColumnTypes>, record: number, buffer: ArrayBuffer) =>
  [keyOf(set, record), seal(buffer, identityOf(set, record))] as const;

export function columnEntries<T extends ColumnTypes>(set: RecordSet<T>, columns: ColumnsOf<T>, rows: number) {
  const entries = recordsOf(rows).map((record) => {
    const from = record * recordRows;
    const part = packColumns<ColumnTypes>(set.types, Math.min(recordRows, rows - from));
    for (const [name, column] of Object.entries(part.columns))
      column.set(columns[name as keyof T].subarray(from, from + part.rows));
    return sealedEntry(set, record, part.buffer);
  });
  return Object.fromEntries(entries);
}

/** Some records of each set; `undefined` for damaged and missing ones. Rejects when the storage is broken. */
export async function readRecords<T extends ColumnTypes>(
  store: KeyValueStore,
  sets: readonly RecordSet<T>[],
  records: readonly number[],
): Promise<(ColumnsOf<T> | undefined)[][]> {
  const stored = await store.read(sets.flatMap((set) => records.map((record) => keyOf(set, record))));
  return sets.map((set, nth) =>
    records.map((record, at) => {
      const bytes = stored[nth * records.length + at];
      return bytes instanceof ArrayBuffer ? openColumns(set.types, bytes, identityOf(set, record))?.columns : undefined;
    }),
  );
}

/** All columns of a set; `undefined` when any record is damaged or missing. Rejects when the storage is broken. */
export async function readColumns<T extends ColumnTypes>(store: KeyValueStore, set: RecordSet<T>, rows: number) {
  const { columns: all } = packColumns(set.types, rows);
  const [records = []] = await readRecords(store, [set], recordsOf(rows));
  for (const [record, columns] of records.entries())
    for (const name in set.types) {
      const column = columns?.[name];
      if (column?.length !== Math.min(recordRows, rows - record * recordRows)) return undefined;
      all[name].set(column, record * recordRows);
    }
  return all;
}

/** A text for each number: a record holds them as JSON. */
export const textTypes = { text: 'u8' } as const;
type TextSet = RecordSet<typeof textTypes>;

/** @param first the number of the first text, that of a record */
export function textEntries(set: TextSet, texts: readonly string[], first = 0): Record<string, ArrayBuffer> {
  const entries = recordsOf(texts.length).map((at) => {
    const bytes = new TextEncoder().encode(JSON.stringify(texts.slice(at * recordRows, (at + 1) * recordRows)));
    const { buffer, columns } = packColumns(set.types, bytes.length);
    columns.text.set(bytes);
    return sealedEntry(set, recordOf(first) + at, buffer);
  });
  return Object.fromEntries(entries);
}

const isLines = isArrayOf(isString, recordRows);

export async function readTexts(store: KeyValueStore, sets: readonly TextSet[], records: readonly number[]) {
  const found = await readRecords(store, sets, records);
  return found.map((ofSet) =>
    ofSet.map((columns) => {
      const texts: unknown = columns && JSON.parse(new TextDecoder().decode(columns.text));
      return isLines(texts) ? texts : undefined;
    }),
  );
}
