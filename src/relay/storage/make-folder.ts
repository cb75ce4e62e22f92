import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '#protocol/environment.ts';
import { errorCode } from '#relay/error-code.ts';

/**
 * Makes the cache folder and proves that files can be written there.
 * @throws StartError
 */
export async function makeCacheFolder(path: string): Promise<void> {
  try {
    await makeFolder(path);
    const probe = join(path, `${randomUUID()}.tmp`);
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    await rm(probe);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown error';
    throw new StartError(`RELAY_CACHE_DIR is not usable: ${why}`);
  }
}

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
