import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorCode } from '#relay/error-code.ts';
import { sqliteCode } from '#relay/store/database.ts';

/* The running relay does this in the storage thread alone: a disk that hangs holds it. All throws what Node throws. */

/** Node's own `recursive` never ends where a parent exists but takes no folders, as in `/proc`. */
export function makeFolder(path: string, canClimb = true): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || !canClimb || dirname(path) === path) throw error;
    makeFolder(dirname(path));
    makeFolder(path, false);
  }
}

export function probeFolder(path: string): void {
  makeFolder(path);
  const file = join(path, `${randomUUID()}.tmp`);
  writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  rmSync(file);
}

export function orMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

export const readText = (path: string): string | undefined => orMissing(() => readFileSync(path, 'utf8'));

export function removeText(path: string, text: string): void {
  if (readText(path) === text) rmSync(path, { force: true });
}

/** Readers see the old or the new content, even after a loss of power: a synced file is renamed, its folder synced. */
export function writeText(path: string, text: string): void {
  const temporary = `${path}.tmp`;
  makeFolder(dirname(path));
  // What a relay left that was killed while it wrote.
  rmSync(temporary, { force: true });
  try {
    writeFileSync(temporary, text, { flag: 'wx', mode: 0o600, flush: true });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/** A rename is durable once its folder is synced. Windows cannot open folders and does not need this. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** The lock ends with the process. Two relays on one database would lose lists to each other. */
export function lockFile(path: string): { readonly release: () => void } | { readonly owner: number } {
  // A thread of this process that has just ended gives its lock back a moment later.
  const database = new DatabaseSync(path, { timeout: 500 });
  try {
    database.exec('BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS owner (pid INTEGER); DELETE FROM owner');
    database.prepare('INSERT INTO owner VALUES (?)').run(process.pid);
    database.exec('COMMIT; BEGIN IMMEDIATE');
    return { release: () => database.close() };
  } catch (error) {
    // 5: another connection has the lock.
    if (sqliteCode(error) !== 5) {
      database.close();
      throw error;
    }
    const pid = database.prepare('SELECT pid FROM owner').get()?.['pid'];
    database.close();
    return { owner: typeof pid === 'number' ? pid : 0 };
  }
}
