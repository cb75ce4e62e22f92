import { expect, onTestFinished, test } from 'vitest';
import { createNotices, newerRelease, openStoredNotices } from '#data/refresh/small-feeds.ts';
import { makeSigner, noticeRow } from '../protocol/signed-notices.ts';
import { makeStore } from './memory-store.ts';
import { json, startStubRelay } from './stub-relay.ts';

const { key, sign } = await makeSigner();
const hour = 3_600_000;

async function openWorld() {
  const relay = await startStubRelay(json(await sign({ rows: [noticeRow] }), { ETag: '"one"' }));
  onTestFinished(relay.close);
  const store = makeStore(structuredClone);
  const world = { relay, now: 1_800_000_000_000, changes: 0 };
  const worker = () => {
    const kept = openStoredNotices(store);
    const target = async () => ({ base: new URL(relay.url), token: '' });
    const clock = { fetch, now: () => world.now, random: () => 0 };
    const feed = createNotices({ ...clock, relay: target, store, kept, onChange: () => void world.changes++ }, key);
    const newerThan = (version: string) => newerRelease(kept, version);
    return { ...feed, newerThan, told: async () => (await kept.read())?.told };
  };
  return Object.assign(world, { worker });
}

test.each<[string, unknown, number?]>([
  ['older ones', await sign({ issued: 999 })],
  ['unsigned ones', { ...(await sign({ issued: 5000 })), signature: 'AAAA' }],
  ['the list alone', [noticeRow]],
  ['an error', { error: 'no data yet' }, 503],
])('after %s the last ones stay', async (_, body, status = 200) => {
  const world = await openWorld();
  await world.worker().checkIfDue();
  world.relay.answer = json(body, {}, status);
  world.now += 6 * hour;
  await world.worker().checkIfDue();
  expect(await world.worker().told()).toEqual({ issued: 1000, rows: [noticeRow], own: [] });
});

test('rows of the relay come and go beside the signed ones, which stay where it has none', async () => {
  const world = await openWorld();
  const own = [{ site: 'shop.example', off: 'listing', why: 'Wrong today.' }];
  const later = [{ site: 'shop.example', off: 'site', why: 'Still wrong.' }];
  const told = [];
  for (const body of [
    { ...(await sign({ rows: [noticeRow] })), own },
    { own: later },
    await sign({ issued: 999 }),
    { own: [] },
  ]) {
    world.relay.answer = json(body);
    world.now += 6 * hour;
    await world.worker().checkIfDue();
    told.push(await world.worker().told());
  }
  const both = { issued: 1000, rows: [noticeRow], own };
  const renewed = { ...both, own: later };
  expect(told).toEqual([both, renewed, renewed, renewed]);
  world.relay.answer = json(await sign({ issued: 1000, rows: [] }));
  world.now += 6 * hour;
  await world.worker().checkIfDue();
  expect(await world.worker().told()).toEqual({ issued: 1000, rows: [], own: [] });
});

test('a release that is newer than a version is told of', async () => {
  const world = await openWorld();
  world.relay.answer = json(await sign({ latest: '0.10.0' }));
  const { checkIfDue, newerThan } = world.worker();
  expect(await newerThan('0.1.0')).toBeUndefined();
  await checkIfDue();
  expect([await newerThan('0.9.0'), await newerThan('0.10.0'), await newerThan('0.10.1')]).toEqual([
    '0.10.0',
    undefined,
    undefined,
  ]);
});

test('a 404 and another relay take away the relay’s own rows, and bring no older signed ones back', async () => {
  const world = await openWorld();
  const own = [{ site: 'shop.example', off: 'listing', why: 'Wrong today.' }];
  world.relay.answer = json({ ...(await sign({ rows: [noticeRow] })), own });
  const worker = world.worker();
  await worker.checkIfDue();
  const signed = { issued: 1000, rows: [noticeRow], own: [] };
  world.relay.answer = json({ error: 'notices are switched off' }, {}, 404);
  world.now += 6 * hour;
  await worker.checkIfDue();
  expect(await worker.told()).toEqual(signed);
  await worker.relayChanged();
  world.relay.answer = json(await sign({ issued: 999 }), { ETag: '"one"' });
  await worker.checkIfDue();
  expect(await worker.told()).toEqual(signed);
});
