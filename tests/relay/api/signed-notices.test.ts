import { expect, test } from 'vitest';
import { createReloadableRelay } from '#relay/api/app.ts';
import { makeSigner } from '../../protocol/signed-notices.ts';
import { stillDeps } from '../still-deps.ts';

test('a change of the price API brings no older signed notices back', async () => {
  const { key, sign } = await makeSigner();
  let published = await sign({ issued: 2000 });
  const store = {
    load: async () => undefined,
    save: async () => undefined,
    close: async () => undefined,
    isStalled: () => false,
  };
  const keyMemory = { restore: async () => undefined, save: () => undefined, close: async () => undefined };
  const { priceApi, ...deps } = stillDeps('https://prices.example', {
    fetch: async () => Response.json(published),
    notices: { url: 'https://notices.example', key },
  });
  const relay = createReloadableRelay(
    { ...deps, open: () => ({ store, keyMemory, sharedStore: undefined }) },
    priceApi,
  );
  const status = async () => {
    const read = relay.feeds().noticesFeed?.read();
    return read?.then(
      () => 'read',
      () => 'refused',
    );
  };
  expect(await status()).toBe('read');
  published = await sign({ issued: 1999 });
  relay.use({ url: 'https://other.example', key: 'another-key-of-the-tests' });
  expect(await status()).toBe('refused');
});
