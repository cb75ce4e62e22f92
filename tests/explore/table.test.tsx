import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test } from 'vitest';
import { button, click, field, press, query, settle, text, type } from '../popup/screen.tsx';
import type { PlainItem } from './plain-items.ts';
import { toTable } from './random-items.ts';
import { close, createEnvironment, expand, heads, itemAt, names, open, price, rows, sorted } from './screen.tsx';

afterEach(close);

const items = [itemAt('AK-47 | Redline', 1000), itemAt('AWP | Asiimov', 5000), itemAt('M4A4 | Howl', 300_000)];

describe('the address', () => {
  test('holds the view, and opens it again', async () => {
    const env = await open(createEnvironment(items));
    await click(button('Cheaper elsewhere'));
    await type('Search items', 'awp');
    await settle();
    await click(button('Filters'));
    await type('Price from ($)', '20');
    await settle();
    await click(button('CSFloat'));
    const { hash } = location;
    expect(Object.fromEntries(new URLSearchParams(hash.slice(1)))).toEqual({
      view: 'cheaper',
      q: 'awp',
      min: '2000',
      buy: 'csfloat',
    });
    const before = names();
    await close();
    await open(env, hash.slice(1));
    expect(names()).toEqual(before);
    expect(field('Search items').value).toBe('awp');
    await click(button('Filters'));
    expect(field('Price from ($)').value).toBe('20');
    expect(button('CSFloat').getAttribute('aria-pressed')).toBe('true');
  });

  test('of another view adds to the history, and Back returns', async () => {
    await open(createEnvironment(items));
    const before = history.length;
    await click(button('Rising'));
    expect(history.length).toBe(before + 1);
    await act(() => history.replaceState(null, '', '#view=falling'));
    await act(() => void dispatchEvent(new PopStateEvent('popstate')));
    expect(query('.views [aria-current=page]').textContent).toBe('Falling');
  });

  test('with nonsense shows all items', async () => {
    await open(createEnvironment(items), 'view=%00&sort=-nothing&columns=a,b&min=x&kind=,,&offers=-1&age=1e99');
    expect(names()).toEqual(['AK-47 | Redline', 'AWP | Asiimov', 'M4A4 | Howl']);
  });
});

test('a menu closes by Escape and by a click elsewhere, and stays open by one inside', async () => {
  await open(createEnvironment(items));
  const isOpen = () => document.querySelector('.saved .menu-box') !== null;
  const send = (target: EventTarget, event: Event) => act(() => void target.dispatchEvent(event));
  const closings = [
    () => send(query('.grid'), new Event('pointerdown', { bubbles: true })),
    () => press(document.body, 'Escape'),
  ];
  for (const closeMenu of closings) {
    await expand('.saved');
    await send(field('Name of this view'), new Event('pointerdown', { bubbles: true }));
    expect(isOpen()).toBe(true);
    await closeMenu();
    expect(isOpen()).toBe(false);
  }
});

describe('columns', () => {
  const column = (name: string) => field(name);

  test('are chosen and moved, the item stays first, and the usual ones come back', async () => {
    await open(createEnvironment(items));
    const usual = heads();
    // As wide as their longest amounts, 9 px a letter.
    expect(query('.grid').getAttribute('style')).toContain(' 128px 130px 104px ');
    await expand('.bar .menu');
    expect(usual.slice(0, 5)).toEqual(['Item', 'Exit', 'Cost at most', 'BUFF163', 'CSFloat']);
    await click(column('BUFF163'));
    expect(heads()).not.toContain('BUFF163');
    await click(column('Cash per 1.00'));
    expect(heads().at(-1)).toBe('Cash per 1.00');
    await click(button('Move Cash per 1.00 up'));
    expect(heads().at(-2)).toBe('Cash per 1.00');
    await click(button('Move CSFloat down'));
    expect(heads().slice(1, 5)).toEqual(['Exit', 'Cost at most', 'Steam', 'CSFloat']);
    expect(new URLSearchParams(location.hash.slice(1)).get('columns')).toMatch(
      /^exit,payAtMost,price:steam,price:csfloat,/,
    );
    await click(button('Usual columns'));
    expect(heads()).toEqual(usual);
  });

  test('sort by a click, and the other way by the next', async () => {
    await open(createEnvironment(items));
    const byPrice = () => click(query('#head-price\\:buff163 button'));
    await byPrice();
    expect([sorted(), names()[0]]).toEqual([['▼ BUFF163'], 'M4A4 | Howl']);
    await byPrice();
    expect([sorted(), names()[0]]).toEqual([['▲ BUFF163'], 'AK-47 | Redline']);
  });
});

describe('while the markets are loading', () => {
  const loading = (all: readonly PlainItem[]) => {
    const { deps } = createEnvironment(all);
    const whole = toTable(all, false);
    const markets = whole.markets.map((column) => ({
      ...column,
      count: column.count.map(() => 0),
      state: 'reading' as const,
    }));
    const table = { ...whole, markets };
    const load: typeof deps.source.load = (_, show) => show({ table, isComplete: false, problem: '' });
    return { deps: { ...deps, source: { ...deps.source, load } } };
  };

  test('the table has the prices, and nothing that rests on the number of listings', async () => {
    await open(loading(items), 'columns=price:buff163,cheapest,spread,age');
    expect(rows()[0]).toEqual(['AK-47 | Redline', '$10.00', '', '', '']);
    expect(document.querySelector('.rows .off')).toBeNull();
    expect(text('.below')).toMatch(/Loading/);
  });

  test('a view that compares has no rows, and does not say why yet', async () => {
    await open(loading(items), 'view=cheaper');
    expect(rows()).toEqual([]);
    expect(document.querySelector('.left-out')).toBeNull();
    expect([text('.empty'), document.querySelector('.counts')]).toEqual(['Loading prices…', null]);
  });
});

test('a search finds its items among new prices in another order, too', async () => {
  const env = await open(createEnvironment(items), 'q=awp');
  expect(names()).toEqual(['AWP | Asiimov']);
  env.state.items = [itemAt('AWP | Asiimov', 5001), itemAt('AK-47 | Redline', 5001), itemAt('Newer', 5001)];
  await act(async () => env.state.show?.({ table: toTable(env.state.items, false), isComplete: true, problem: '' }));
  await expect.poll(() => rows()[0]?.[3]).toBe('$50.01');
  await expect.poll(names).toEqual(['AWP | Asiimov']);
});

test('an item whose name is markup is shown as text', async () => {
  await open(createEnvironment([itemAt('<img src=x onerror=alert(1)>', 1000)]));
  expect(names()).toEqual(['<img src=x onerror=alert(1)>']);
  expect(document.querySelector('.rows img')).toBeNull();
});

test.each(['', `item=${items[0]?.name}`])('the page “%s” says of samples that they are made up', async (address) => {
  for (const sample of [true, false]) {
    await open(createEnvironment(items, {}, sample), address);
    expect(text('main').includes('prices are made up')).toBe(sample);
  }
});

test('the page of an item with phases says that its prices are for the cheapest', async () => {
  for (const phases of [true, false]) {
    await open(createEnvironment([{ ...itemAt('A', 1000), phases }]), 'item=A');
    expect(text('main').includes('are for the cheapest phase')).toBe(phases);
  }
});

describe('the place in the table', () => {
  const many = Array.from({ length: 500 }, (_, at) => itemAt(`Item ${String(at).padStart(3, '0')}`, 1000 + at));
  const grid = () => query('.grid');
  /** Place of the active cell's row among the rows, of which the heads are the first. */
  const activeRow = () => {
    const cell = document.getElementById(grid().getAttribute('aria-activedescendant') ?? '');
    return Number(cell?.parentElement?.getAttribute('aria-rowindex')) - 2;
  };

  test('stays when new prices come, and is the first row of another view', async () => {
    const env = await open(createEnvironment(many));
    for (let times = 0; times < 3; times++) await press(grid(), 'ArrowDown');
    expect(activeRow()).toBe(3);
    const newer = many.map((one) => ({ ...one, prices: [price('buff163', 7700)] }));
    const show = (isComplete: boolean) => env.state.show?.({ table: toTable(newer, false), isComplete, problem: '' });
    // Two parts of one load: the page draws the last.
    await act(() => {
      for (const isComplete of [false, true]) show(isComplete);
    });
    await expect.poll(() => rows()[0]?.[3]).toBe('$77.00');
    await expect.poll(() => text('.below')).not.toMatch(/Loading/);
    expect(activeRow()).toBe(3);
    await click(query('#head-price\\:buff163 button'));
    expect(activeRow()).toBe(0);
  });

  test('moves by keys, within the table', async () => {
    await open(createEnvironment(many));
    const moved = ['0 0'];
    for (const key of 'Right Down Left Left Up Up'
      .split(' ')
      .map((to) => `Arrow${to}`)
      .concat('End', 'PageDown', 'Home')) {
      await press(grid(), key);
      const cell = document.getElementById(grid().getAttribute('aria-activedescendant') ?? '');
      moved.push(`${activeRow()} ${Array.from(cell?.parentElement?.children ?? []).indexOf(cell as Element)}`);
    }
    expect(moved.join(', ')).toBe('0 0, 0 1, 1 1, 1 0, 1 0, 0 0, 0 0, 0 10, 19 10, 19 0');
  });

  test('draws few of many rows, and a click opens the item of the clicked one', async () => {
    await open(createEnvironment(many));
    expect(rows().length).toBeGreaterThan(10);
    expect(rows().length).toBeLessThan(60);
    const row = query('.rows [aria-rowindex="6"]');
    await click(row.querySelector<HTMLElement>('.money') ?? row);
    expect(text('.item-page h2')).toBe('Item 004');
    expect(new URLSearchParams(location.hash.slice(1)).get('item')).toBe('Item 004');
  });
});
