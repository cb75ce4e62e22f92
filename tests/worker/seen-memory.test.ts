import { expect, test } from 'vitest';
import type { MessageSender } from '#browser/messages.ts';
import { dollar } from '#core/money/rates.ts';
import { type SeenListing, seenLimits } from '#core/prices/seen-listings.ts';
import type { ToldListing } from '#core/prices/told-listing.ts';
import { createSeenMemory } from '#worker/seen-memory.ts';

const csfloat = 'https://csfloat.com/search?min=1';
const told: ToldListing = {
  item: 'AK-47 | Redline (Field-Tested)',
  wearValue: 0.162,
  listing: { cents: 790, currency: 'USD' },
  typed: dollar,
};
const worse: ToldListing = { ...told, wearValue: 0.187, listing: { cents: 1000, currency: 'USD' } };
const from = (url: string, more: Partial<MessageSender> = {}): MessageSender => ({
  isOwnPage: false,
  tab: 1,
  url,
  ...more,
});
const buff = from('https://buff.163.com/goods/1', { tab: 2 });

function open(stored: readonly SeenListing[] = []) {
  const world = {
    stored,
    isOn: true,
    now: 1_800_000_000_000,
    saves: 0,
    runs: [] as (() => void)[],
    wakeAt: undefined as number | undefined,
  };
  const memory = createSeenMemory({
    sites: [
      { id: 'csfloat', matches: ['https://csfloat.com/*'] },
      { id: 'buff163', matches: ['https://buff.163.com/*'] },
    ],
    read: async () => world.stored,
    save: async (seen) => {
      world.saves++;
      world.stored = seen;
    },
    isOn: async () => world.isOn,
    now: () => world.now,
    after: (_, run) => void world.runs.push(run),
    wakeAt: (at) => {
      world.wakeAt = at;
    },
  });
  const save = () => {
    for (const run of world.runs.splice(0)) run();
  };
  const tell = (listings: readonly ToldListing[], address: string, sender: MessageSender) =>
    memory.tell(
      listings.map((one, at) => [`${at}`, one]),
      address,
      sender,
    );
  return { ...memory, tell, world, save };
}

test('what one page tells beats what another shows, and outlives the worker', async () => {
  const { tell, save, world } = open();
  expect(await tell([told], csfloat, from(csfloat))).toEqual([]);
  expect(await tell([told, worse], 'https://buff.163.com/goods/1', buff)).toEqual(['1']);
  save();
  expect(world.saves).toBe(1);
  const next = open(world.stored);
  expect((await next.find(worse, buff)).beaten).toMatchObject({ site: 'buff163', wearValue: 0.162 });
});

test.each([
  ['in a private window', csfloat, from(csfloat, { isPrivate: true })],
  ['as another site', 'https://buff.163.com/goods/1', from(csfloat)],
  ['with an address that is none of its site', 'javascript:alert(1)', from(csfloat)],
  ['on a site without an adapter', 'https://shop.example/', from('https://shop.example/')],
  ['without encryption', 'http://csfloat.com/search', from('http://csfloat.com/search')],
])('nothing that is told %s is remembered', async (_, address, sender) => {
  const { tell, find } = open();
  await tell([told], address, sender);
  expect(await find(worse, buff)).toEqual({});
});

test('a private window hears nothing, and the switch ends telling and remembering', async () => {
  const { tell, find, forget, save, world } = open();
  await tell([told], csfloat, from(csfloat));
  expect(await find(worse, { ...buff, isPrivate: true })).toEqual({});
  world.isOn = false;
  expect(await find(worse, buff)).toEqual({});
  await forget();
  save();
  expect(world.stored).toEqual([]);
});

test('what was told goes when it is old, though no page tells again and the worker has ended', async () => {
  const { tell, save, world } = open();
  await tell([told], csfloat, from(csfloat));
  save();
  expect(world.wakeAt).toBe(world.now + seenLimits.ageMs);
  const next = open(world.stored);
  next.world.now = world.wakeAt ?? 0;
  await next.forgetOld();
  next.save();
  expect(next.world).toMatchObject({ stored: [], wakeAt: undefined });
});
