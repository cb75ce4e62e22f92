import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from '#relay/error-code.ts';

/*
 * Work on files that holds its thread while the disk hangs: the running relay does it in the storage thread alone. All of it
 * throws what Node throws.
 */

/**
 * Makes a folder that only the user can open, with its parents. Node's own `recursive` never ends where a parent exists but
 * takes no folders, as in `/proc`.
 */
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

/** Makes a folder, and proves that files can be written there. */
export function probeFolder(path: string): void {
  makeFolder(path);
  const file = join(path, `${randomUUID()}.tmp`);
  writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  rmSync(file);
}

/** What a file or link says; `undefined` where there is none. */
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

/** Removes a file that still says `text`. */
export function removeText(path: string, text: string): void {
  if (readText(path) === text) rmSync(path, { force: true });
}

/**
 * Writes a file of the user's alone, in a new folder if need be, so that readers see the old or the new content, even after a
 * loss of power: a temporary file is synced and renamed, then the folder is synced.
 */
export function writeText(path: string, text: string): void {
  const temporary = `${path}.${randomUUID()}.tmp`;
  makeFolder(dirname(path));
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
