/** @module-tag full */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { autostartFile, autostartState } from '#relay/admin/autostart-file.ts';
import { tempFolder } from '../../temp-folder.ts';
import { makeHangingFile } from '../store/hanging-folder.ts';
import { hangs } from '../upstream.ts';
import { startSetupRelay } from './setup-relay.ts';

async function startWithHome(diskTimeoutMs = 3000) {
  const home = await tempFolder();
  const autostart = await autostartFile(['/opt/relay', '--no-open'], { platform: 'linux', home, env: {} });
  if (!autostart) throw new Error('no way to start at login');
  const bed = await startSetupRelay(hangs, { autostart, limits: { diskTimeoutMs } });
  return { home, path: autostart.path, state: () => autostartState(autostart), ...bed };
}

test('a button on the page starts the relay at login, and another one ends that', async () => {
  const { page, post, state } = await startWithHome();
  expect(await page('&step=status')).toContain('Start it when I log in');
  expect((await post('/setup/autostart', { to: 'on' })).status).toBe(303);
  expect(state()).toBe('on');
  expect(await page('&step=status')).toMatch(/you log in\..*\.service, \S+\.wants\/skinlens-relay\.service\. /);
  expect((await post('/setup/autostart', { to: 'off' })).status).toBe(303);
  expect(state()).toBe('off');
});

test.skipIf(process.platform === 'win32')('the page says nothing of it while the disk does not say', async () => {
  const { path, page } = await startWithHome(200);
  await mkdir(dirname(path), { recursive: true });
  makeHangingFile(path);
  expect(await page('&step=status')).not.toContain('when you log in');
});

test('nobody without the secret, and no other page, switches it', async () => {
  const { home, post } = await startWithHome();
  expect((await post('/setup/autostart', { to: 'on', session: 'wrong' })).status).toBe(403);
  expect((await post('/setup/autostart', { to: 'on' }, { Origin: 'https://evil.example' })).status).toBe(403);
  expect((await post('/setup/autostart', { to: 'maybe' })).status).toBe(400);
  expect(await readdir(home)).toEqual([]);
});

test('a disk that refuses is named, and nothing is switched', async () => {
  const { home, post, state } = await startWithHome();
  await writeFile(join(home, '.config'), '');
  const refused = await post('/setup/autostart', { to: 'on' });
  expect(refused.status).toBe(500);
  expect(refused.body.toString()).toContain('could not be changed (ENOTDIR)');
  await rm(join(home, '.config'));
  expect(state()).toBe('off');
});
