import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createThreadedBodies } from '#relay/threaded-bodies.ts';

test('a thread leaves its compiled code for the next', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'relay-code-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const large = new TextEncoder().encode(JSON.stringify({ a: { filler: 'x'.repeat(600_000) } }));
  const bodies = createThreadedBodies(folder);
  for (let work = 0; work < 2; work++) expect(await bodies.inspect(large, 'partner')).toMatchObject({ items: 1 });
  await expect.poll(() => readdir(folder, { recursive: true }), { timeout: 10_000 }).not.toHaveLength(0);
});
