import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bytesOf, redline, snapshot } from './small-market.ts';

vi.setConfig({ testTimeout: 60_000 });

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});

const keys = { SERVICE_API_KEYS: 'k', SERVICE_PORT: '0' };

function run(env: Record<string, string>) {
  const child = spawn(process.execPath, ['src/service/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  return { child, errors: text(child.stderr), exit: once(child, 'exit') };
}

/** Waits for the line that says where a process listens; rejects when it ends before. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      const [, url] = /listening on (\S+)/.exec(String(chunk)) ?? [];
      if (url) resolve(url);
    });
  });
}

const get = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/api/prices?markets=buff163`, { headers: { Authorization: 'Bearer k', ...headers } });

describe('a bad start is one line and exit code 1', () => {
  it.each([
    [{}, /^service: SERVICE_API_KEYS is missing\n$/],
    [{ SERVICE_API_KEYS: '' }, /^service: SERVICE_API_KEYS is missing\n$/],
    [{ SERVICE_API_KEYS: ' , ' }, /^service: SERVICE_API_KEYS is not usable: [^\n]+\n$/],
    [{ ...keys, SERVICE_PORT: 'x' }, /^service: SERVICE_PORT is not usable: [^\n]+\n$/],
    [{ ...keys, SERVICE_REFRESH_SECONDS: '0' }, /^service: SERVICE_REFRESH_SECONDS is not usable: [^\n]+\n$/],
    [{ ...keys, SERVICE_SEED: '1.5' }, /^service: SERVICE_SEED is not usable: [^\n]+\n$/],
  ])('%j', async (env, line) => {
    const { errors, exit } = run(env);
    expect(await exit).toEqual([1, null]);
    expect(await errors).toMatch(line);
  });

  it('a port in use is named', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    try {
      const { errors, exit } = run({ ...keys, SERVICE_PORT: String(port) });
      expect(await exit).toEqual([1, null]);
      expect(await errors).toMatch(new RegExp(`^service: [^\\n]*\\b${port}\\b[^\\n]*\\n$`));
    } finally {
      other.close();
    }
  });
});

describe('a running service', () => {
  it('listens on loopback, moves its market, and ends well on SIGTERM', async () => {
    const { child, errors, exit } = run({ ...keys, SERVICE_REFRESH_SECONDS: '0.2' });
    const url = await listening(child);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const first = await (await get(url)).json();
    let later = first;
    for (let asked = 0; asked < 50 && later.updated_at === first.updated_at; asked++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      later = await (await get(url)).json();
    }
    expect(later.updated_at > first.updated_at).toBe(true);
    expect(later.items).not.toEqual(first.items);
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    expect(await errors).toBe('');
  });

  it('serves a snapshot as soon as it can be read, and through a broken one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'skinlens-service-'));
    try {
      const path = join(folder, 'snapshot.json');
      const { child, errors, exit } = run({ ...keys, SERVICE_SNAPSHOT: path });
      const url = await listening(child);
      expect((await get(url)).status).toBe(503);
      await writeFile(path, bytesOf(snapshot));
      const good = await get(url);
      expect((await good.json()).items).toHaveProperty([redline]);
      await writeFile(path, 'broken');
      expect((await get(url, { 'If-None-Match': good.headers.get('ETag') ?? '' })).status).toBe(304);
      child.kill('SIGTERM');
      expect(await exit).toEqual([0, null]);
      expect(await errors).toMatch(/cannot be read[\s\S]*ENOENT[\s\S]*cannot be read[\s\S]*JSON/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('gives the same prices for the same seed', async () => {
    const items = await Promise.all(
      ['7', '7', '8'].map(async (seed) => {
        const { child } = run({ ...keys, SERVICE_SEED: seed });
        return (await (await get(await listening(child))).json()).items;
      }),
    );
    expect(items[1]).toEqual(items[0]);
    expect(items[2]).not.toEqual(items[0]);
  });
});
