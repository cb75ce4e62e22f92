import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createThreadedBodies } from '#relay/upstream/body-thread.ts';

const large = new TextEncoder().encode(JSON.stringify({ a: { filler: 'x'.repeat(600_000) } }));

async function codeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'relay-code-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('a thread leaves its compiled code for the next, and none is left to write it once all is closed', async () => {
  const folder = await codeFolder();
  const bodies = createThreadedBodies(folder);
  expect(await bodies.inspect(large, 'partner')).toMatchObject({ items: 1 });
  await bodies.close();
  expect(await readdir(folder, { recursive: true })).not.toHaveLength(0);
});

test('one that is closed finishes the work it has begun, and begins no other', async () => {
  const folder = await codeFolder();
  const bodies = createThreadedBodies(folder);
  const begun = bodies.inspect(large, 'partner');
  await Promise.resolve();
  const waits = expect(bodies.inspect(large, 'partner')).rejects.toThrow('closing');
  const closed = bodies.close();
  await expect(bodies.inspect(large, 'partner')).rejects.toThrow('closing');
  expect(await begun).toMatchObject({ items: 1 });
  await waits;
  await closed;
});
