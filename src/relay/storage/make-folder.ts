import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
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
