import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeBlob, makeExecutable } from '#build/pack-relay.ts';
import { bundleRelay } from '#build/relay/bundle-relay.ts';
import { freePort } from '../e2e/servers.ts';

// The relay as one file for this machine, in a folder and with an environment without Node.

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder = '';
let program = '';

async function pack(name: string, entry?: string): Promise<string> {
  const blob = await makeBlob(await bundleRelay(entry ? folder : root, entry), join(folder, `${name}-parts`));
  const path = join(folder, name);
  await makeExecutable(process.execPath, blob, path);
  return path;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packed-'));
  program = await pack('skinlens-relay');
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

function start(path: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(path, args, { env: { HOME: join(folder, 'home'), ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.on('data', (part) => (output += part));
  child.stderr.on('data', (part) => (errors += part));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, errors: () => errors, ended: once(child, 'close').then(([code]) => ({ code, output })) };
}

async function pageOf({ errors, child }: ReturnType<typeof start>): Promise<URL> {
  for (;;) {
    const found = /http:\/\/\S+session=\S+/.exec(errors());
    if (found) return new URL(found[0]);
    if (child.exitCode !== null) throw new Error(errors());
    await Promise.race([once(child.stderr, 'data'), once(child, 'exit')]);
  }
}

test('starts, serves its page and prices, is found by a second start, and ends on SIGTERM', async () => {
  const env = { RELAY_PORT: String(await freePort()), RELAY_RATES_URL: 'off' };
  const relay = start(program, [], env);
  const page = await pageOf(relay);
  expect(await (await fetch(page)).text()).toContain('Connect the price API');
  for (const file of ['page.css', 'page.js']) {
    expect((await (await fetch(new URL(`/setup/${file}`, page))).text()).length).toBeGreaterThan(500);
  }
  // The body is so large that a thread reads it.
  const prices = await fetch(new URL('/api/get-partner-prices', page));
  expect([prices.status, prices.headers.get('Skinlens-Sample')]).toEqual([200, '1']);
  expect(Object.keys((await prices.json()) as object).length).toBeGreaterThan(30_000);
  const second = await start(program, ['--no-open'], env).ended;
  expect(second.code).toBe(0);
  expect(await start(program, ['--check'], env).ended).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^ready\n.*samples/s),
  });
  relay.child.kill('SIGTERM');
  expect((await relay.ended).code).toBe(0);
  expect(await readdir(join(folder, 'home', '.config', 'skinlens'))).toEqual([]);
  const output = `not ready\nno relay answers at 127.0.0.1:${env.RELAY_PORT}\n`;
  expect(await start(program, ['--check'], env).ended).toMatchObject({ code: 1, output });
});

test('prints its version, refuses unknown options, and switches the start at login', async () => {
  expect((await start(program, ['--version']).ended).output).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect((await start(program, ['--verison']).ended).code).toBe(2);
  if (process.platform !== 'linux') return;
  const units = join(folder, 'home', '.config', 'systemd', 'user');
  expect((await start(program, ['--autostart', 'on']).ended).code).toBe(0);
  expect((await readdir(units)).sort()).toEqual(['default.target.wants', 'skinlens-relay.service']);
  expect((await start(program, ['--autostart', 'off']).ended).code).toBe(0);
  expect(await readdir(units, { recursive: true })).toEqual(['default.target.wants']);
});

test('a thread inside a packed program can use SQLite and read its own files', async () => {
  const files = pathToModule('src/protocol/node-files.ts');
  await writeFile(join(folder, 'words.txt'), 'words');
  await writeFile(
    join(folder, 'thread.ts'),
    `import { DatabaseSync } from 'node:sqlite';
     import { parentPort } from 'node:worker_threads';
     import { readOwnFile } from '${files}';
     const row = new DatabaseSync(':memory:').prepare('SELECT 1 + 1 AS two').get();
     readOwnFile(new URL('words.txt', import.meta.url)).then((text) => parentPort.postMessage([row.two, String(text)]));`,
  );
  await writeFile(
    join(folder, 'main.ts'),
    `import { startThread } from '${files}';
     startThread(new URL('thread.ts', import.meta.url), {}).on('message', (message) => console.log(JSON.stringify(message)));`,
  );
  const { output } = await start(await pack('with-thread', 'main.ts'), []).ended;
  expect(output).toBe('[2,"words"]\n');
});

const pathToModule = (path: string): string => join(root, path);
