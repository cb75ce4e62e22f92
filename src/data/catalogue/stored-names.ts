import { type Guarded, isFiniteNumber, isObjectOf, isString } from '#core/asks/guards.ts';
import type { PriceTable } from '#data/catalogue/price-table.ts';
import type { KeyValueStore } from '#data/storage/column-store.ts';
import { readTexts, recordOf, recordRows, recordsOf, textEntries, textTypes } from '#data/storage/records.ts';

/** What is stored of a catalogue's names. The names themselves are texts by number. */
const isAboutNames = isObjectOf({ catalogue: isString, count: isFiniteNumber });

export const namesKey = 'names';
const setOf = (catalogue: string) => ({ key: namesKey, catalogue, types: textTypes });

async function readSome(store: KeyValueStore, catalogue: string, records: readonly number[]) {
  const [texts = []] = await readTexts(store, [setOf(catalogue)], records);
  return texts;
}

type Catalogue = Pick<PriceTable, 'catalogue' | 'rows'>;

/** How many names of a catalogue the store has, as far as it knows. Rejects when the storage is broken. */
async function countNames(store: KeyValueStore, catalogue: string): Promise<number> {
  const [about] = await store.read([namesKey]);
  return isAboutNames(about) && about.catalogue === catalogue ? about.count : 0;
}

export const hasNames = async (store: KeyValueStore, { catalogue, rows }: Catalogue): Promise<boolean> =>
  (await countNames(store, catalogue)) >= rows;

/**
 * Stores names of the numbers from `first` on. Those before stay; names of these numbers that were stored by a worker that
 * ended before it stored their table are replaced. Rejects when the storage refuses, and when it lacks the names before.
 */
export async function appendNames(store: KeyValueStore, catalogue: string, first: number, names: readonly string[]) {
  const start = recordOf(first) * recordRows;
  const before = first > start ? (await readSome(store, catalogue, [recordOf(first)]))[0] : [];
  if (!before || !(await hasNames(store, { catalogue, rows: first })) || before.length < first - start)
    throw new Error('the names before are missing');
  const texts = [...before.slice(0, first - start), ...names];
  const about: Guarded<typeof isAboutNames> = { catalogue, count: first + names.length };
  // One write, so that the count is always true.
  await store.write({ ...textEntries(setOf(catalogue), texts, start), [namesKey]: about });
}

/** All names by number, but for the last where there was no room; `undefined` without any, and when one is damaged. */
export async function readNames(store: KeyValueStore, table: Catalogue): Promise<readonly string[] | undefined> {
  const count = Math.min(await countNames(store, table.catalogue), table.rows);
  if (count === 0) return undefined;
  const records = await readSome(store, table.catalogue, recordsOf(count));
  const names = records.flatMap((texts) => texts ?? []).slice(0, count);
  return records.includes(undefined) || names.length < count ? forgetNames(store) : names;
}

/** The names of some numbers, in order; `undefined` when any is missing or damaged. */
export async function readSomeNames(store: KeyValueStore, { catalogue }: Catalogue, numbers: readonly number[]) {
  const records = [...new Set(numbers.map(recordOf))];
  const texts = await readSome(store, catalogue, records);
  const names = numbers.flatMap((number) => texts[records.indexOf(recordOf(number))]?.[number % recordRows] ?? []);
  return names.length === numbers.length ? names : forgetNames(store);
}

/** The next check of the table finds no names, and begins a new catalogue. */
async function forgetNames(store: KeyValueStore): Promise<undefined> {
  await store.write({ [namesKey]: null });
  return undefined;
}
