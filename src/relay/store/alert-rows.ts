import { type SqlDatabase, textColumn } from '#relay/store/database.ts';

export type StoredMemory = ReturnType<typeof loadViewMemories>[number];

export interface AlertChanges {
  /** With the names of its views: what others remembered is deleted. */
  readonly lists: readonly { readonly client: string; readonly text: string; readonly views: readonly string[] }[];
  readonly gone: readonly string[];
  readonly memories: readonly StoredMemory[];
  /** `undefined` where it did not change. */
  readonly state: string | undefined;
}

/** A row a list, and what views remember apart, because it is larger and changes with the prices. */
export const alertTables = [
  'CREATE TABLE IF NOT EXISTS watch_lists (client TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID',
  'CREATE TABLE IF NOT EXISTS view_memories (client TEXT, view TEXT, text TEXT NOT NULL, PRIMARY KEY (client, view))',
] as const;

const stateName = 'alerts';

/** Lists of one answer: all of them would take the thread's memory. */
const listsAtOnce = 100;

export function loadAlerts(database: SqlDatabase, after: string) {
  const sql = 'SELECT client, text FROM watch_lists WHERE client > ? ORDER BY client LIMIT ?';
  const lists = database.all(sql, after, listsAtOnce);
  const [state] = database.all('SELECT text FROM documents WHERE name = ?', stateName);
  return {
    rows: lists.map((row) => [textColumn(row, 'client'), textColumn(row, 'text')] as const),
    state: state && textColumn(state, 'text'),
  };
}

export function saveAlerts(database: SqlDatabase, { lists, gone, memories, state }: AlertChanges): void {
  database.transaction(() => {
    const forget = 'DELETE FROM view_memories WHERE client = ? AND view NOT IN (SELECT value FROM json_each(?))';
    for (const { client, text, views } of lists) {
      database.run('INSERT OR REPLACE INTO watch_lists (client, text) VALUES (?, ?)', client, text);
      database.run(forget, client, JSON.stringify(views));
    }
    for (const client of gone) {
      database.run('DELETE FROM watch_lists WHERE client = ?', client);
      database.run(forget, client, '[]');
    }
    const remember = 'INSERT OR REPLACE INTO view_memories (client, view, text) VALUES (?, ?, ?)';
    for (const { client, view, text } of memories) database.run(remember, client, view, text);
    const saveState = 'INSERT OR REPLACE INTO documents (name, text) VALUES (?, ?)';
    if (state !== undefined) database.run(saveState, stateName, state);
  });
}

export const loadViewMemories = (database: SqlDatabase, clients: readonly string[]) =>
  database
    .all(
      'SELECT client, view, text FROM view_memories WHERE client IN (SELECT value FROM json_each(?))',
      JSON.stringify(clients),
    )
    .map((row) => ({
      client: textColumn(row, 'client'),
      view: textColumn(row, 'view'),
      text: textColumn(row, 'text'),
    }));
