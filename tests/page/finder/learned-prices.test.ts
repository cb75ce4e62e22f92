import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs, seed } from '../../seed.ts';
import { openFinder } from './find-items.ts';
import { asked, costs, goods, listingsOn, printed, tile } from './priced-pages.ts';

const none = goods.map(() => undefined);
const prices = (currency = 'USD') => goods.map((name, at) => `${asked(costs(name) / 100, at)} ${currency}`);

describe('a price is learned', () => {
  test.each<[string, (dollars: number, at: number) => string]>([
    ['alone', (dollars, at) => `<b>$${asked(dollars, at)}</b>`],
    ['in pieces', (dollars, at) => `<b>$<i>${asked(dollars, at).replace('.', '</i><sup>.')}</sup></b>`],
    [
      'beside the price before a discount, struck through',
      (dollars, at) => `<s>$${(dollars * 1.3).toFixed(2)}</s><b>$${asked(dollars, at)}</b><i>-13%</i>`,
    ],
    [
      'beside a labelled other price',
      (dollars, at) =>
        `<b>$${asked(dollars, at)}</b><div><i>Suggested price</i><em>$${(dollars * 1.1).toFixed(2)}</em></div>`,
    ],
    [
      'beside counts, floats and years',
      (dollars, at) => `<i>${at + 1}</i><i>0.2${at % 10}</i><i>2014</i><b>$${asked(dollars, at)}</b><i>12</i>`,
    ],
    [
      'with the stickers’ sum on two cards',
      (dollars, at) => `${at < 2 ? `<b>$${(dollars / 2).toFixed(2)}</b>` : ''}<b>$${asked(dollars, at)}</b>`,
    ],
    ['beside the same number alone', (dollars, at) => `<b>$${asked(dollars, at)}</b><i>${asked(dollars, at)}</i>`],
    [
      'in two currencies',
      (dollars, at) => `<b>$${asked(dollars, at)}</b><i>€${(Number(asked(dollars, at)) * 0.87).toFixed(2)}</i>`,
    ],
  ])('%s', async (_, print) => {
    const found = await listingsOn(print);
    expect(found.filter((each, at) => each !== undefined && each !== prices()[at])).toEqual([]);
    expect(found.filter(Boolean).length).toBeGreaterThanOrEqual(goods.length - 2);
  });

  test('in euros', async () => {
    expect(await listingsOn((dollars, at) => `<b>${asked(dollars, at).replace('.', ',')} €</b>`)).toEqual(
      prices('EUR'),
    );
  });
});

describe('no price is learned', () => {
  test.each<[string, (dollars: number, at: number) => string]>([
    ['from what is struck through', (dollars) => `<s>$${printed(dollars)}</s>`],
    ['from what is hidden', (dollars) => `<b style="display:none">$${printed(dollars)}</b>`],
    ['from a suggested price', (dollars) => `<i>Suggested price</i><b>$${printed(dollars)}</b>`],
    ['from what the seller gets', (dollars) => `<i>You receive</i><b>$${printed(dollars)}</b>`],
    ['from a bid', (dollars) => `<b>$${printed(dollars)}</b><i>3 bids</i>`],
    ['from bundles', (dollars) => `<i>Bundle</i><b>$${printed(dollars)}</b>`],
    ['from stacks', (dollars) => `<i>x3</i><b>$${printed(dollars)}</b>`],
    ['from an instalment', (dollars) => `<b>$${printed(dollars)}</b><i>/mo</i>`],
    ['from a third of the price', (dollars) => `<b>$${printed(dollars / 3)}</b>`],
    ['from prices that are scaled', (dollars) => `<b>€${printed(dollars * 4)}</b>`],
    ['from Canadian dollars', (dollars, at) => `<b>$${printed(Number(asked(dollars, at)) * 1.4)}</b>`],
    ['from numbers without a currency', (dollars) => `<b>${printed(dollars)}</b>`],
    [
      'from numbers whose currency only the page states: it may print another',
      (dollars) => `<p data-currency="USD"><meta itemprop="priceCurrency" content="USD"><b>${printed(dollars)}</b></p>`,
    ],
    [
      'from a reference beside a price in coins',
      (dollars, at) => `<b>${printed(Number(asked(dollars, at)) * 1.6)}</b><em>$${printed(dollars)}</em>`,
    ],
    ['from two prices that both fit', (dollars) => `<b>$${printed(dollars)}</b><i>$${printed(dollars * 0.9)}</i>`],
    ['from equal prices', () => '<b>$5.00</b>'],
    [
      'from a price whose cents stand beside a discount',
      (dollars) => `<b><i>$${Math.trunc(dollars) + 1}</i><sup>.${printed(dollars).slice(-2)}</sup><em>-13%</em></b>`,
    ],
  ])('%s', async (_, print) => {
    expect(await listingsOn(print)).toEqual(none);
  });

  test('from what the user owns, and from under eight cards', async () => {
    const print = (dollars: number) => `<b>$${printed(dollars)}</b>`;
    expect(await listingsOn(print)).not.toEqual(none);
    expect(await listingsOn(print, 'https://market.invalid/en/inventory')).toEqual(none);
    expect((await listingsOn((dollars, at) => (at < 7 ? print(dollars) : ''))).filter(Boolean)).toEqual([]);
  });
});

/** What a seller writes: a name tag with an amount, and a name or a description. */
const sellersTexts = [
  ['$28.85', 'Buff King'],
  ['$28.85', 'discount'],
  ['$28.85', 'Average Joe'],
  ['$28.85', ''],
  ['28.85 USD', 'Steam Master'],
  ['$28.85', 'Suggested price'],
  ['Price: $28.85', 'Buff King'],
  ['€28.85', 'sold out'],
  ['28.85', 'fees on me'],
  ['$28.85 now', 'best offer'],
  ['$28.85', 'Buff King $28.85'],
] as const;

/** A card's prices, with the name tag and the seller's name where shops have them. */
const layouts: Record<string, (price: string, tag: string, seller: string) => string> = {
  'tag, seller, price in equal elements': (price, tag, seller) => `<b>${tag}</b><b>${seller}</b><b>${price}</b>`,
  'seller, price, tag': (price, tag, seller) => `<b>${seller}</b><b>${price}</b><b>${tag}</b>`,
  rows: (price, tag, seller) => `<div><i>${tag}</i></div><div><i>${seller}</i></div><div><i>${price}</i></div>`,
  'a suggested price behind': (price, tag, seller) =>
    `<b>${tag}</b><b>${seller}</b><b>${price}</b><div><b>Suggested price</b><b>$99.99</b></div>`,
  'a suggested price before': (price, tag, seller) =>
    `<b>${tag}</b><b>Suggested price</b><b>$99.99</b><b>${seller}</b><b>${price}</b>`,
  'other elements': (price, tag, seller) => `<p>${tag}</p><em>${seller}</em><b>${price}</b>`,
  'one line': (price, tag, seller) => `<p><span>${tag}</span> <span>${seller}</span> <span>${price}</span></p>`,
};

test.each(Object.keys(layouts))('no text of a seller is a price: %s', async (name) => {
  const layout = layouts[name] ?? tile;
  for (const [nth, [tag, seller]] of sellersTexts.entries()) {
    const victim = nth % 2 ? 1 : 5;
    const found = await listingsOn((dollars, at) =>
      layout(`$${asked(dollars, at)}`, at === victim ? tag : '', at === victim ? seller : ''),
    );
    const wrong = found.filter((each, at) => each !== undefined && each !== prices()[at]);
    expect(wrong, `${tag}, ${seller}`).toEqual([]);
    expect(found.filter(Boolean).length).toBeGreaterThanOrEqual(goods.length - 1);
  }
});

test('no price is shown after the user said that it is wrong', async () => {
  const html = `<main>${goods.map((name) => tile(name, `<b>$${printed(costs(name) / 100)}</b>`)).join('')}</main>`;
  let mayLearn = true;
  const page = openFinder(html, { centsOf: costs, mayLearn: () => mayLearn });
  await page.start();
  const listings = () => [...page.found().values()].map(({ listing }) => listing?.amount);
  expect(listings()).toEqual(goods.map((name) => printed(costs(name) / 100)));
  mayLearn = false;
  expect(listings()).toEqual(none);
});

test('a price that moves, comes late or leaves its place is never another one', async () => {
  const page = openFinder(`<main>${goods.map((name) => tile(name, '')).join('')}</main>`, { centsOf: costs });
  await page.start();
  const listings = () => [...page.found().values()].map(({ listing }) => listing?.amount);
  const cards = [...page.document.querySelectorAll('.c')];
  for (const [at, card] of cards.entries())
    card.insertAdjacentHTML('beforeend', `<b>$${printed(costs(goods[at] ?? '') / 100)}</b>`);
  await page.settle();
  page.pass(500);
  await page.settle();
  expect(listings()).toEqual(goods.map((name) => printed(costs(name) / 100)));
  const [first, second] = cards.map((card) => card.querySelector('b')?.firstChild);
  if (first) first.nodeValue = `$${printed((costs(goods[0] ?? '') / 100) * 1.2)}`;
  if (second) second.nodeValue = '$99999.00';
  expect(listings().slice(0, 2)).toEqual([printed((costs(goods[0] ?? '') / 100) * 1.2), undefined]);
  for (const card of cards)
    card.insertAdjacentHTML('beforeend', `<b>$${printed(costs(card.querySelector('p')?.textContent ?? '') / 125)}</b>`);
  await page.settle();
  page.pass(500);
  await page.settle();
  expect(listings()).toEqual(none);
});

/** How a page prints what its items cost. Without a currency nothing tells it, or the amounts are something else's. */
const prints: readonly { readonly sign: string; readonly scale: number; readonly currency?: string }[] = [
  { sign: '$', scale: 1, currency: 'USD' },
  { sign: '€', scale: 0.87, currency: 'EUR' },
  { sign: '¥', scale: 7.2, currency: 'CNY' },
  { sign: '$', scale: 1.4 },
  { sign: '¥', scale: 150 },
  { sign: '$', scale: 3 },
  { sign: '€', scale: 0.2 },
  { sign: '', scale: 1.6 },
];

/** What may stand on a card besides its price; `ask` is the price in dollars, as the next currency writes it. */
const hazards: readonly ((dollars: number, random: number, ask: string) => string)[] = [
  (dollars, random) => `<s>$${printed(dollars * (1 + random))}</s>`,
  (dollars, random) => `<i>Suggested price</i><em>$${printed(dollars * (0.8 + random / 2))}</em>`,
  (dollars, random) => (random < 0.2 ? `<b>$${printed(dollars * random)}</b>` : ''),
  (dollars) => `<u>$${printed(dollars / 12)}</u><i>/mo</i>`,
  (dollars, random) => `<em>$${printed(dollars * (0.85 + random / 100))}</em>`,
  (_, random) => `<i>${Math.ceil(random * 99)}</i><i>0.${Math.ceil(random * 99)}</i><i>2014</i>`,
  (_, random) => `<u>$${printed(random * 50)}</u>`,
  (dollars, random) => (random < 0.3 ? `<i>x3</i><b>$${printed(dollars * 3)}</b>` : ''),
  (_, random) => (random < 0.5 ? `<i>${Math.ceil(random * 9)} bids</i>` : ''),
  (dollars, random) => (random < 0.3 ? `<i>Bundle</i><em>$${printed(dollars * 2)}</em>` : ''),
  (dollars) => `<u>4 payments of <span>$${printed(dollars / 4)}</span></u>`,
  (_dollars, _random, ask) => `<q>£${ask}</q>`,
];

test('no random page teaches a wrong price', async () => {
  const parts = fc.subarray([...hazards.keys()], { maxLength: 3 });
  const randoms = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 60, maxLength: 60 });
  const print = fc.oneof({ weight: 3, arbitrary: fc.constant(prints[0]) }, fc.constantFrom(...prints));
  await fc.assert(
    fc.asyncProperty(parts, parts, randoms, print, fc.boolean(), async (before, behind, shares, chosen, isPriced) => {
      const { sign = '', scale = 1, currency } = chosen ?? {};
      const cards = goods.map((name, at) => {
        const dollars = costs(name) / 100;
        const paid = isPriced ? Number(asked(dollars, at)) : (shares[at] ?? 0) * 10 ** ((at * 7) % 4) + 0.5;
        const pounds = printed(paid * 0.75);
        const show = (some: readonly number[]) =>
          some
            .map((each) => hazards[each]?.(dollars, shares[(at * 5 + each) % shares.length] ?? 0, pounds) ?? '')
            .join('');
        const html = `${show(before)}<b>${sign}${printed(paid * scale)}</b>${show(behind)}`;
        const isOffer = !/x3| bids|Bundle/.test(html);
        const right = [currency && `${printed(paid * scale)} ${currency}`, html.includes('£') && `${pounds} GBP`];
        return { html, right: isOffer ? [undefined, ...right] : [undefined] };
      });
      const found = await listingsOn((_, at) => cards[at]?.html ?? '');
      expect(found.filter((each, at) => !cards[at]?.right.includes(each))).toEqual([]);
    }),
    { seed, numRuns: runs(40) },
  );
});
