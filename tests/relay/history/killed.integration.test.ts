/** @module-tag full */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { halfHoursPerDay, isoHalfHour } from '#relay/history/time.ts';
import { createStorageFile } from '#relay/store/storage-file.ts';
import { tempFolder } from '../../temp-folder.ts';
import { marketsIn } from './reference.ts';

const program = fileURLToPath(new URL('recording-process.ts', import.meta.url));
const firstHalfHour = 20_473 * halfHoursPerDay;

/** Lets a process record `observations` half hours and kills it at once. Returns the last halfHour that it said. */
async function recordAndKill(path: string, halfHour: number, observations: number): Promise<number> {
  const child = spawn(process.execPath, [program, path, String(halfHour)], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout });
  let last = halfHour - 1;
  for await (const line of lines) {
    last = Number(line);
    if (last >= halfHour + observations) break;
  }
  child.kill('SIGKILL');
  await once(child, 'exit');
  return last;
}

test('a process that is killed while it records leaves a whole history', async () => {
  const folder = await tempFolder();
  const path = join(folder, 'relay.db');
  let halfHour = firstHalfHour;
  for (const observations of [3, 40, 9, 70, 1, 55]) {
    const last = await recordAndKill(path, halfHour, observations);
    const file = createStorageFile({ path }, Date.now);
    const query = { item: 'Item 7', markets: ['youpin'], days: 30 };
    const answer = await file.read(({ history }) => marketsIn(history.body(query, last)));
    const recent = new Map(answer['youpin']?.recent ?? []);
    for (let said = Math.max(halfHour, last - 20); said <= last; said++)
      expect(recent.get(isoHalfHour(said))).toBe(said + 7);
    expect((await file.status(last)).problem).toBeUndefined();
    file.close();
    // The killed process may have recorded one more than it said.
    halfHour = last + 2;
  }
  expect((await readdir(folder)).filter((name) => name.includes('broken'))).toEqual([]);
});
