/** @module-tag full */
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createInvite } from '#relay/admin/invites.ts';
import { movingPrices } from '../shared-relays.ts';
import { makeHangingFile, makeHangingFolder } from '../store/hanging-folder.ts';
import { partner, until } from '../test-relay.ts';
import { key } from '../upstream.ts';
import { startSetupRelay } from './setup-relay.ts';

/** A relay with new prices at each poll, and one invite in use. */
async function startBed(env: Record<string, string> = {}) {
  const { token, stored } = createInvite({ name: 'Anna', requestsPerMinute: 6000, upstreamPerMinute: 6000 }, 0);
  const bed = await startSetupRelay(movingPrices(), {
    env: { RELAY_POLL_SECONDS: '0.05', ...env },
    limits: { diskTimeoutMs: 200, inviteSaveMs: 20, upstreamPerMinute: 6000 },
    key,
    file: { invites: [stored] },
  });
  // Compressing needs one of the few threads that a disk would hold as well.
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'br' };
  const newPrices = async (count: number) => {
    const seen = new Set<string | undefined>();
    await until(async () => seen.add((await bed.send(partner, { headers })).headers['etag']).size, 400).gives(
      (size) => size > count,
    );
  };
  return { ...bed, newPrices };
}

const isWindows = process.platform === 'win32';

test.skipIf(isWindows)('a folder that hangs stops no new prices of a person with an invite', async () => {
  const { folder } = await makeHangingFolder();
  const { newPrices, page } = await startBed({ RELAY_CACHE_DIR: folder });
  await newPrices(20);
  expect(await page('&step=status')).toContain('The relay’s folder does not respond');
});

test.skipIf(isWindows)('a configuration that hangs stops no new prices, and each change is refused', async () => {
  const { configPath, post, page, newPrices } = await startBed();
  await newPrices(2);
  await rm(configPath);
  makeHangingFile(configPath);
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const got = await post('/setup/name', { name });
    expect([got.status, got.body.toString().includes('(disk-stalled)')]).toEqual([500, true]);
  }
  expect(await page('&step=status')).toContain('The relay’s folder does not respond');
  await newPrices(20);
});
