import { act } from 'preact/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import type { MarketId } from '#core/prices/markets.ts';
import type { Offer } from '#core/prices/offer.ts';
import { emptyColumn, type ItemTable } from '#core/rows/item-table.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import { noPriceText } from '#explore/table/cells.ts';
import { click, query, settle, text } from '../popup/screen.tsx';
import { markets, now, toTable } from './random-items.ts';
import { close, createEnvironment, itemAt, open, price, rows } from './screen.tsx';

afterEach(close);

const name = 'AK-47 | Redline';
// One price counts, one has a flag, and the item has no listing on the third market.
const item = itemAt(name, 1000, { prices: [price('buff163', 1000), price('csfloat', 900, { inflated: true })] });
const [loaded, other] = ['skins', 'waxpeer'] as const;

/** Explore's dependencies while the worker has not loaded some of the markets; the rest of their data are there. */
function createWaiting(missing: readonly MarketId[], ask: ExploreDeps['ask'] = () => Promise.reject(new Error('no'))) {
  const chosen = [...markets.filter((market) => market !== loaded && market !== other), loaded, other];
  const env = createEnvironment([item], { markets: chosen });
  const whole = toTable([item], false);
  const columnOf = (market: MarketId) =>
    whole.markets.find((column) => column.market === market) ?? {
      ...(whole.markets[0] as ItemTable['markets'][number]),
      market,
      cents: new Float64Array(1),
      count: new Uint32Array(1),
    };
  const tableOf = (waiting: readonly MarketId[]): ItemTable => ({
    ...whole,
    markets: chosen.map((market) => ({
      ...columnOf(market),
      state: waiting.includes(market) ? ('missing' as const) : ('loaded' as const),
    })),
  });
  const pushed = new Set<() => void>();
  const state = { waiting: missing };
  const source: ExploreDeps['source'] = {
    ...env.deps.source,
    load: (_, show) => show({ table: tableOf(state.waiting), isComplete: true, problem: '' }),
  };
  const onPush: ExploreDeps['onPush'] = (listener) => void pushed.add(listener);
  const push = async () => {
    await act(() => {
      for (const listener of pushed) listener();
    });
    await settle();
  };
  return { deps: { ...env.deps, source, onPush, ask }, state, chosen, push };
}

const columns = `columns=price:buff163,price:csfloat,price:${loaded},price:${other}`;
const titles = () =>
  Array.from(document.querySelectorAll('.rows .row [role=gridcell]'), (cell) => cell.getAttribute('title') ?? '');

test('the table says apart what is not loaded, what has no listing, and what does not count', async () => {
  await open(createWaiting([other]), columns);
  expect(rows()[0]?.slice(1)).toEqual(['$10.00', '$9.00', '–', '…']);
  expect(titles().slice(1)).toEqual([
    '',
    'Not counted: Flagged as an outlier by the price source',
    'No price',
    'Not loaded yet',
  ]);
});

test('a price whose market is not loaded says so, and not that it has few listings', async () => {
  const waiting = createWaiting(['buff163']);
  const { load } = waiting.deps.source;
  // The price comes with the table, the number of listings does not.
  const source: ExploreDeps['source'] = {
    ...waiting.deps.source,
    load: (request, show) =>
      load(request, (state) => {
        const cut = (column: ItemTable['markets'][number]) =>
          column.state === 'missing' ? { ...column, count: column.count.map(() => 0) } : column;
        show({ ...state, table: { ...state.table, markets: state.table.markets.map(cut) } });
      }),
  };
  await open({ deps: { ...waiting.deps, source } }, columns);
  expect([rows()[0]?.[1], titles()[1]]).toEqual(['$10.00', 'Not loaded yet']);
  const head = query('#head-price\\:buff163 button');
  expect([head.textContent, head.title]).toEqual(['BUFF163…', 'Not loaded yet']);
  expect(text('#head-price\\:csfloat')).toBe('CSFloat');
});

test('pushes that come while a load runs lead to one more load, after it', async () => {
  const waiting = createWaiting([]);
  const { load } = waiting.deps.source;
  const ends: (() => void)[] = [];
  const source: ExploreDeps['source'] = {
    ...waiting.deps.source,
    load: (request, show) => void ends.push(() => load(request, show)),
  };
  await open({ deps: { ...waiting.deps, source } }, columns);
  await waiting.push();
  await waiting.push();
  expect(ends).toHaveLength(1);
  for (const [at, loads] of [2, 2].entries()) {
    await act(() => ends[at]?.());
    await settle();
    expect(ends).toHaveLength(loads);
  }
});

test('the head counts the markets that are loaded, until all are', async () => {
  const waiting = createWaiting([loaded, other]);
  await open(waiting);
  const all = waiting.chosen.length;
  expect(text('.markets-progress')).toBe(`Skins.com … ${all - 2} of ${all} markets loaded`);
  waiting.state.waiting = [other];
  await waiting.push();
  await vi.waitFor(() => expect(text('.markets-progress')).toBe(`Waxpeer … ${all - 1} of ${all} markets loaded`));
  waiting.state.waiting = [];
  await waiting.push();
  await vi.waitFor(() => expect(text('.markets-progress')).toBe(''));
});

test('an item’s page says the same, and its links come with the markets', async () => {
  let answer: readonly Offer[] = [{ market: other }];
  const ask = (async (kind: string) => {
    if (kind !== 'details') throw new Error('no list');
    return answer;
  }) as ExploreDeps['ask'];
  const waiting = createWaiting([other], ask);
  await open(waiting, `item=${encodeURIComponent(name)}`);
  const cells = () =>
    Object.fromEntries(
      Array.from(document.querySelectorAll('.item-page tbody tr'), (row) => [
        row.children[0]?.textContent,
        row.children[1]?.textContent,
      ]),
    );
  expect(cells()).toMatchObject({ BUFF163: '$10.00', 'Skins.com': 'No price', Waxpeer: 'Not loaded yet' });
  expect(text('.not-counted summary')).toBe('Not counted: CSFloat');
  expect(text('.not-counted')).toContain('CSFloat: Flagged as an outlier');
  expect(document.querySelector('.item-page tbody a')).toBeNull();
  const link = 'https://waxpeer.com/a';
  answer = [{ market: other, link }];
  await waiting.push();
  await vi.waitFor(() => expect(document.querySelector('.item-page tbody a')?.getAttribute('href')).toBe(link));
});

test('an item’s page tells cost and net of a price with few listings, and of no flagged or old one', async () => {
  const old = now / 1000 - 100 * 60;
  const prices = [
    price('buff163', 1000, { avg7: 900, offers: 1 }),
    price('csfloat', 900, { avg7: 800, inflated: true }),
    price('steam', 950, { avg7: 800, seconds: old }),
  ];
  const { deps } = createEnvironment([itemAt(name, 1000, { prices })]);
  await open({ deps }, `item=${encodeURIComponent(name)}`);
  const row = (market: string) => {
    const all = Array.from(document.querySelectorAll('.item-page tbody tr'));
    const cells = all.find((each) => each.children[0]?.textContent === market)?.children ?? [];
    return Array.from(cells, ({ textContent }) => textContent).slice(1, 5);
  };
  expect(row('BUFF163')).toEqual(['$10.00', '$10.00', '$8.82', '$9.00 ↗']);
  expect(row('CSFloat')).toEqual(['$9.00', '', '', '$8.00']);
  expect(row('Steam')).toEqual(['$9.50', '', '', '$8.00']);
});

test('a click on a price opens that market’s page, and the item where no address is known', async () => {
  const link = 'https://waxpeer.com/a';
  const ask = (async (kind: string) => {
    if (kind !== 'details') throw new Error('no list');
    return [{ market: 'buff163', link }];
  }) as ExploreDeps['ask'];
  const waiting = createWaiting([], ask);
  const links: string[] = [];
  await open({ deps: { ...waiting.deps, openLink: (url) => links.push(url) } }, columns);
  const cell = (at: number) => query(`.rows .row > :nth-child(${at})`);
  await click(cell(2));
  await vi.waitFor(() => expect(links).toEqual([link]));
  expect(document.querySelector('.item-page')).toBeNull();
  await click(cell(3));
  await vi.waitFor(() => expect(text('.item-page h2')).toBe(name));
  expect(links).toEqual([link]);
});

test('a price in coins without a rate is no missing listing', () => {
  const column = emptyColumn('csgoroll', 2);
  column.updatedAt[1] = 1;
  expect([noPriceText(column, 0), noPriceText(column, 1)]).toEqual(['No price', 'No coin rate']);
});
