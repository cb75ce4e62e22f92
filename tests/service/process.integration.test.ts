import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it, vi } from 'vitest';
import { StartError } from '#protocol/environment.ts';
import { startService } from '#service/snapshot.ts';
import { plainEnvironment } from '../plain-environment.ts';

vi.setConfig({ testTimeout: 60_000 });

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});

const keys = { SERVICE_API_KEYS: 'k', SERVICE_PORT: '0' };

function run(env: Record<string, string>) {
  const child = spawn(process.execPath, ['src/service/main.ts'], {
    env: { ...plainEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  return { child, errors: text(child.stderr), exit: once(child, 'exit') };
}

/** The address that a process prints; rejects when the process ends first. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      const [, url] = /listening on (\S+)/.exec(String(chunk)) ?? [];
      if (url) resolve(url);
    });
  });
}

const get = (url: string, headers: Record<string, string> = {}, bounds = ''): Promise<Response> =>
  fetch(`${url}/api/prices?markets=buff163${bounds}`, { headers: { Authorization: 'Bearer k', ...headers } });

/** Few items are in these bounds, so responses are short. */
const expensive = '&min=50000';

it.each([
  [{ SERVICE_API_KEYS: '' }, /^SERVICE_API_KEYS is missing$/],
  [{ SERVICE_API_KEYS: ' , ' }, /^SERVICE_API_KEYS is not usable: [^\n]+$/],
  [{ ...keys, SERVICE_PORT: 'x' }, /^SERVICE_PORT is not usable: [^\n]+$/],
  [{ ...keys, SERVICE_REFRESH_SECONDS: '0' }, /^SERVICE_REFRESH_SECONDS is not usable: [^\n]+$/],
  [{ ...keys, SERVICE_SNAPSHOT: 'nowhere.json' }, /^SERVICE_SNAPSHOT is not usable: there is no such file$/],
  [{ ...keys, SERVICE_SEED: '1.5' }, /^SERVICE_SEED is not usable: [^\n]+$/],
])('a bad start is reported for %j', async (env, message) => {
  const start = startService(env);
  await expect(start).rejects.toBeInstanceOf(StartError);
  await expect(start).rejects.toThrow(message);
});

it('a running service listens on loopback, moves its market, and exits with 0 on SIGTERM', async () => {
  const { child, errors, exit } = run({ ...keys, SERVICE_REFRESH_SECONDS: '0.2' });
  const url = await listening(child);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const first = await (await get(url, {}, expensive)).json();
  await expect.poll(async () => (await (await get(url, {}, expensive)).json()).updated_at).not.toBe(first.updated_at);
  const later = await (await get(url, {}, expensive)).json();
  expect(later.updated_at > first.updated_at).toBe(true);
  expect(later.items).not.toEqual(first.items);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(await errors).toBe('');
});
