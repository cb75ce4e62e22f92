import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs, seed } from '../../seed.ts';
import { asked, costs, goods, listingsOn, printed } from './priced-pages.ts';

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
