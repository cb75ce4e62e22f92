import { observedOffers, quotesOf } from '#relay/history/observed-prices.ts';
import { readText, removeText, writeText } from '#relay/store/disk-files.ts';
import type { StorageWork } from '#relay/store/storage-file.ts';
import { StorageError, type StorageThread } from '#relay/store/storage-thread.ts';

type Works = { readonly [K in keyof StorageWork]?: (...args: Parameters<StorageWork[K]>) => unknown };

/** Does work in the test's own thread. */
export const askOf = (works: Works): StorageThread['ask'] =>
  (async (kind: keyof StorageWork, ...args: never[]) => {
    const work = works[kind] as ((...args: never[]) => unknown) | undefined;
    if (!work) throw new Error(`${kind} is not asked here`);
    return work(...args);
  }) as StorageThread['ask'];

/** A database of documents alone, in memory, and files on the disk. `isFull` refuses every write, as a full disk does. */
export function createMemoryStorage(documents = new Map<string, string>()) {
  const ifThereIsRoom =
    <A extends unknown[]>(work: (...args: A) => unknown) =>
    (...args: A): unknown => {
      if (storage.isFull) throw new StorageError('database or disk is full');
      return work(...args);
    };
  const storage = {
    documents,
    isFull: false,
    ask: askOf({
      quotesOf,
      observedOffers,
      readText,
      removeText,
      writeText: ifThereIsRoom(writeText),
      loadDocument: (name) => documents.get(name),
      saveDocument: ifThereIsRoom((name: string, text: string) => documents.set(name, text)),
    }),
  };
  return storage;
}
