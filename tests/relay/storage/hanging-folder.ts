import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * A folder of an earlier version on a disk that hangs: one file is a FIFO, whose opening blocks until somebody writes to it.
 * `answer` ends that.
 */
export async function makeHangingFolder(): Promise<{ folder: string; answer: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'skinlens-hanging-'));
  const path = join(folder, `${'0'.repeat(24)}.json`);
  execFileSync('mkfifo', [path]);
  const answer = async () => {
    const writer = await open(path, constants.O_RDWR | constants.O_NONBLOCK);
    await writer.close();
  };
  onTestFinished(async () => {
    await answer().catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  });
  return { folder, answer };
}
