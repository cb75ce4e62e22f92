import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import type { Site } from '#core/site.ts';
import { adapterSource } from '#page/cards/card-source.ts';
import { type Card, readCard, scanCards } from '#page/cards/cards.ts';
import { KnownRows } from '#page/cards/known-rows.ts';
import { LearnedFields } from '#page/finder/learned-fields.ts';
import { fieldsOf, listAt } from '#sites/reading/values.ts';
import { site } from '../sample-page.ts';

const feedUrl = 'https://sample.invalid/api/items';

/** A site whose cards have ids, and whose answers name their items and tell `price`. */
const fedSite: Site = {
  ...site,
  pages: site.pages.map((page) => ({
    ...page,
    read: (card, rows) => {
      const { item, listing } = rows.get(card.id) ?? {};
      return item ? { item, listing } : undefined;
    },
  })),
  feeds: [
    {
      url: /\/api\/items/,
      read: (body) =>
        listAt(body, 'items').map((value) => {
          const { id, name, price } = fieldsOf(value);
          const listing = typeof price === 'number' ? { amount: price.toFixed(2), currency: 'USD' } : undefined;
          return { key: String(id), item: String(name), listing };
        }),
    },
  ],
};

interface Item {
  readonly [field: string]: unknown;
}

/** Cents of an item by its number: far apart, so that the least evidence is there. */
const centsOf = (name: string): number => 100 * 2 ** Number(/\d+/.exec(name));

/** Items from a number on; `fields` are what their answer has beside id and name, by the item's dollars. */
const itemsOf = (count: number, fields: (dollars: number, at: number) => Item, from = 0): readonly Item[] =>
  Array.from({ length: count }, (_, at) => {
    const name = `Item ${from + at}`;
    return { id: from + at, name, ...fields(centsOf(name) / 100, at) };
  });

const answerOf = (items: readonly Item[]): string => `${feedUrl}\n${JSON.stringify({ items })}`;

const cardsOf = (items: readonly Item[], printOf: (item: Item) => string = () => ''): string =>
  items.map((item) => `<div class="card" id="${item['id']}"><i class="price">${printOf(item)}</i></div>`).join('');

/** A page and what is learned of its answers. */
function openPage(first: readonly Item[], printOf?: (item: Item) => string) {
  const { document } = new JSDOM(cardsOf(first, printOf), { url: 'https://sample.invalid/market' }).window;
  const rows = new KnownRows();
  const cards = new Map<Node, Card>();
  const tasks: (() => void)[] = [];
  const read = () => {
    scanCards(adapterSource(fedSite, document), cards);
    for (const card of cards.values()) readCard(card, rows);
  };
  const environment = {
    now: () => 0,
    after: () => undefined,
    inOwnTask: (work: () => void) => void tasks.push(work),
    fetchQuotes: async (names: readonly unknown[]) => ({
      ...{ table: { version: '1', asOf: 0 }, fault: null, rates: null },
      quotes: names.map((name) => ({ buff163: centsOf(String(name)), inflated: false })),
    }),
  };
  const fields = new LearnedFields(fedSite.feeds ?? [], rows, environment, read);
  const learn = async (...items: readonly (readonly Item[])[]) => {
    for (const known of items) rows.add(known.map(({ id, name }) => ({ key: String(id), item: String(name) })));
    read();
    fields.check([...cards.values()], items.map(answerOf));
    for (let idle = 0; idle < 4; idle = tasks.length > 0 ? 0 : idle + 1) {
      for (const task of tasks.splice(0)) task();
      await new Promise((resolve) => setImmediate(resolve));
    }
    read();
    return [...cards.values()].map(({ reading }) => (reading?.learned ? reading.listing?.amount : undefined));
  };
  return { document, learn, learned: learn(first) };
}

const amountsOf = (items: readonly Item[], field: string) => items.map((item) => Number(item[field]).toFixed(2));
const nothing = (items: readonly Item[]) => items.map(() => undefined);

test('the one field that follows the table’s prices is the price', async () => {
  const items = itemsOf(8, (dollars, at) => ({ cost: dollars * 1.1, sales: 30 - at, seller: 7 }));
  expect(await openPage(items).learned).toEqual(amountsOf(items, 'cost'));
});

test.each<[string, readonly Item[], ((item: Item) => string)?]>([
  ['seven rows', itemsOf(7, (dollars) => ({ cost: dollars }))],
  ['a field that some rows lack', itemsOf(12, (dollars, at) => (at < 9 ? { cost: dollars } : {}))],
  ['two such fields', itemsOf(9, (dollars) => ({ cost: dollars, other: dollars * 0.9 }))],
  ['a hundred times the prices', itemsOf(9, (dollars) => ({ cost: dollars * 100 }))],
  ['numbers that do not follow', itemsOf(9, (dollars, at) => ({ cost: at % 2 ? dollars / 8 : dollars }))],
  ['a price elsewhere, as the name says', itemsOf(9, (dollars) => ({ steam_price: dollars }))],
  ['an average, as the name says', itemsOf(9, (dollars) => ({ avgPrice: dollars }))],
  ['a price that the cards do not show', itemsOf(9, (dollars) => ({ cost: dollars })), () => '$3.33'],
])('%s: nothing is learned', async (_, items, printOf) => {
  expect(await openPage(items, printOf).learned).toEqual(nothing(items));
});

test('of two such fields the one that the cards show is the price', async () => {
  const items = itemsOf(8, (dollars) => ({ cost: dollars, other: dollars * 0.9 }));
  const page = openPage(items, ({ other }) => `$${Number(other).toFixed(2)}`);
  expect(await page.learned).toEqual(amountsOf(items, 'other'));
});

test('a later answer’s prices are known as well, until they follow the table’s no more', async () => {
  const items = itemsOf(8, (dollars) => ({ cost: dollars }));
  const page = openPage(items);
  await page.learned;
  const more = itemsOf(2, (dollars) => ({ cost: dollars }), 8);
  page.document.body.insertAdjacentHTML('beforeend', cardsOf(more));
  const all = [...items, ...more];
  expect(await page.learn(items, more)).toEqual(amountsOf(all, 'cost'));
  const others = itemsOf(10, (_dollars, at) => ({ cost: 1000 - at }));
  expect(await page.learn(others)).toEqual(nothing(others));
  expect(await page.learn(all)).toEqual(nothing(all));
});
