import { dirname } from 'node:path';
import type { MarketId } from '#core/prices/markets.ts';
import { autostartState, switchAutostart } from '#relay/admin/autostart-file.ts';
import { type ObservedPrices, offersOf, pricesByName, quotesOf } from '#relay/history/observed-prices.ts';
import type { GroupQuery, HistoryQuery } from '#relay/history/read.ts';
import type { PresentHalfHour } from '#relay/history/record.ts';
import { type Confirmation, confirmAnswer, loadAnswer, type NewAnswer, saveAnswer } from '#relay/store/answers.ts';
import { lockFile, makeFolder, probeFolder, readText, removeText, writeText } from '#relay/store/disk-files.ts';
import { createStorageFile, type StorageOptions } from '#relay/store/storage-file.ts';

/** Small things that are kept as JSON. */
export type DocumentName = 'invite-uses' | 'watch-lists' | `key-${string}`;

/** What the thread of the disk can be asked. */
export type StorageWork = ReturnType<typeof createStorageWork>;

/** All work of the thread of the disk, by the name under which it is asked. Most of it waits for the disk and holds the thread. */
export function createStorageWork(options: StorageOptions) {
  const { read, write, status, close } = createStorageFile(options, Date.now);
  let lock: ReturnType<typeof lockFile> | undefined;
  return {
    /** Takes the database for this process. Returns the number of the process that has it, otherwise. */
    lock(): number | undefined {
      makeFolder(dirname(options.path));
      lock = lockFile(`${options.path}.lock`);
      return 'owner' in lock ? lock.owner : undefined;
    },
    loadAnswer: (id: string) => read(({ database }) => loadAnswer(database, id)),
    saveAnswer: (answer: NewAnswer) => write(({ database }) => saveAnswer(database, answer)),
    confirmAnswer: (confirmation: Confirmation) => write(({ database }) => confirmAnswer(database, confirmation)),
    loadDocument: (name: DocumentName) =>
      read(({ database }) => {
        const [row] = database.all('SELECT text FROM documents WHERE name = ?', name);
        return typeof row?.['text'] === 'string' ? row['text'] : undefined;
      }),
    saveDocument: (name: DocumentName, text: string) =>
      write(({ database }) => database.run('INSERT OR REPLACE INTO documents (name, text) VALUES (?, ?)', name, text)),
    record: (prices: ObservedPrices, markets: readonly MarketId[], present: PresentHalfHour) =>
      write(({ history }) => history.record(pricesByName(prices, markets), present)),
    rollUp: (halfHour: number) => write(({ history }) => history.rollUp(halfHour)),
    readHistory: (query: HistoryQuery, halfHour: number) => read(({ history }) => history.body(query, halfHour)),
    readGroup: (query: GroupQuery, halfHour: number) => read(({ history }) => history.groupBody(query, halfHour)),
    readChanges: (halfHour: number) => read(({ history }) => history.changes(halfHour)),
    quotesOf,
    offersOf,
    status,
    probeFolder,
    readText,
    writeText,
    removeText,
    autostartState,
    switchAutostart,
    close(): void {
      close();
      if (lock && 'release' in lock) lock.release();
    },
  };
}
