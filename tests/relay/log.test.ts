import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '#relay/log.ts';
import { sleep } from './world.ts';

/** Megabytes that are in use and not garbage. */
function heldMegabytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / 1_000_000;
}

test('flush waits until the lines are in the file, as often as it is asked', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'relay-log-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'log');
  const log = await createLog(file);
  for (const code of ['one', 'two']) {
    log.problem('a line', code);
    await log.flush();
    expect(await readFile(file, 'utf8')).toContain(`"code":"${code}"`);
  }
});

test.runIf(existsSync('/dev/full'))('a full disk costs lines, not memory', async () => {
  const log = await createLog('/dev/full');
  const before = heldMegabytes();
  for (let batch = 0; batch < 20; batch++) {
    for (let line = 0; line < 200; line++) log.problem('x'.repeat(10_000), String(line));
    await sleep(5);
  }
  expect(heldMegabytes() - before).toBeLessThan(15);
  await log.flush();
  log.problem('after the end', 'none');
  await log.flush();
});
