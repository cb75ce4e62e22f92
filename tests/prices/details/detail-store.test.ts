import { expect, test } from 'vitest';
import type { Detail } from '#core/detail.ts';
import { findDetails, readAllDetails, readStoredMarkets, saveDetails } from '#prices/details/detail-store.ts';
import { makeStore } from '../memory-store.ts';

const [spaced, unspaced] = ['Sticker | Move It (Foil)', 'Sticker | Move It(Foil)'];
const about = { relay: 'http://localhost:8787/', updatedAt: 1, items: 2 };
const of = (price: number): Detail => ({ price, inflated: false });

async function storeOfTwins() {
  const store = makeStore(structuredClone);
  const details = new Map([
    [spaced, of(1789)],
    [unspaced, of(353)],
  ]);
  await saveDetails(store, 'buff163', details, about);
  return store;
}

test('details are those of the exact name', async () => {
  const store = await storeOfTwins();
  const priceOf = async (name: string) => (await findDetails(store, ['buff163'], name))[0]?.price;
  const asked = [spaced, unspaced, spaced.toLowerCase(), `${spaced} `];
  expect(await Promise.all(asked.map(priceOf))).toEqual([1789, 353, undefined, undefined]);
  expect((await readAllDetails(store, 'buff163')).map(([name]) => name).sort()).toEqual([spaced, unspaced].sort());
});

test('details that an earlier version stored under other spellings count as none', async () => {
  const store = await storeOfTwins();
  expect(await readStoredMarkets(store, ['buff163'])).toMatchObject([about]);
  await store.write({ 'buff163/about': about });
  expect(await readStoredMarkets(store, ['buff163'])).toEqual([undefined]);
  expect(await findDetails(store, ['buff163'], spaced)).toEqual([undefined]);
});
