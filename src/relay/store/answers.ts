import { hash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import type { Bytes } from '#protocol/bytes.ts';
import { bytesColumn, numberColumn, type SqlDatabase, textColumn } from '#relay/store/database.ts';

export type StoredAnswer = Readonly<Omit<NonNullable<ReturnType<typeof loadAnswer>>, 'sha256'>>;

/** `written` orders the rows by age: a count, because a clock may jump. The body comes last: SQLite reads up to it. */
export const answerTable = `CREATE TABLE IF NOT EXISTS answers (id TEXT PRIMARY KEY, source TEXT NOT NULL, etag TEXT,
  last_modified INTEGER NOT NULL, confirmed_at INTEGER NOT NULL, sha256 TEXT NOT NULL, written INTEGER NOT NULL,
  body BLOB NOT NULL)`;

export const answerId = (owner: string, source: string): string => hash('sha256', `${owner}\n${source}`).slice(0, 24);

export function loadAnswer(database: SqlDatabase, id: string) {
  const [row] = database.all('SELECT etag, last_modified, confirmed_at, sha256, body FROM answers WHERE id = ?', id);
  if (!row) return undefined;
  const sha256 = textColumn(row, 'sha256');
  return {
    bytes: unpack(bytesColumn(row, 'body'), sha256),
    etag: row['etag'] === null ? undefined : textColumn(row, 'etag'),
    /** When the prices were made, ms since 1970. */
    lastModified: numberColumn(row, 'last_modified'),
    confirmedAt: numberColumn(row, 'confirmed_at'),
    sha256,
  };
}

function unpack(packed: Uint8Array, sha256: string): Bytes {
  try {
    const bytes = zstdDecompressSync(packed);
    if (hash('sha256', bytes) === sha256) return bytes;
  } catch {
    // It is no zstd.
  }
  throw Object.assign(new Error('the body is damaged'), { code: 'damaged-answer' });
}

export type Confirmation = Omit<StoredAnswer, 'bytes'> & Readonly<Record<'id' | 'sha256', string>>;

/** Its body is packed: a large one would hold the relay while it is copied for the thread, and then everybody's questions. */
export interface NewAnswer extends Confirmation {
  readonly source: string;
  readonly body: Bytes;
}

/** Several times what one price API brings: those of the one before are there for a change back. */
const maxAnswers = 64;

export function saveAnswer(database: SqlDatabase, answer: NewAnswer): void {
  const { id, source, etag, lastModified, confirmedAt, sha256, body } = answer;
  database.transaction(() => {
    database.run(
      `INSERT OR REPLACE INTO answers (id, source, etag, last_modified, confirmed_at, sha256, written, body)
        VALUES (?, ?, ?, ?, ?, ?, (SELECT COALESCE(MAX(written), 0) + 1 FROM answers), ?)`,
      ...[id, source, etag ?? null, lastModified, confirmedAt, sha256, body],
    );
    database.run(
      'DELETE FROM answers WHERE written NOT IN (SELECT written FROM answers ORDER BY written DESC LIMIT ?)',
      maxAnswers,
    );
  });
}

/** Whether the row holds that very body: one that could not be written must not lend its times to an older one. */
export function confirmAnswer(database: SqlDatabase, { id, sha256, etag, lastModified, confirmedAt }: Confirmation) {
  const changed = database.run(
    `UPDATE answers SET etag = ?, last_modified = ?, confirmed_at = ?,
      written = (SELECT MAX(written) + 1 FROM answers) WHERE id = ? AND sha256 = ?`,
    ...[etag ?? null, lastModified, confirmedAt, id, sha256],
  );
  return changed === 1;
}
