import { execFile } from 'node:child_process';
/** @module-tag full */
import { readdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { codeUrlOf, findRunningRelay, keepSession, proofPath } from '#relay/admin/session-file.ts';
import { tempFolder } from '../../temp-folder.ts';
import { createMemoryStorage } from '../store/memory-storage.ts';
import { hangs } from '../upstream.ts';
import { startSetupRelay } from './setup-relay.ts';

const disk = createMemoryStorage();

test('a second start finds the relay that runs, by a file for the same user alone', async () => {
  const { relay, configPath } = await startSetupRelay(hangs);
  expect((await stat(`${configPath}.session`)).mode & 0o777).toBe(0o600);
  expect((await findRunningRelay(configPath))?.href).toBe(relay.pageUrl);
  await relay.close(0);
  expect(await readdir(dirname(configPath))).toEqual([]);
  expect(await findRunningRelay(configPath)).toBeUndefined();
});

test('a browser is opened by a code, which the first request takes', async () => {
  const { relay, session } = await startSetupRelay(hangs);
  const url = (await codeUrlOf(new URL(relay.pageUrl ?? ''))) ?? '';
  expect(url).toMatch(/\/\?code=[\w-]{24}$/);
  expect(url).not.toContain(session);
  const statuses = [];
  for (const _ of [1, 2]) statuses.push((await fetch(url, { redirect: 'manual' })).status);
  expect(statuses).toEqual([303, 403]);
  expect(await codeUrlOf(new URL('/?session=wrong', relay.url))).toBeUndefined();
  expect(await (await fetch(relay.codeUrl() ?? '')).text()).toContain(session);
});

test('a second relay on one database does not start, and says which process has it', async () => {
  const { cacheDir, relay } = await startSetupRelay(hangs);
  const env = { RELAY_CACHE_DIR: cacheDir };
  await expect(startSetupRelay(hangs, { env })).rejects.toThrow(`another relay (process ${process.pid}) uses`);
  await relay.close(0);
  await startSetupRelay(hangs, { env });
});

test('the file of a later relay is not removed by an earlier one', async () => {
  const configPath = join(await tempFolder(), 'relay.json');
  const forget = await keepSession(configPath, 'http://127.0.0.1:1/?session=a', disk);
  await keepSession(configPath, 'http://127.0.0.1:2/?session=b', disk);
  await forget();
  expect((await stat(`${configPath}.session`)).size).toBeGreaterThan(0);
});

test('a program that took the port of a dead relay is not shown, and does not learn the secret', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${JSON.stringify(request.headers)}`);
    response.end('x'.repeat(43));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const configPath = join(await tempFolder(), 'relay.json');
  await keepSession(configPath, `http://127.0.0.1:${port}/?session=the-secret`, disk);
  expect(await findRunningRelay(configPath)).toBeUndefined();
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain(proofPath);
  expect(asked[0]).not.toContain('the-secret');
});

test.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
  'a code that another user has read on the browser’s command line opens nothing, and is still good for its own user',
  async () => {
    const { relay } = await startSetupRelay(hangs);
    const url = relay.codeUrl() ?? '';
    const script = `fetch(${JSON.stringify(url)}, { redirect: 'manual' }).then(({ status }) => console.log(status))`;
    const asOther = await promisify(execFile)(process.execPath, ['-e', script], { uid: 65_534, gid: 65_534 });
    expect(asOther.stdout.trim()).toBe('403');
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(303);
  },
);

test.each([
  '',
  'no address',
  'https://127.0.0.1:1/?session=a',
  'http://relay.example/?session=a',
  'http://127.0.0.1:1/',
])('a file that says %j is ignored', async (text) => {
  const configPath = join(await tempFolder(), 'relay.json');
  await writeFile(`${configPath}.session`, text);
  expect(await findRunningRelay(configPath)).toBeUndefined();
});
