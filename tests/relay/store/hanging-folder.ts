import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { tempFolder } from '../../temp-folder.ts';

/** Makes a file whose opening blocks, as on a disk that hangs: a FIFO, which waits for a writer. Returns what ends that. */
export function makeHangingFile(path: string, last = path): () => Promise<void> {
  execFileSync('mkfifo', [path]);
  const answer = async () => {
    const writer = await open(last, constants.O_RDWR | constants.O_NONBLOCK);
    await writer.close();
  };
  onTestFinished(() => answer().catch(() => undefined));
  return answer;
}

/** The relay's folder on a disk that hangs: opening its database blocks. `answer` ends that, and the folder is empty. */
export async function makeHangingFolder(): Promise<{ folder: string; answer: () => Promise<void> }> {
  const folder = await tempFolder();
  const path = join(folder, 'relay.db');
  const answers = makeHangingFile(path, `${path}.hung`);
  return {
    folder,
    answer: async () => {
      if ((await stat(path)).isFIFO()) await rename(path, `${path}.hung`);
      await answers();
    },
  };
}
