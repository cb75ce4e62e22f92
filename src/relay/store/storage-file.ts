import { chmodSync, closeSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { autostartState, switchAutostart } from '#relay/admin/autostart-file.ts';
import { errorCode } from '#relay/error-code.ts';
import { openHistory } from '#relay/history/changes.ts';
import { type ObservedPrices, pricesByName } from '#relay/history/observed-prices.ts';
import type { HistoryQuery } from '#relay/history/read.ts';
import type { PresentHalfHour } from '#relay/history/record.ts';
import { NewerFormatError } from '#relay/history/schema.ts';
import { type AlertChanges, alertTables, loadAlerts, loadViewMemories, saveAlerts } from '#relay/store/alert-rows.ts';
import {
  answerTable,
  type Confirmation,
  confirmAnswer,
  loadAnswer,
  type NewAnswer,
  saveAnswer,
} from '#relay/store/answers.ts';
import { DamagedFileError, openDatabase, sqliteCode } from '#relay/store/database.ts';
import { lockFile, makeFolder, probeFolder, readText, removeText, writeText } from '#relay/store/disk-files.ts';

export interface StorageOptions {
  readonly path: string;
  readonly maxBytes?: number;
}

/** Why nothing is stored, or what happened to an earlier file. */
export type StorageProblem =
  /** The file was damaged or foreign. It was set aside under this name, and a new one was begun. */
  | { readonly kind: 'set-aside'; readonly name: string }
  /** A newer version of the relay has written the file. It is left alone. */
  | { readonly kind: 'newer' }
  | { readonly kind: 'unwritable'; readonly reason: 'no-room' | 'no-permission' | 'other'; readonly code: string };

/** Items of a block in a file (src/relay/history/series.ts). */
const blockItems = 32;

/** SQLite's primary result codes of a damaged or foreign file. */
const damagedCodes: ReadonlySet<number> = new Set([11, 24, 26]);

/** By SQLite's primary result codes: the disk is full; no permission, read-only, or no such folder. */
const reasonOf = (code: number) =>
  code === 13 ? 'no-room' : [3, 8, 14, 23].includes(code) ? 'no-permission' : 'other';

/** Another relay has taken the database meanwhile. */
const lockedError = Object.assign(new Error('the database is locked'), { code: 'locked' });

/** What a log may hold of an error of SQLite, such as "database or disk is full". */
export const sqliteText = (error: unknown): string | undefined =>
  error instanceof Error && 'errstr' in error && typeof error.errstr === 'string' ? error.errstr : undefined;

/** A file may break at any time: it is opened at first use and after a failure. A damaged one is renamed. */
export function createStorageFile(options: StorageOptions, now: () => number, claim = () => true) {
  const { path } = options;
  let open: OpenStorage | undefined;
  let problem: StorageProblem | undefined;
  const close = (): void => {
    const last = open;
    open = undefined;
    last?.database.close();
  };
  const setAside = (): void => {
    close();
    const name = `${path}.broken-${new Date(now()).toISOString().replaceAll(':', '-')}`;
    try {
      renameSync(path, name);
      for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
      problem = { kind: 'set-aside', name };
    } catch (error) {
      problem = { kind: 'unwritable', reason: 'other', code: errorCode(error) };
    }
  };
  const noteFailure = (error: unknown): void => {
    const code = sqliteCode(error);
    if (error instanceof DamagedFileError || damagedCodes.has(code)) setAside();
    else if (error instanceof NewerFormatError) problem = { kind: 'newer' };
    else if (error === lockedError) problem = { kind: 'unwritable', reason: 'other', code: lockedError.code };
    else if (code > 0) {
      problem = { kind: 'unwritable', reason: reasonOf(code), code: sqliteText(error) ?? '' };
      close();
    }
  };
  const read = async <T>(work: (open: OpenStorage) => T | Promise<T>): Promise<T> => {
    try {
      // Somebody may have deleted the file, or put another in its place: what is written to the old one is lost.
      if (open && open.inode !== statOf(path)?.ino) close();
      if (!open && !claim()) throw lockedError;
      open ??= openFile(options);
      return await work(open);
    } catch (error) {
      noteFailure(error);
      throw error;
    }
  };
  return {
    read,
    /** As `read`; a success proves that the file can be written. */
    async write<T>(work: (open: OpenStorage) => T | Promise<T>): Promise<T> {
      const result = await read(work);
      if (problem?.kind !== 'set-aside') problem = undefined;
      return result;
    },
    async status(halfHour: number) {
      const summary = await read(({ history }) => history.summary(halfHour)).catch(() => undefined);
      const bytes = (statOf(path)?.size ?? 0) + (statOf(`${path}-wal`)?.size ?? 0);
      return { ...summary, problem, bytes };
    },
    close,
  };
}

const documentTable = 'CREATE TABLE IF NOT EXISTS documents (name TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID';

type OpenStorage = ReturnType<typeof openFile>;

function openFile({ path, maxBytes }: StorageOptions) {
  try {
    // A new computer has no folder yet. Watch lists are nobody else's business, and SQLite's log gets the rights of the file.
    makeFolder(dirname(path));
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
  } catch {
    // SQLite says why the file cannot be opened.
  }
  const database = openDatabase(path, maxBytes);
  try {
    const history = openHistory(database, blockItems);
    // The last of them: a disk that has all may be read-only.
    const hasTables = database.all("SELECT name FROM sqlite_schema WHERE name = 'view_memories'").length > 0;
    const tables = [answerTable, documentTable, ...alertTables];
    if (!hasTables) for (const sql of tables) database.run(sql);
    return { database, history, inode: statOf(path)?.ino };
  } catch (error) {
    database.close();
    throw error;
  }
}

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false });

export type DocumentName = 'invite-uses' | `key-${string}`;

export type StorageWork = ReturnType<typeof createStorageWork>;

/** All work of the thread of the disk, by the name under which it is asked. Most of it waits for the disk and holds the thread. */
export function createStorageWork(options: StorageOptions) {
  let release: (() => void) | undefined;
  /** Takes the database for this process. Returns the number of the process that has it, otherwise. */
  const lock = (): number | undefined => {
    if (release) return undefined;
    makeFolder(dirname(options.path));
    const taken = lockFile(`${options.path}.lock`);
    // Whoever may read it could hold it, so that no relay starts.
    if ('release' in taken) chmodSync(`${options.path}.lock`, 0o600);
    if ('owner' in taken) return taken.owner;
    release = taken.release;
    return undefined;
  };
  // The lock ends with its thread, and the next one takes it. A disk that is read-only keeps none.
  const claim = (): boolean => {
    try {
      return lock() === undefined;
    } catch {
      return true;
    }
  };
  const { read, write, status, close } = createStorageFile(options, Date.now, claim);
  return {
    lock,
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
    record: (prices: ObservedPrices, series: readonly string[], present: PresentHalfHour) =>
      write(({ history }) => history.record(pricesByName(prices, series), present)),
    rollUp: (halfHour: number, isSteady: boolean) => write(({ history }) => history.rollUp(halfHour, isSteady)),
    readHistory: (query: HistoryQuery, halfHour: number) => read(({ history }) => history.body(query, halfHour)),
    readChanges: (halfHour: number) => read(({ history }) => history.changes(halfHour)),
    loadAlerts: (after: string) => read(({ database }) => loadAlerts(database, after)),
    saveAlerts: (changes: AlertChanges) => write(({ database }) => saveAlerts(database, changes)),
    loadViewMemories: (clients: readonly string[]) => read(({ database }) => loadViewMemories(database, clients)),
    status,
    probeFolder,
    readText,
    writeText,
    removeText,
    autostartState,
    switchAutostart,
    close(): void {
      close();
      release?.();
    },
  };
}
