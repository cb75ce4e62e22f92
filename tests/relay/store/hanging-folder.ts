import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a file whose opening blocks, as on a disk that hangs: a FIFO, which waits for a writer. Returns what ends that. */
export function makeHangingFile(path: string): () => Promise<void> {
  execFileSync('mkfifo', [path]);
  const answer = async () => {
    const writer = await open(path, constants.O_RDWR | constants.O_NONBLOCK);
    await writer.close();
  };
  onTestFinished(() => answer().catch(() => undefined));
  return answer;
}

/** A folder of an earlier version on a disk that hangs. `answer` ends that. */
export async function makeHangingFolder(): Promise<{ folder: string; answer: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'skinlens-hanging-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { folder, answer: makeHangingFile(join(folder, `${'0'.repeat(24)}.json`)) };
}
