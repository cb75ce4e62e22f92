import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { startThread } from '#protocol/node-files.ts';
import { tempFolder } from '../temp-folder.ts';

afterEach(() => vi.unstubAllEnvs());

/** The environment of a thread that is started now. */
async function environmentOfThread(): Promise<unknown> {
  const folder = await tempFolder();
  const module = join(folder, 'thread.mjs');
  await writeFile(
    module,
    "import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ ...process.env });",
  );
  const thread = startThread(pathToFileURL(module), {});
  const ended = once(thread, 'exit');
  const [environment] = await once(thread, 'message');
  await ended;
  return environment;
}

test('a thread has no key and nothing else of the environment but the compile cache', async () => {
  vi.stubEnv('PRICE_API_KEY', 'secret');
  vi.stubEnv('NODE_COMPILE_CACHE', undefined);
  expect(await environmentOfThread()).toEqual({});
  const NODE_COMPILE_CACHE = join(tmpdir(), 'thread-cache');
  vi.stubEnv('NODE_COMPILE_CACHE', NODE_COMPILE_CACHE);
  onTestFinished(() => rm(NODE_COMPILE_CACHE, { recursive: true, force: true }));
  expect(await environmentOfThread()).toEqual({ NODE_COMPILE_CACHE });
});
