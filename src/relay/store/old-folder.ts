import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { insertAnswer, type PackedAnswer, unpack } from '#relay/store/answers.ts';
import { openDatabase, type SqlStatement } from '#relay/store/database.ts';

/** The database's own name where the configuration names no other. */
export const databaseName = 'relay.db';

/** Until November 2026 the history had this name, and all else was in files. */
const oldHistoryName = 'history.db';

/** Gives the history of an earlier version the name of the database. */
export function moveOldHistory(path: string): void {
  const old = join(dirname(path), oldHistoryName);
  if (basename(path) !== databaseName || !existsSync(old)) return;
  try {
    const database = openDatabase(old);
    // One file remains: what stands in the log of a killed process is taken up.
    database.all('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
  } catch {
    // A damaged file is set aside under its new name.
  }
  renameSync(old, path);
}

/** `<id>.json` of an earlier version: names the body `<id>.<hash>.zst`. */
const metadata = z.object({
  version: z.literal(1),
  source: z.string(),
  etag: z.optional(z.string()),
  lastModified: z.number(),
  confirmedAt: z.number(),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

const metadataName = /^([0-9a-f]{24})\.json$/;
const oldName = /^(?:[0-9a-f]{24}\.(?:json|[0-9a-f]{16}\.zst|.*\.tmp)|key-[0-9a-f]{16}\.json(?:\.tmp)?)$/;

export interface OldFolder {
  readonly statements: readonly SqlStatement[];
  /** What can be removed once the statements have run. */
  readonly files: readonly string[];
}

/** Reads what an earlier version kept in files. What is torn or foreign is left out. */
export function takeUpOldFolder(oldFolder: string | undefined, oldWatchLists: string | undefined): OldFolder {
  const parts = [
    ...(oldFolder === undefined
      ? []
      : [takeUpAnswers(oldFolder), takeUpDocument('invite-uses', join(oldFolder, 'invite-uses.json'))]),
    ...(oldWatchLists === undefined ? [] : [takeUpDocument('watch-lists', oldWatchLists)]),
  ];
  return { statements: parts.flatMap(({ statements }) => statements), files: parts.flatMap(({ files }) => files) };
}

function takeUpAnswers(folder: string): OldFolder {
  const names = listFolder(folder);
  const answers = names.flatMap((name) => {
    const [, id] = metadataName.exec(name) ?? [];
    const answer = id === undefined ? undefined : readAnswer(folder, id);
    return answer ? [answer] : [];
  });
  return {
    statements: answers.toSorted((one, other) => one.confirmedAt - other.confirmedAt).map(insertAnswer),
    files: names.filter((name) => oldName.test(name)).map((name) => join(folder, name)),
  };
}

function listFolder(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function readAnswer(folder: string, id: string): PackedAnswer | undefined {
  try {
    const { version: _, ...read } = metadata.parse(JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8')));
    const packed = readFileSync(join(folder, `${id}.${read.sha256.slice(0, 16)}.zst`));
    unpack(packed, read.sha256);
    return { ...read, etag: read.etag, id, packed };
  } catch {
    return undefined;
  }
}

function takeUpDocument(name: string, path: string): OldFolder {
  try {
    const text = readFileSync(path, 'utf8');
    JSON.parse(text);
    const sql = 'INSERT INTO documents (name, text) VALUES (?, ?)';
    return { statements: [{ sql, params: [name, text] }], files: [path] };
  } catch {
    return { statements: [], files: [] };
  }
}

/** Once they are in the database, a file that cannot be removed costs nothing but its room. */
export function removeOldFiles(paths: readonly string[]): void {
  for (const path of paths) {
    try {
      rmSync(path, { force: true });
    } catch {}
  }
}
