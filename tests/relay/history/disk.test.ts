import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#relay/store/database.ts';
import { writeHistory } from '../../bench/parts/history.ts';
import { tempFolder } from '../../temp-folder.ts';

/** Bytes for a year of 13 markets. Raised by a decision and not by a commit. */
const budget = 500e6;
const allItems = 37_531;

test('a year of all items on all markets fits its budget', async () => {
  const path = join(await tempFolder(), 'history.db');
  const names = Array.from({ length: 1024 }, (_, at) => `Item ${at}`);
  const database = openDatabase(path);
  writeHistory(database, names);
  database.all('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const { size } = await stat(path);
  expect((size / names.length) * allItems).toBeLessThan(budget);
});
