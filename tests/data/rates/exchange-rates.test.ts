import { expect, test } from 'vitest';
import { createExchangeRates, openStoredRates } from '#data/refresh/small-feeds.ts';
import { makeStore } from '../memory-store.ts';
import { json, relayForEach } from '../stub-relay.ts';

const body = { base: 'USD', date: '2026-11-20', rates: { EUR: 0.8 } };
const minute = 60_000;
const relay = relayForEach(json(body, { ETag: '"one"' }));

async function startWorker() {
  const world = { now: 1_800_000_000_000, base: relay.url };
  const store = makeStore();
  const kept = openStoredRates(store);
  const { checkIfDue, relayChanged } = createExchangeRates({
    ...{ fetch, store, kept, now: () => world.now, random: () => 0, onChange: () => undefined },
    relay: async () => ({ base: new URL(world.base), token: '' }),
  });
  const checkAfter = async (minutes: number) => {
    world.now += minutes * minute;
    await checkIfDue();
    return relay.requests.length;
  };
  const current = async () => (await kept.read())?.told;
  await checkIfDue();
  expect([relay.requests.map(({ path }) => path), await current()]).toEqual([['/api/rates'], body]);
  return { world, checkAfter, relayChanged, current };
}

test.each([
  ['another body', { base: 'EUR', date: '2026-11-20', rates: {} }],
  ['a date that is none', { ...body, date: '0000-00-00' }],
  ['the thirtieth of February', { ...body, date: '2026-02-30' }],
  ['a rate of 0', { ...body, rates: { EUR: 0 } }],
])('rates are fetched once an hour, and stay after %s', async (_, bad) => {
  const { checkAfter, current } = await startWorker();
  relay.answer = json(bad);
  expect([await checkAfter(59), await checkAfter(1), await current()]).toEqual([1, 2, body]);
});
