/** @module-tag full */
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lockFile } from '#relay/store/disk-files.ts';
import { createStorageWork } from '#relay/store/storage-file.ts';
import { createStorageThread, type StorageThread } from '#relay/store/storage-thread.ts';
import { tempFolder } from '../../temp-folder.ts';
import { makeHangingFolder } from './hanging-folder.ts';

const name = 'invite-uses';

async function start(given?: string, timeoutMs = 60_000): Promise<StorageThread> {
  const folder = given ?? (await tempFolder());
  const storage = createStorageThread({ path: join(folder, 'relay.db') }, timeoutMs);
  onTestFinished(storage.close);
  return storage;
}

test.skipIf(process.platform === 'win32')(
  'a disk that hangs costs its limit once, until it answers again',
  async () => {
    const { folder, answer } = await makeHangingFolder();
    const storage = await start(folder, 1000);
    const failures = await Promise.allSettled(['a', 'b'].map((text) => storage.ask('saveDocument', name, text)));
    expect(failures.map((failure) => failure.status === 'rejected' && failure.reason.code)).toEqual([
      'disk-stalled',
      'disk-stalled',
    ]);
    expect(storage.isStalled()).toBe(true);
    // Asked nothing meanwhile: what waits would fill the memory, and be done long after it was refused.
    await expect(storage.ask('saveDocument', name, 'c')).rejects.toThrow('disk-stalled');
    // On a busy machine the thread may open the file only after the first answer. Once it has read it, the file goes.
    await vi.waitFor(async () => {
      await answer().catch(() => undefined);
      expect(storage.isStalled()).toBe(false);
    }, 60_000);
    // What was accepted before is done.
    expect(await storage.ask('loadDocument', name)).toBe('b');
  },
);

test('a thread that starts slowly is no disk that hangs', async () => {
  // Its code alone takes longer to load.
  const storage = await start(undefined, 50);
  expect(await storage.ask('readText', join(tmpdir(), 'nothing'))).toBeUndefined();
});

test('after its end a thread is asked nothing', async () => {
  const storage = await start();
  await storage.ask('saveDocument', name, 'kept');
  await storage.close();
  await expect(storage.ask('loadDocument', name)).rejects.toThrow('closing');
});

test('a thread that is started again takes the database again, and writes nothing where another relay has it', async () => {
  const path = join(await tempFolder(), 'relay.db');
  const before = createStorageWork({ path });
  expect(before.lock()).toBeUndefined();
  expect((await stat(`${path}.lock`)).mode & 0o777).toBe(0o600);
  before.close();
  const again = createStorageWork({ path });
  await again.saveDocument(name, 'kept');
  expect(lockFile(`${path}.lock`)).toEqual({ owner: process.pid });
  again.close();
  const other = lockFile(`${path}.lock`);
  const late = createStorageWork({ path });
  await expect(late.saveDocument(name, 'lost')).rejects.toMatchObject({ code: 'locked' });
  expect((await late.status(1)).problem).toMatchObject({ kind: 'unwritable', code: 'locked' });
  if ('release' in other) other.release();
  expect(await late.loadDocument(name)).toBe('kept');
  late.close();
});
