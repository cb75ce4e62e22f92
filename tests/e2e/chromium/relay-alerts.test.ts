import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { fetchPrices } from '#demo/sample-history.ts';
import { until } from '#demo/until.ts';
import { startRelay } from '#relay/relay.ts';
import { startReceiver } from '../../relay/alerts/alert-channel.ts';
import { fallingItem } from '../falling-item.ts';
import { expectText, refresh, withPopup } from '../popup.ts';
import { freePort } from '../servers.ts';
import { goodKey, startWithFew } from '../stack.ts';
import { setTarget, starBySearch } from '../watch-list.ts';
import { useBrowser } from '../world.ts';

declare const chrome: { readonly permissions: { request: () => Promise<boolean> } };

const startSeeded = startWithFew();

/** A real relay that sends alerts to a server on loopback, and a price service whose prices fall on command. */
async function startBed() {
  const receiver = await startReceiver();
  const folder = await mkdtemp(join(tmpdir(), 'skinlens-alerts-'));
  const opened = new AsyncDisposableStack();
  onTestFinished(() => opened.disposeAsync());
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  let service = await startSeeded(port, 1);
  opened.defer(() => service.close(0));
  const { item, cents } = await fallingItem(await fetchPrices(service.url, goodKey));
  const configPath = join(folder, 'relay.json');
  const alerts = { kind: 'ntfy', url: `${receiver.url}/skins` };
  await writeFile(configPath, JSON.stringify({ priceApi: { url: service.url, key: goodKey }, alerts }));
  const env = { RELAY_PORT: '0', RELAY_CACHE_DIR: join(folder, 'cache'), RELAY_RATES_URL: 'off', RELAY_LOG: 'off' };
  const often = { backgroundPollMs: 100, alertSettleMs: 0 };
  const relay = await startRelay({ ...env, RELAY_POLL_SECONDS: '0.1', RELAY_HISTORY: 'off' }, often, { configPath });
  opened.defer(() => relay.close(0));
  return {
    relayUrl: relay.url,
    receiver,
    item,
    dollars: (cents / 100).toFixed(2),
    movePrices: async () => {
      await service.close(0);
      service = await startSeeded(port, 2);
    },
    lists: (): object[] => {
      using database = new DatabaseSync(join(folder, 'cache', 'relay.db'), { readOnly: true });
      return database
        .prepare('SELECT text FROM watch_lists')
        .all()
        .map((row) => JSON.parse(String(row['text'])));
    },
  };
}

const browser = useBrowser();

test('the relay tells of an alert while the browser fetches nothing, and forgets it when it is switched off', {
  tags: ['full'],
}, async () => {
  const { driver, configure } = browser();
  const { relayUrl, receiver, item, dollars, movePrices, lists } = await startBed();
  await configure({ relay: { url: relayUrl } });
  const page = await driver.browser.newPage();
  await withPopup(driver, page, async (popup) => {
    await refresh(popup);
    // A test cannot answer the browser's own question, which would close the popup.
    await popup.evaluate(() => {
      chrome.permissions.request = async () => false;
    });
    await starBySearch(popup, item);
    await setTarget(popup, item, dollars);
    await expectText(popup, /not triggered yet/);
    expect(receiver.seen).toEqual([]);
    await (await popup.waitForSelector('.relay-alerts input'))?.click();
    await expectText(popup, /The relay watches your alerts\./);
    expect(lists()).toHaveLength(1);
    await movePrices();
    await until('a message', async () => receiver.seen[0]);
    expect(receiver.seen).toEqual([{ target: '/skins', body: expect.stringContaining(item) }]);
    expect(receiver.seen[0]?.body).toContain(`≤ $${dollars}`);
    await (await popup.waitForSelector('.relay-alerts input'))?.click();
    await until('no list', async () => lists().length === 0 || undefined);
  });
  await page.close();
});
