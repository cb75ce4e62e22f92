import { offersOf, quotesOf } from '#relay/history/observed-prices.ts';
import { readText, removeText, writeText } from '#relay/store/disk-files.ts';
import { StorageError, type StorageThread } from '#relay/store/storage-thread.ts';
import type { StorageRequest } from '#relay/store/storage-work.ts';

/** A database of documents alone, in memory, and files on the disk. `isFull` refuses every write, as a full disk does. */
export function createMemoryStorage(documents = new Map<string, string>()) {
  const storage = {
    documents,
    isFull: false,
    ask: ((kind: string, request: object) => work({ id: 0, kind, request } as StorageRequest)) as StorageThread['ask'],
  };
  const work = async (asked: StorageRequest): Promise<unknown> => {
    if (asked.kind === 'quotes') return quotesOf(asked.request.prices, asked.request.names);
    if (asked.kind === 'offers') return offersOf(asked.request.prices, asked.request.market, asked.request.names);
    if (asked.kind === 'loadDocument') return documents.get(asked.request.name) ?? null;
    if (asked.kind === 'readText') return readText(asked.request.path) ?? null;
    if (asked.kind === 'removeText') return removeText(asked.request.path, asked.request.text);
    if (storage.isFull) throw new StorageError('database or disk is full');
    if (asked.kind === 'writeText') return writeText(asked.request.path, asked.request.text);
    if (asked.kind !== 'saveDocument') throw new Error(`${asked.kind} is not asked here`);
    documents.set(asked.request.name, asked.request.text);
    return null;
  };
  return storage;
}
