import { afterEach, describe, expect, test } from 'vitest';
import type { ViewKind } from '#core/rows/view.ts';
import { button, click, query, text } from '../popup/screen.tsx';
import { type PlainItem, plainRedline } from './plain-items.ts';
import { now } from './random-items.ts';
import {
  close,
  createEnvironment,
  expand,
  heads,
  names,
  open,
  price,
  reasons,
  rows,
  sorted,
  texts,
} from './screen.tsx';

afterEach(close);

const item = (name: string, over: Partial<PlainItem> = {}): PlainItem => ({
  ...plainRedline,
  name,
  prices: [price('buff163', 1000), price('csfloat', 1300), price('steam', 1400)],
  change: { percent: -4, market: 'buff163', thin: false },
  ...over,
});

const none = { percent: 0, cents: 0 };
const buffAt = (cents: number) => [price('buff163', cents), price('csfloat', 1300), price('steam', 1400)];
const change = (percent: number, thin = false) => ({ percent, market: 'buff163', thin }) as const;
const flagged = { inflated: true };
const twoHours = { seconds: now / 1000 - 7200 };

/** Rows for every reason, rows in doubt, and ordinary ones. */
const items: readonly PlainItem[] = [
  item('Good', { change: change(-4) }),
  item('Better', { prices: buffAt(900), change: change(3) }),
  item('Best', { prices: buffAt(880), change: change(12.5) }),
  item('Too good', { prices: buffAt(500), change: change(80) }),
  item('Far too good', { prices: buffAt(300), change: change(-70) }),
  item('Steam too cheap', { prices: [price('csfloat', 1300), price('steam', 700)], change: undefined }),
  item('Nothing to gain', { prices: [price('buff163', 1000), price('csfloat', 1010)], change: change(0) }),
  item('One market', { prices: [price('csfloat', 1300)], change: change(-9) }),
  item('Flagged', { prices: [price('buff163', 1000, flagged), price('csfloat', 1300, flagged)] }),
  item('Old', { prices: [price('buff163', 1000, twoHours), price('csfloat', 1300, twoHours)] }),
  item('Few', { prices: [price('buff163', 1000, { offers: 2 }), price('csfloat', 1300, { offers: 1 })] }),
  item('Unknown number', { prices: [price('buff163', 1000, { offers: 0 }), price('csfloat', 1300, { offers: 0 })] }),
  item('Rarely sold', { liquidity: 19 }),
  item('Doppler', { phases: true, change: change(-1) }),
  item('New', { change: change(-30, true) }),
  item('No past', { change: undefined }),
];

/** What leads to each view, its rows, and how many it leaves out. */
const views: Readonly<Record<Exclude<ViewKind, 'all'>, readonly [string, string, number]>> = {
  cheaper: ['Cheaper elsewhere', 'Best, Better, Good, New, No past, Far too good, Too good, Steam too cheap', 7],
  steam: ['Steam balance to cash', 'Good, Better, Best, Too good, Far too good, New, No past, Steam too cheap', 8],
  balance: ['Cash to Steam balance', 'Best, Better, Good, New, No past, Steam too cheap, Far too good, Too good', 8],
  falling: ['Falling', 'Good, Doppler, Far too good', 9],
  rising: ['Rising', 'Best, Better, Too good', 9],
};

describe.each(Object.keys(views) as (keyof typeof views)[])('the view %s', (kind) => {
  test('opens by its button, and has its rows and the number of those that are left out', async () => {
    const [title, expected, leftOut] = views[kind];
    await open(createEnvironment(items));
    await click(button(title));
    await expand('.left-out');
    expect(names().join(', ')).toBe(expected);
    expect(text('.counts [role=status]')).toBe(`Items: ${names().length}`);
    expect(text('.left-out summary')).toBe(`${leftOut} left out: why`);
    expect(query('.views [aria-current=page]').textContent).toBe(title);
  });

  test('has rows in doubt last, marked and counted, in both orders', async () => {
    await open(createEnvironment(items), `view=${kind}`);
    const doubtful = texts('.rows .doubtful .item-name');
    expect(doubtful.length).toBeGreaterThan(0);
    expect(texts('.rows .tag.warn')).toEqual(doubtful.map(() => 'doubtful'));
    expect(text('.counts')).toContain(`${doubtful.length} with doubtful differences`);
    const areLast = () => names().slice(-doubtful.length).toSorted();
    const found = doubtful.toSorted();
    expect(areLast()).toEqual(found);
    await click(query('.heads [aria-sort] button'));
    expect(areLast()).toEqual(found);
  });
});

test('“All items” says what an item brings at its best where fees are confirmed', async () => {
  const known = items.filter(({ name }) => name === 'Good' || name === 'One market');
  await open(createEnvironment(known));
  const at = heads().indexOf('Exit');
  // Steam's $14.00 is no cash. 2 % of $13.00 are 26 cents.
  expect(rows().map((cells) => cells[at])).toEqual(['CSFloat $12.74', 'CSFloat $12.74']);
  await close();
  await open(createEnvironment(known, { fees: { confirmed: false } }));
  expect(heads()).not.toContain('Exit');
});

test('“Cheaper elsewhere” says where to buy and to sell, and what is left after fees, the most first', async () => {
  await open(createEnvironment(items), 'view=cheaper');
  expect(heads().slice(0, 4)).toEqual(['Item', 'Patient profit %', 'Profit %', 'Profit']);
  expect(sorted()).toEqual(['▼ Patient profit %']);
  // After fees profit takes the place of the difference, and a cost that is the price has no column.
  for (const head of ['Difference', 'Cost', 'Age']) expect(heads()).not.toContain(head);
  const [, , , profit, buy, sell] = rows()[0] ?? [];
  // Steam's $14.00 is no cash. 2 % of $13.00 are 26 cents.
  expect([buy, sell, profit]).toEqual(['BUFF163 $8.80', 'CSFloat $13.00', '+$3.94']);
  expect(names().slice(0, 3)).toEqual(['Best', 'Better', 'Good']);
  expect(names()).not.toContain('Nothing to gain');
});

test('what a purchase costs has a column where a market charges for it, and an unusual age stands beside the name', async () => {
  const fee = { buying: { percent: 1, cents: 0 }, selling: none, cashingOut: none };
  const old = { seconds: now / 1000 - 61 * 60 };
  const prices = [price('buff163', 100_000, old), price('csfloat', 130_000)];
  await open(
    createEnvironment([item('Old', { prices })], {
      fees: { confirmed: true, markets: { buff163: fee, csfloat: fee } },
    }),
    'view=cheaper',
  );
  expect([rows()[0]?.[heads().indexOf('Buy')], rows()[0]?.[heads().indexOf('Cost')]]).toEqual([
    // As wide as cents: all points of a column are in one line.
    'BUFF163 $1,000\u2008\u2007\u2007',
    '$1,010\u2008\u2007\u2007',
  ]);
  expect(texts('.rows .tag')).toEqual(['1 h old']);
});

test('“Sell” says when it is the 7-day average at which the item is sold, and what is asked', async () => {
  const averaged = item('Averaged', { prices: [price('buff163', 880), price('csfloat', 1300, { avg7: 1250 })] });
  await open(createEnvironment([averaged]), 'view=cheaper');
  const cell = query('[title^="CSFloat:"]');
  expect([rows()[0]?.[5], cell.getAttribute('title')]).toEqual([
    'CSFloat avg. $12.50',
    'CSFloat: $13.00, 7-day average $12.50',
  ]);
});

test('before anything is recorded, “Falling” compares with the 7-day average, says so, and offers to collect', async () => {
  const averaged = (name: string, cents: number) =>
    item(name, { prices: [price('buff163', cents, { avg7: 1000, avg30: 800 })], change: undefined });
  const env = await open(createEnvironment([averaged('Fell', 960), averaged('Rose', 1040)]), 'view=falling');
  expect(heads().slice(0, 3)).toEqual(['Item', 'vs. 7-day avg.', 'vs. 30-day avg.']);
  expect(sorted()).toEqual(['▲ vs. 7-day avg.']);
  expect(rows().map((cells) => cells.slice(0, 3))).toEqual([['Fell', '−4.0%', '+20.0%']]);
  expect(query('.rows .row > :nth-child(2)').title).toBe('BUFF163: $9.60, 7-day average $10.00');
  expect(text('.notes')).toContain('Compared with the 7-day average.');
  await click(query('.notes button'));
  expect(env.state.settings.overlay.change).toBe(true);
  expect(text('.notes')).toBe('Compared with the 7-day average, until your relay has recorded prices for 30 days.');
  await click(button('Rising'));
  expect(rows().map((cells) => cells.slice(0, 2))).toEqual([['Rose', '+4.0%']]);
});

test('each reason is told by a sentence, and ticking it brings the rows back', async () => {
  await open(createEnvironment(items), 'view=cheaper');
  await expand('.left-out');
  expect(reasons().toSorted()).toEqual([
    '1 Flagged as an outlier by the price source',
    '1 Liquidity under the limit, or not known',
    '1 No price on the markets needed',
    '1 Price of the cheapest phase, not of a certain one',
    '1 Price older than the limit',
    '2 Under 3 listings, or their number is not known',
  ]);
  expect(names()).not.toContain('Few');
  await click(query('[aria-label^="Show these too: Under 3"]'));
  expect(names()).toEqual(expect.arrayContaining(['Few', 'Unknown number']));
  expect(reasons()).toContain('0 Under 3 listings, or their number is not known');
  await click(query('[aria-label^="Show these too: Under 3"]'));
  expect(names()).not.toContain('Few');
});

test('of samples compares nothing, and says so', async () => {
  await open(createEnvironment(items, {}, true), 'view=cheaper');
  expect(text('.empty strong')).toBe('No item fits this view.');
  expect(names()).toEqual([]);
  expect(reasons()).toEqual([`${items.length} Sample prices: nothing is compared`]);
  expect(text('.notes')).toMatch(/prices are made up/);
});

test('without confirmed fees there is no profit, the difference sorts, and a button leads to the fees', async () => {
  const env = await open(createEnvironment(items, { fees: { confirmed: false, markets: {} } }), 'view=cheaper');
  expect(sorted()).toEqual(['▼ Difference']);
  await click(query('.notes button'));
  expect(env.state.settingsPages).toBe(1);
});

test.each([
  ['Cheaper elsewhere', 'Buy at Sell at', 1],
  ['Steam balance to cash', 'Sell at', 0],
  ['Cash to Steam balance', 'Buy at', 0],
  ['Falling', '', 0],
])('%s: the filters ask for “%s”, and %i times for Steam, which is no market for cash', async (view, places, count) => {
  await open(createEnvironment(items));
  await click(button('Filters'));
  await click(button(view));
  const labels = texts('.filters legend').filter((label) => label.endsWith(' at'));
  expect([labels.join(' '), texts('.filters .chip').filter((name) => name === 'Steam').length]).toEqual([
    places,
    count,
  ]);
});
