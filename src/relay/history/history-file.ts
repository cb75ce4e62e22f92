import { rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type History, type HistorySummary, openHistory } from '#relay/history/history.ts';
import { openSqlite, type SqliteDatabase } from '#relay/history/sqlite.ts';
import { makeFolder } from '#relay/storage/make-folder.ts';

/** Why recording rests, or what happened to an older history. */
export type HistoryProblem =
  /** The file was broken or foreign. It was set aside under this name, and a new history was begun. */
  | { readonly kind: 'set-aside'; readonly name: string }
  /** The file cannot be written: no room, no permission, no folder. Recording goes on when it can. */
  | { readonly kind: 'unwritable'; readonly reason: 'no-room' | 'no-permission' | 'other'; readonly code: string };

export interface HistoryStatus extends Partial<HistorySummary> {
  readonly problem: HistoryProblem | undefined;
  /** Size of the file with its write-ahead log; 0 without a file. */
  readonly bytes: number;
}

/** The history in a file, which may break at any time. */
export interface HistoryFile extends Omit<History, 'summary'> {
  readonly status: () => Promise<HistoryStatus>;
  readonly close: () => Promise<void>;
}

/** Items of a block in a file (src/relay/history/block.ts). */
const blockItems = 32;

/** SQLite's primary result codes of a broken or foreign file. */
const brokenCodes: ReadonlySet<number> = new Set([11, 24, 26]);

/** SQLite's primary result codes: the disk is full; no permission, read-only, or no such folder. */
const fullCode = 13;
const forbiddenCodes: ReadonlySet<number> = new Set([3, 8, 14, 23]);

function reasonOf(code: number): 'no-room' | 'no-permission' | 'other' {
  if (code === fullCode) return 'no-room';
  return forbiddenCodes.has(code) ? 'no-permission' : 'other';
}

/** V8's error when the system gives no memory for a typed array. */
const isLackOfMemory = (error: RangeError): boolean => error.message.includes('allocation failed');

/** Errors of our own decoders mean that the file's content is broken. */
const isBroken = (error: unknown): boolean =>
  (error instanceof RangeError && !isLackOfMemory(error)) ||
  (error instanceof TypeError && !('code' in error)) ||
  brokenCodes.has(sqliteCode(error));

const sqliteCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode % 256 : 0;

interface OpenFile {
  readonly database: SqliteDatabase;
  readonly history: History;
}

/**
 * Opens a file when it is first used, and again after a failure. A broken file is renamed, never deleted. Methods reject
 * while the file cannot be used.
 */
export function createHistoryFile(path: string, now: () => number, maxBytes?: number): HistoryFile {
  let open: Promise<OpenFile> | undefined;
  let problem: HistoryProblem | undefined;

  const setAside = async (): Promise<void> => {
    await close();
    const name = `${path}.broken-${new Date(now()).toISOString().replaceAll(':', '-')}`;
    await rename(path, name);
    for (const suffix of ['-wal', '-shm']) await rm(`${path}${suffix}`, { force: true });
    problem = { kind: 'set-aside', name };
  };

  const close = async (): Promise<void> => {
    const last = await open?.catch(() => undefined);
    open = undefined;
    last?.database.close();
  };

  const use = async <T>(work: (history: History) => Promise<T>): Promise<T> => {
    try {
      open ??= openFile(path, maxBytes);
      const { history } = await open;
      return await work(history);
    } catch (error) {
      if (isBroken(error)) await setAside();
      else if (sqliteCode(error) > 0) {
        const code = error instanceof Error ? error.message : String(error);
        problem = { kind: 'unwritable', reason: reasonOf(sqliteCode(error)), code };
        await close();
      }
      throw error;
    }
  };

  /** A file that can be read may still be one that cannot be written. */
  const write = async <T>(work: (history: History) => Promise<T>): Promise<T> => {
    const result = await use(work);
    if (problem?.kind === 'unwritable') problem = undefined;
    return result;
  };

  return {
    record: (markets, slot) => write((history) => history.record(markets, slot)),
    rollUp: (slot) => write((history) => history.rollUp(slot)),
    read: (query, slot) => use((history) => history.read(query, slot)),
    body: (query, slot) => use((history) => history.body(query, slot)),
    changes: (slot) => use((history) => history.changes(slot)),
    import: (prices) => write((history) => history.import(prices)),
    async status() {
      const summary = await use((history) => history.summary()).catch(() => undefined);
      return { ...summary, problem, bytes: (await sizeOf(path)) + (await sizeOf(`${path}-wal`)) };
    },
    close,
  };
}

async function openFile(path: string, maxBytes: number | undefined): Promise<OpenFile> {
  // A new computer has no folder yet. Where it cannot be made, SQLite says why the file cannot be opened.
  await makeFolder(dirname(path)).catch(() => undefined);
  const database = openSqlite(path, maxBytes);
  try {
    return { database, history: await openHistory(database, blockItems, giveWay) };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Bytes of a file; 0 for one that is not there. */
const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

const giveWay = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
