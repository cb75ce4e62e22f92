import { alertTables, loadAlerts, loadViewMemories, saveAlerts } from '#relay/store/alert-rows.ts';
import { openDatabase, type SqlDatabase } from '#relay/store/database.ts';
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

const tables = ['documents', 'watch_lists', 'view_memories'];

function openMemory(given?: SqlDatabase): SqlDatabase {
  const database = openDatabase(':memory:');
  const create = ['CREATE TABLE documents (name TEXT PRIMARY KEY, text TEXT NOT NULL)', ...alertTables];
  for (const sql of create) database.run(sql);
  for (const table of given ? tables : [])
    for (const row of given?.all(`SELECT * FROM ${table}`) ?? []) {
      const values = Object.values(row).map(String);
      database.run(`INSERT INTO ${table} VALUES (${values.map(() => '?')})`, ...values);
    }
  return database;
}

/** A database of documents and lists, in memory, and files on the disk. `isFull` refuses every write, as a full disk does. */
export function createMemoryStorage(given?: SqlDatabase) {
  const database = openMemory(given);
  const ifThereIsRoom =
    <A extends unknown[]>(work: (...args: A) => unknown) =>
    (...args: A): unknown => {
      if (storage.isFull) throw new StorageError('database or disk is full');
      return work(...args);
    };
  const storage = {
    database,
    isFull: false,
    ask: askOf({
      readText,
      removeText,
      writeText: ifThereIsRoom(writeText),
      loadDocument: (name) => database.all('SELECT text FROM documents WHERE name = ?', name)[0]?.['text'],
      saveDocument: ifThereIsRoom((name: string, text: string) =>
        database.run('INSERT OR REPLACE INTO documents VALUES (?, ?)', name, text),
      ),
      loadAlerts: (after) => loadAlerts(database, after),
      saveAlerts: ifThereIsRoom((changes: Parameters<typeof saveAlerts>[1]) => saveAlerts(database, changes)),
      loadViewMemories: (clients) => loadViewMemories(database, clients),
    }),
  };
  return storage;
}
