import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs, seed } from '../../seed.ts';
import { openFinder } from './find-items.ts';
import { costs, goods, printed, tile } from './priced-pages.ts';

type Print = (dollars: number) => string;

const asks: Print = (dollars) => `<b>$${printed(dollars * 0.95)}</b>`;

/** What a page shows after a list of all goods, at the same path or at another, without a new load. */
async function listingsAfter(list: Print, names: readonly string[], print: Print, route = '/market?search=ak') {
  const page = openFinder('<main></main>', { url: 'https://market.invalid/market', centsOf: costs });
  const show = async (some: readonly string[], prices: Print) => {
    const html = some.map((name) => tile(name, prices(costs(name) / 100))).join('');
    page.document.querySelector('main')?.replaceChildren();
    page.document.querySelector('main')?.insertAdjacentHTML('beforeend', html);
    await page.settle();
    page.pass(500);
    await page.settle();
    return [...page.found().values()].map(({ listing }) => listing?.amount);
  };
  page.finder.start();
  const learned = await show(goods, list);
  page.window.history.pushState(null, '', route);
  const listings = await show(names, print);
  const again = await show(names.slice(0, 4), asks);
  page.finder.stop();
  return { learned, listings, again };
}

const some = goods.slice(1, 6);
const wanted = some.map((name) => printed((costs(name) / 100) * 0.95));
const none = some.map(() => undefined);

test('a short list at a path where a longer one taught the place of the price has listings', async () => {
  const { learned, listings } = await listingsAfter(asks, some, asks);
  expect(learned.filter(Boolean)).toHaveLength(goods.length);
  expect(listings).toEqual(wanted);
  expect((await listingsAfter(asks, some, asks, '/market?page=2&sort=price')).listings).toEqual(wanted);
});

test.each<[string, Print, string | undefined]>([
  ['at another path', asks, '/shop'],
  ['on another tab', asks, '/market?tab=buying'],
  ['of what the user owns', asks, '/market?view=my-items'],
  ['with two prices', (dollars) => `${asks(dollars)}<i>$${printed(dollars * 0.8)}</i>`, undefined],
  ['with prices elsewhere', (dollars) => `<em>$${printed(dollars)}</em>`, undefined],
  ['with prices of another scale', (dollars) => `<b>$${printed(dollars * 1.6)}</b>`, undefined],
  ['in another currency', (dollars) => `<b>€${printed(dollars)}</b>`, undefined],
  ['of bids', (dollars) => `<b>$${printed(dollars)}</b><i>2 bids</i>`, undefined],
  ['with struck prices', (dollars) => `<s><b>$${printed(dollars)}</b></s>`, undefined],
])('a short list %s has no listings', async (_, print, route) => {
  expect((await listingsAfter(asks, some, print, route)).listings).toEqual(none);
});

test('five cards that do not fit end what is known of their path, and fewer do not', async () => {
  const elsewhere: Print = (dollars) => `<em>$${printed(dollars)}</em>`;
  expect((await listingsAfter(asks, some, elsewhere)).again.filter(Boolean)).toEqual([]);
  expect((await listingsAfter(asks, some.slice(0, 4), elsewhere)).again).toEqual(wanted.slice(0, 4));
});

test('a list without a learned price teaches nothing for later', async () => {
  const random: Print = (dollars) => `<b>$${printed(((dollars * 7919) % 97) + 0.5)}</b>`;
  expect((await listingsAfter(random, some, asks)).listings).toEqual(none);
});

test('no random short list is given another amount than its price', async () => {
  const amounts = fc.array(fc.double({ min: 0.02, max: 3, noNaN: true }), { minLength: 1, maxLength: 3 });
  const tags = fc.array(fc.constantFrom('b', 'i', 's', 'em'), { minLength: 3, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(amounts, tags, fc.integer({ min: 3, max: 7 }), async (shares, names, length) => {
      const print: Print = (dollars) =>
        shares.map((share, at) => `<${names[at]}>$${printed(dollars * share)}</${names[at]}>`).join('');
      const { listings } = await listingsAfter(asks, goods.slice(0, length), print);
      // Alone in its place, and near the usual ratio: all else is silence.
      const fits = shares.length === 1 && names[0] === 'b' && Math.abs((shares[0] ?? 0) / 0.95 - 1) < 0.35;
      if (!fits) expect(listings.filter(Boolean)).toEqual([]);
    }),
    { seed, numRuns: runs(15) },
  );
});
