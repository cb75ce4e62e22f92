import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from '#relay/error-code.ts';

/**
 * Makes a folder that only the user can open, with its parents. Node's own `recursive` never ends where a parent exists but
 * takes no folders, as in `/proc`.
 */
export function makeFolderSync(path: string, canClimb = true): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || !canClimb || dirname(path) === path) throw error;
    makeFolderSync(dirname(path));
    makeFolderSync(path, false);
  }
}

/** Makes a folder, and proves that files can be written there. */
export function probeFolder(path: string): void {
  makeFolderSync(path);
  const file = join(path, `${randomUUID()}.tmp`);
  writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  rmSync(file);
}
