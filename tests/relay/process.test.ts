import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('a relay that runs says where, apart from its log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'relay-says-'));
  const child = spawn(process.execPath, ['src/relay/main.ts'], {
    env: { PRICE_API_URL: 'http://127.0.0.1:9', PRICE_API_KEY: 'k', RELAY_PORT: '0', RELAY_CACHE_DIR: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  const [said] = await once(child.stderr, 'data');
  expect(String(said)).toMatch(/^relay: listening on http:\/\/127\.0\.0\.1:\d+\n$/);
}, 60_000);
