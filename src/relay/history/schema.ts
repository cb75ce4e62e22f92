import { numberColumn, type SqlDatabase, textColumn } from '#relay/history/database.ts';

/**
 * `looks` are the moments at which a market's prices were recorded, `moments` the changes of the present day, `recent` the
 * half-hourly prices of finished days, and `days` their lowest, highest and last prices by month. `slot` counts half hours
 * since 1970, `day` days, `month` months; all in UTC. A row of `moments`, `recent` and `days` holds a block of items.
 */
const tables = [
  'CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID',
  'CREATE TABLE IF NOT EXISTS items (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)',
  `CREATE TABLE IF NOT EXISTS looks (market TEXT NOT NULL, slot INTEGER NOT NULL, is_key INTEGER NOT NULL,
    PRIMARY KEY (market, slot)) WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS moments (market TEXT NOT NULL, block INTEGER NOT NULL, slot INTEGER NOT NULL,
    data BLOB NOT NULL, PRIMARY KEY (market, block, slot)) WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS recent (market TEXT NOT NULL, block INTEGER NOT NULL, day INTEGER NOT NULL,
    data BLOB NOT NULL, PRIMARY KEY (market, block, day)) WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS days (market TEXT NOT NULL, block INTEGER NOT NULL, month INTEGER NOT NULL,
    data BLOB NOT NULL, PRIMARY KEY (market, block, month)) WITHOUT ROWID`,
];

const formatVersion = '1';

/**
 * Creates what is missing. A database keeps the size of its blocks.
 * @returns items of a block
 * @throws TypeError for a database of another format
 */
export async function prepareSchema(database: SqlDatabase, blockItems: number): Promise<number> {
  const insert = (name: string, value: string) => ({
    sql: 'INSERT OR IGNORE INTO meta (name, value) VALUES (?, ?)',
    params: [name, value],
  });
  await database.batch([
    ...tables.map((sql) => ({ sql, params: [] })),
    insert('format', formatVersion),
    insert('block-items', String(blockItems)),
  ]);
  return loadBlockItems(database);
}

/** Items of a block. @throws TypeError for a database of another format */
async function loadBlockItems(database: SqlDatabase): Promise<number> {
  const rows = await database.all('SELECT name, value FROM meta');
  const meta = new Map(rows.map((row) => [textColumn(row, 'name'), textColumn(row, 'value')]));
  const items = Number(meta.get('block-items'));
  if (meta.get('format') !== formatVersion || !Number.isSafeInteger(items) || items < 1)
    throw new TypeError('the history has another format');
  return items;
}

export interface Look {
  readonly slot: number;
  /** The look recorded every price of the market, and not only those that had changed. */
  readonly isKey: boolean;
}

/** The looks by market, oldest first. */
export async function loadLooks(database: SqlDatabase): Promise<Map<string, Look[]>> {
  const looks = new Map<string, Look[]>();
  for (const row of await database.all('SELECT market, slot, is_key FROM looks ORDER BY market, slot')) {
    const market = textColumn(row, 'market');
    const ofMarket = looks.get(market) ?? [];
    ofMarket.push({ slot: numberColumn(row, 'slot'), isKey: numberColumn(row, 'is_key') !== 0 });
    looks.set(market, ofMarket);
  }
  return looks;
}

/** Item names by their number. */
export async function loadItems(database: SqlDatabase): Promise<string[]> {
  const names: string[] = [];
  for (const row of await database.all('SELECT id, name FROM items ORDER BY id')) {
    if (numberColumn(row, 'id') !== names.length) throw new TypeError('an item is missing');
    names.push(textColumn(row, 'name'));
  }
  return names;
}

/** The first day with a price. */
export async function loadSince(database: SqlDatabase): Promise<number | undefined> {
  const [row] = await database.all("SELECT value FROM meta WHERE name = 'since'");
  return row && Number(textColumn(row, 'value'));
}

/** Followed by a market: its last finished day. */
export const rolledPrefix = 'rolled:';

/** The last finished day of each market. */
export async function loadRolledUntil(database: SqlDatabase): Promise<Map<string, number>> {
  const rows = await database.all("SELECT name, value FROM meta WHERE name LIKE ? || '%'", rolledPrefix);
  return new Map(
    rows.map((row) => [textColumn(row, 'name').slice(rolledPrefix.length), Number(textColumn(row, 'value'))]),
  );
}
