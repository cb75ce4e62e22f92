import { expect, onTestFinished, test } from 'vitest';
import { createInvite } from '#relay/admin/invites.ts';
import { movingPrices } from '../shared-relays.ts';
import { makeHangingFolder } from '../store/hanging-folder.ts';
import { key, partner, until } from '../test-relay.ts';
import { startUpstream } from '../upstream.ts';
import { startSetupRelay } from './setup-relay.ts';

test.skipIf(process.platform === 'win32')(
  'a folder that hangs stops no new prices of a person with an invite',
  async () => {
    const { folder } = await makeHangingFolder();
    const upstream = await startUpstream(movingPrices());
    onTestFinished(upstream.close);
    const { token, stored } = createInvite({ name: 'Anna', requestsPerMinute: 6000, upstreamPerMinute: 6000 }, 0);
    const { send, page } = await startSetupRelay(movingPrices(), {
      env: { RELAY_CACHE_DIR: folder, RELAY_POLL_SECONDS: '0.05' },
      limits: { diskTimeoutMs: 200, inviteSaveMs: 20, upstreamPerMinute: 6000 },
      file: { priceApi: { url: upstream.url, key }, invites: [stored] },
    });
    // Compressing needs one of the few threads that a disk holds as well, each time that somebody writes.
    const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'br' };
    const seen = new Set<string | undefined>();
    await until(
      async () => seen.add((await send(partner, { headers })).headers['etag']).size,
      (count) => count > 20,
      400,
    );
    expect(await page('&step=status')).toContain('The relay’s folder does not respond');
  },
);
