import { expect, test } from 'vitest';
import { createPastRates } from '#data/refresh/small-feeds.ts';
import { isRatesBody } from '#protocol/rates-body.ts';
import { makeStore } from '../memory-store.ts';
import { json, relayForEach } from '../stub-relay.ts';

const relay = relayForEach();

test.each(['0000-00-00', '2026-02-30'])('rates of %s are none', (date) =>
  expect(isRatesBody({ base: 'USD', date, rates: { EUR: 0.8 } })).toBe(false),
);

test('the rates of past days are asked for once a day, and an older relay has none', async () => {
  let now = 1_800_000_000_000;
  const { find, relayChanged } = createPastRates({
    ...{ fetch, store: makeStore(), now: () => now, random: () => 0 },
    relay: async () => ({ base: new URL(relay.url), token: '' }),
  });
  const after = async (minutes: number, told: unknown, status = 200) => {
    now += minutes * 60_000;
    relay.answer = json(told, { ETag: '"one"' }, status);
    return [await find(), relay.requests.length];
  };
  const days = { '2026-11-20': { EUR: 0.8 } };
  expect(await after(0, { error: 'nothing' }, 404)).toEqual([{}, 1]);
  expect(await after(1439, { base: 'USD', days })).toEqual([{}, 1]);
  expect(await after(1, { base: 'USD', days })).toEqual([days, 2]);
  expect(await after(1440, { base: 'USD', days: { soon: {} } })).toEqual([days, 3]);
  await relayChanged();
  expect(await after(0, {}, 404)).toEqual([{}, 4]);
  expect(new Set(relay.requests.map(({ path }) => path))).toEqual(new Set(['/api/rates/days']));
});
