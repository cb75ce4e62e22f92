/** @module-tag full */
import { expect, test } from 'vitest';
import { jsonOf, until } from '../test-relay.ts';
import { hangs, startUpstream } from '../upstream.ts';
import { goodKey, priceApi } from './price-api-stub.ts';
import { setUp, startSetupRelay } from './setup-relay.ts';

test('a request that ends because the key is switched is no problem of the price API', async () => {
  const bed = await startSetupRelay(priceApi());
  const other = await startUpstream(priceApi());
  await setUp(bed, goodKey);
  bed.upstream.does(hangs);
  const target = '/api/csgoroll-prices';
  const waiting = bed.send(target);
  await until(() => bed.upstream.seen.some((request) => request.target === target)).gives((isAsked) => isAsked);
  expect((await setUp(bed, goodKey, other.url)).headers['location']).toContain('step=done');
  const ended = await waiting;
  expect([ended.status, jsonOf(ended)]).toEqual([
    503,
    { error: 'no data yet: the price API is no longer asked with this key' },
  ]);
  expect(await bed.page('&step=status')).toContain('None since the relay started.');
});
