import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes a file so that readers see the old or the new content, even after a loss of power: a temporary file is synced and
 * renamed, then the folder is synced.
 */
export async function writeAtomically(folder: string, name: string, data: string | Uint8Array): Promise<void> {
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

/** An older temporary file was left by a process that died. */
const abandonedMs = 10 * 60_000;

interface Retention {
  readonly folder: string;
  readonly keptIds: ReadonlySet<string>;
  /** How many other ids are kept. */
  readonly max: number;
  /** The body that an id's metadata names. */
  readonly bodyNameOf: (id: string) => Promise<string | undefined>;
}

/**
 * Keeps the metadata files (`*.json`) of `keptIds` and the newest `max` others with their bodies, and removes other bodies
 * and abandoned files. Each id keeps the body that its metadata names and its newest body, whose metadata may not be written
 * yet.
 */
export async function removeOldFiles({ folder, keptIds, max, bodyNameOf }: Retention): Promise<void> {
  const files = await listByAge(folder);
  const metadata = files.filter(({ name }) => /^[0-9a-f]{24}\.json$/.test(name)).map(({ name }) => name.slice(0, 24));
  const kept = new Set([...keptIds, ...metadata.filter((id) => !keptIds.has(id)).slice(0, max)]);
  const seen = new Set<string>();
  for (const { name, ageMs } of files) {
    const [, id, kind] = /^([0-9a-f]{24})\..*(json|zst|tmp)$/.exec(name) ?? [];
    if (id === undefined || kind === undefined) continue;
    const isOlderBody = kind === 'zst' && seen.has(id) && (await bodyNameOf(id)) !== name;
    if (kind === 'zst') seen.add(id);
    const isRemoved = kind === 'tmp' ? ageMs > abandonedMs : isOlderBody || !kept.has(id);
    if (isRemoved) await rm(join(folder, name), { force: true });
  }
}

/** Files only, newest first. One call at a time, so that a disk that hangs holds one thread. */
async function listByAge(folder: string): Promise<{ name: string; ageMs: number }[]> {
  const now = Date.now();
  const found: { name: string; ageMs: number }[] = [];
  for (const name of await readdir(folder)) {
    const info = await stat(join(folder, name)).catch(() => undefined);
    if (info?.isFile()) found.push({ name, ageMs: now - info.mtimeMs });
  }
  return found.sort((a, b) => a.ageMs - b.ageMs);
}
