import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes a file so that whoever reads sees the old one or the new one, after a loss of power too:
 * a temporary file, synced, renamed, and the folder synced.
 */
export async function writeWhole(folder: string, name: string, data: string | Uint8Array): Promise<void> {
  const temporary = join(folder, `${name}.${randomUUID()}.tmp`);
  try {
    await writeSynced(temporary, data);
    await rename(temporary, join(folder, name));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

async function writeSynced(path: string, data: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(data);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A rename lasts once its folder is synced; Windows cannot open folders and needs no such thing. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A temporary file that is older was left by a process that died. */
const abandonedMs = 10 * 60_000;

/**
 * Keeps the newest labels (`*.json`) with their bodies; other bodies and abandoned files go. Of each id the newest body
 * stays, whose label may be about to be written, and the one that its label names (`namedBy`).
 */
export async function tidy(
  folder: string,
  max: number,
  namedBy: (id: string) => Promise<string | undefined>,
): Promise<void> {
  const files = await listByAge(folder);
  const labels = files.filter(({ name }) => /^[0-9a-f]{24}\.json$/.test(name));
  const kept = new Set(labels.slice(0, max).map(({ name }) => name.slice(0, 24)));
  const seen = new Set<string>();
  for (const { name, ageMs } of files) {
    const [, id, kind] = /^([0-9a-f]{24})\..*(json|zst|tmp)$/.exec(name) ?? [];
    if (id === undefined || kind === undefined) continue;
    const isOlderBody = kind === 'zst' && seen.has(id) && (await namedBy(id)) !== name;
    if (kind === 'zst') seen.add(id);
    const goes = kind === 'tmp' ? ageMs > abandonedMs : isOlderBody || !kept.has(id);
    if (goes) await rm(join(folder, name), { force: true });
  }
}

/** The folder's files, newest first. */
async function listByAge(folder: string): Promise<{ name: string; ageMs: number }[]> {
  const now = Date.now();
  const names = await readdir(folder);
  const found = names.map(async (name) => {
    const info = await stat(join(folder, name)).catch(() => undefined);
    return info?.isFile() ? [{ name, ageMs: now - info.mtimeMs }] : [];
  });
  return (await Promise.all(found)).flat().sort((a, b) => a.ageMs - b.ageMs);
}
