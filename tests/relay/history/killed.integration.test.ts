import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createHistoryFile } from '#relay/history/history-file.ts';
import { isoSlot, slotsPerDay } from '#relay/history/time.ts';

const program = fileURLToPath(new URL('recording-process.ts', import.meta.url));
const firstSlot = 20_473 * slotsPerDay;

/** Lets a process record `looks` half hours and kills it at once. Returns the last slot that it said. */
async function recordAndKill(path: string, slot: number, looks: number): Promise<number> {
  const child = spawn(process.execPath, [program, path, String(slot)], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout });
  let last = slot - 1;
  for await (const line of lines) {
    last = Number(line);
    if (last >= slot + looks) break;
  }
  child.kill('SIGKILL');
  await once(child, 'exit');
  return last;
}

test('a process that is killed while it records leaves a whole history', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skinlens-history-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'history.db');
  let slot = firstSlot;
  for (const looks of [3, 40, 9, 70, 1, 55]) {
    const last = await recordAndKill(path, slot, looks);
    const file = createHistoryFile(path, Date.now);
    const answer = await file.read({ item: 'Item 7', markets: ['youpin'], days: 30 }, last);
    const recent = new Map(answer?.['youpin']?.recent ?? []);
    for (let said = Math.max(slot, last - 20); said <= last; said++) expect(recent.get(isoSlot(said))).toBe(said + 7);
    expect((await file.status()).problem).toBeUndefined();
    await file.close();
    // The killed process may have recorded one more than it said.
    slot = last + 2;
  }
  expect((await readdir(folder)).filter((name) => name.includes('broken'))).toEqual([]);
});
