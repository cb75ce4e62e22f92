import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAutostart } from '#relay/admin/autostart.ts';
import { hangs } from '../upstream.ts';
import { startSetupRelay } from './setup-relay.ts';

async function startWithHome() {
  const home = await mkdtemp(join(tmpdir(), 'autostart-page-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const autostart = createAutostart(['/opt/relay', '--no-open'], { platform: 'linux', home, env: {} });
  return { home, autostart, ...(await startSetupRelay(hangs, { autostart })) };
}

test('a button on the page starts the relay at login, and another one ends that', async () => {
  const { page, post, autostart } = await startWithHome();
  expect(await page('&step=status')).toContain('Start it when I log in');
  expect((await post('/setup/autostart', { to: 'on' })).status).toBe(303);
  expect(await autostart?.state()).toBe('on');
  expect(await page('&step=status')).toContain('The relay starts when you log in.');
  expect((await post('/setup/autostart', { to: 'off' })).status).toBe(303);
  expect(await autostart?.state()).toBe('off');
});

test('the page says nothing of it while the disk does not say', async () => {
  const { autostart } = await startWithHome();
  if (!autostart) throw new Error('no way to start at login');
  const { page } = await startSetupRelay(hangs, { autostart: { ...autostart, state: async () => undefined } });
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
  const { home, post, autostart } = await startWithHome();
  await writeFile(join(home, '.config'), '');
  const refused = await post('/setup/autostart', { to: 'on' });
  expect(refused.status).toBe(500);
  expect(refused.body.toString()).toContain('could not be changed (ENOTDIR)');
  await rm(join(home, '.config'));
  expect(await autostart?.state()).toBe('off');
});
