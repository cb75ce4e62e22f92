import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '#relay/error-code.ts';

/**
 * Writes a file, in a new folder of the user's if need be, so that readers see the old or the new content, even after a loss
 * of power: a temporary file is synced and renamed, then the folder is synced.
 */
export async function writeAtomically(path: string, data: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  await makeFolder(dirname(path));
  try {
    await writeSynced(temporary, data);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** As `makeFolderSync`, without holding up the event loop. */
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

async function writeSynced(path: string, data: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(data);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A rename is durable once its folder is synced. Windows cannot open folders and does not need this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
