import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDiskStore } from '#relay/storage/disk-store.ts';
import { until } from '../test-relay.ts';

const stored = {
  bytes: new TextEncoder().encode('{"a":{}}'),
  etag: '"one"',
  lastModified: 1000,
  confirmedAt: 2000,
};

async function openStore() {
  const folder = await mkdtemp(join(tmpdir(), 'store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const problems: string[] = [];
  const log = (problem: string, code: string) => problems.push(`${problem}: ${code}`);
  const another = (timeoutMs = 60_000) =>
    createDiskStore({ folder, owner: 'https://price.example', keep: [], max: 10, timeoutMs, log });
  return { folder, store: another(), another, problems };
}

/** Replaces a file by a FIFO, whose opening blocks until somebody writes to it. Returns the content. */
async function hangOn(path: string): Promise<Buffer> {
  const content = await readFile(path);
  await rm(path);
  execFileSync('mkfifo', [path]);
  onTestFinished(async () => {
    const writer = await open(path, constants.O_RDWR | constants.O_NONBLOCK);
    await writer.close();
  });
  return content;
}

test.skipIf(process.platform === 'win32')(
  'a disk that hangs costs its limit once, until it answers again',
  async () => {
    const { folder, store, another, problems } = await openStore();
    await store.save('a', stored);
    const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.json'));
    const content = await hangOn(join(folder, name));
    const hanging = another(2000);
    expect(await Promise.all(['a', 'a', 'b'].map(hanging.load))).toEqual([undefined, undefined, undefined]);
    expect(problems).toEqual(Array(3).fill('a stored answer could not be read: disk-stalled'));
    expect(hanging.isStalled?.()).toBe(true);
    await hanging.save('b', stored);
    expect(problems.length).toBe(3);
    await writeFile(join(folder, name), content);
    await until(
      async () => hanging.isStalled?.(),
      (isStalled) => isStalled === false,
    );
    expect(await hanging.load('b')).toMatchObject({ etag: '"one"' });
  },
);
