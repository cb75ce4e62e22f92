import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withTimeout } from '#core/timeout.ts';
import { StartError } from '#protocol/environment.ts';
import { errorCode } from '#relay/error-code.ts';

/** Makes a folder that only the user can open, with its parents. Node's own `recursive` never settles where a parent exists but takes no folders, as in `/proc`. */
export async function makeFolder(path: string, canClimb = true): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || !canClimb || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await makeFolder(path, false);
  }
}

/** A folder that cannot be: a typing error, or another user's. A disk that is full, read-only or hangs is no such error. */
const badFolder: readonly (string | undefined)[] = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ENAMETOOLONG', 'EINVAL'];
/** Longest time that a start waits for the disk, ms. */
const diskMs = 3000;

/**
 * Makes the folder that `RELAY_CACHE_DIR` names, and proves that files can be written there.
 * @throws StartError where no folder can be there
 */
export async function checkFolder(path: string | undefined): Promise<void> {
  if (path === undefined) return;
  try {
    await withTimeout(probe(path), diskMs);
  } catch (error) {
    if (!badFolder.includes(errorCode(error))) return;
    throw new StartError(`RELAY_CACHE_DIR is not usable: ${error instanceof Error ? error.message : 'unknown error'}`);
  }
}

async function probe(path: string): Promise<void> {
  await makeFolder(path);
  const file = join(path, `${randomUUID()}.tmp`);
  await writeFile(file, '', { flag: 'wx', mode: 0o600 });
  await rm(file);
}
