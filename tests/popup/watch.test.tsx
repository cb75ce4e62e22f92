// @vitest-environment jsdom
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test } from 'vitest';
import type { WatchAlert } from '#core/watch-list.ts';
import { readAlert } from '#popup/watch-form.tsx';
import type { WatchAnswer, WatchedItem } from '#protocol/watch-messages.ts';
import { button, click, close, open, query, settle, text, type } from './screen.tsx';
import { createWorld, start, type World } from './world.ts';

afterEach(close);

const redline = 'AK-47 | Redline (Field-Tested)';
const vulcan = 'AK-47 | Vulcan (Minimal Wear)';
const quote = { buff163: 1234, youpin: 1100, csfloat: 1500, liquidity: 93, inflated: false };
const minute = 60_000;

const watched = (over: Partial<WatchedItem> = {}): WatchedItem => ({
  name: redline,
  alert: null,
  reached: null,
  quote,
  doubt: null,
  ...over,
});
const listOf = (...items: WatchedItem[]): WatchAnswer => ({ items, asOf: start - 4 * minute, problem: null });

/** Opens the list as a click on its title does. */
async function openList(
  items: readonly WatchedItem[],
  prepare: (world: World) => void = () => undefined,
): Promise<World> {
  const world = createWorld();
  world.worker.watch = async () => listOf(...items);
  prepare(world);
  await open(world);
  const part = query('.watch details') as HTMLDetailsElement;
  part.open = true;
  await act(() => void part.dispatchEvent(new Event('toggle')));
  await settle();
  return world;
}

const asked = (world: World, kind: string) =>
  world.asked.filter((one) => one.kind === kind).map(({ request }) => request);

/** Chooses a kind of alert, types its value and sets it. */
async function setAlert(kind: WatchAlert['kind'], label: string, value: string): Promise<void> {
  await click(button(`Alert for ${redline}`));
  const select = query('.alert select') as HTMLSelectElement;
  await act(() => {
    select.value = kind;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await type(label, value);
  await click(button('Set alert'));
}

describe('the list', () => {
  test('closed, says how much is on it and asks for no history', async () => {
    const world = createWorld();
    const reached = { at: start, market: 'youpin', cents: 5 } as const;
    const below = { kind: 'below', cents: 9 } as const;
    world.worker.watch = async () =>
      listOf(
        watched({ alert: below, reached }),
        watched({ name: 'b', alert: { kind: 'change', percent: 5 }, reached }),
      );
    await open(world);
    expect(text('.watch summary')).toBe('Watch list 2 items · 1 alert reached');
    expect(asked(world, 'watch-histories')).toEqual([]);
    expect(document.querySelector('.watched')).toBeNull();
  });

  test('is open when its page was opened for it', async () => {
    const world = createWorld();
    await open({ ...world, deps: { ...world.deps, watchOpen: true } });
    expect(text('.watch .note')).toContain('Nothing is watched yet');
  });

  test('shows the lowest price, what is waited for and how that stands', async () => {
    await openList([watched({ alert: { kind: 'below', cents: 1000 } })]);
    expect(text('.watched .price')).toBe('YYouPin, lowest price$11.00');
    expect(text('.standing')).toBe('Alert at $10.00 or less: not reached');
  });

  const reached = { at: start - 5 * minute, market: 'youpin', cents: 990, percent: -12.5 } as const;
  test.each<[string, Partial<WatchedItem>, string]>([
    ['reached', { alert: { kind: 'below', cents: 1000 }, reached }, 'Reached 5 min ago: YouPin $9.90'],
    ['under the median', { alert: { kind: 'under-median', percent: 12.5 } }, 'Alert at 12.5 % under the median: not'],
    ['a change', { alert: { kind: 'change', percent: 5 }, reached }, 'Changed 5 min ago: YouPin $9.90 (-12.5 %)'],
    ['no price', { alert: { kind: 'below', cents: 1 }, doubt: 'missing', quote: null }, 'A price is missing'],
    ['an outlier', { alert: { kind: 'below', cents: 1 }, doubt: 'inflated' }, 'The price is an outlier'],
    [
      'old prices',
      { alert: { kind: 'below', cents: 1 }, reached, doubt: 'stale' },
      'YouPin $9.90. The prices are too old',
    ],
  ])('says of %s how it stands', async (_, over, words) => {
    await openList([watched(over)]);
    expect(text('.standing')).toContain(words);
  });

  test('a price that cannot be relied on is grey, and none is said', async () => {
    await openList([watched({ doubt: 'stale' }), watched({ name: vulcan, quote: null, doubt: 'missing' })]);
    expect(document.querySelectorAll('.price.doubtful')).toHaveLength(1);
    expect(text('.watched .price.none')).toBe('no price');
  });

  test('says of a finish in phases that its price is of any, and marks an outlier', async () => {
    await openList([watched({ name: '★ Karambit | Doppler (Factory New)', quote: { ...quote, inflated: true } })]);
    expect([...document.querySelectorAll('.watched .tag')].map((tag) => tag.textContent)).toEqual([
      'any phase',
      '⚠ outlier',
    ]);
  });

  test('draws the history of each item, in words as well, and takes it away', async () => {
    const drawn: (readonly (number | null)[])[] = [];
    let away = 0;
    const world = createWorld();
    world.worker.watch = async () => listOf(watched(), watched({ name: vulcan }));
    world.worker['watch-histories'] = async () => ({
      series: [
        { name: redline, at: [start - 3 * 60 * minute, start], cents: [1000, 1250] },
        { name: vulcan, at: [start], cents: [null] },
      ],
    });
    const drawSeries: typeof world.deps.drawSeries = (_, { cents }) => {
      drawn.push(cents);
      return () => away++;
    };
    await open({ ...world, deps: { ...world.deps, watchOpen: true, drawSeries } });
    expect(drawn).toEqual([[1000, 1250]]);
    expect(query('.chart').getAttribute('aria-label')).toBe('Lowest price over 3 h: from $10.00 to $12.50');
    expect(text('.chart.none')).toBe('no history yet');
    await close();
    expect(away).toBe(1);
  });

  test('follows the worker', async () => {
    const world = await openList([watched()]);
    world.worker.watch = async () => listOf(watched({ quote: { ...quote, youpin: 700 } }));
    await act(() => {
      for (const push of world.pushes) push();
    });
    await settle();
    expect(text('.watched .price')).toContain('$7.00');
  });

  test('opens an item on a market whose link is known, else in a tab that searches for it', async () => {
    const world = await openList([watched()]);
    await click(button(`Open ${redline}`));
    world.worker.details = async () => ({
      markets: [
        { market: 'buff163' },
        { market: 'csfloat', detail: { price: 1, inflated: false, link: 'https://csfloat.com/search?x=1' } },
      ],
    });
    await click(button(`Open ${redline}`));
    expect(world.openedTabs).toEqual([
      [`popup.html?tab=&q=${new URLSearchParams({ '': redline }).toString().slice(1)}`],
      ['https://csfloat.com/search?x=1'],
    ]);
  });

  test('drops an item', async () => {
    const world = await openList([watched(), watched({ name: vulcan })], ({ worker }) => {
      worker['watch-star'] = async () => listOf(watched({ name: vulcan }));
    });
    await click(button(`Stop watching ${redline}`));
    expect(asked(world, 'watch-star')).toEqual([{ name: redline, on: false }]);
    expect(text('.watched .open')).toBe(vulcan);
  });

  test('is given as CSV', async () => {
    const world = await openList([
      watched({ name: '=cmd|x', alert: { kind: 'under-median', percent: 7.5 }, reached, doubt: 'stale' }),
      watched({ quote: null }),
    ]);
    await click(button('Export as CSV'));
    expect(world.shell.saved.map(({ name }) => name)).toEqual(['skinlens-watch-list.csv']);
    const lines = world.shell.saved[0]?.text.trim().split('\r\n');
    expect(lines?.[1]).toBe(
      "'=cmd|x,under-median,7.5,percent,reached,2026-11-21T11:55:00.000Z,youpin,9.9,12.34,11,15,stale,2026-11-21T11:56:00.000Z",
    );
    expect(lines?.[2]).toBe(`${redline},,,,,,,,,,,,2026-11-21T11:56:00.000Z`);
    expect(lines?.[0]?.split(',').length).toBe(13);
  });

  test('that cannot be kept or read is told of', async () => {
    await openList([], ({ worker }) => {
      worker.watch = async () => ({ ...listOf(), problem: 'no room' });
    });
    expect(text('.watch > .problem')).toContain('no room');
    await close();
    await openList([], ({ worker }) => {
      worker.watch = async () => Promise.reject(new Error('gone'));
    });
    expect(text('.watch > .problem')).toContain('gone');
  });
});

describe('an alert', () => {
  test.each<[WatchAlert['kind'], string, string, WatchAlert]>([
    ['below', 'Price in US dollars', '9,50', { kind: 'below', cents: 950 }],
    ['under-median', 'Per cent', '12.5', { kind: 'under-median', percent: 12.5 }],
    ['change', 'Per cent', '250', { kind: 'change', percent: 250 }],
  ])('%s is set as typed, and the browser is asked to show notifications', async (kind, label, typed, alert) => {
    const world = await openList([watched()], ({ worker }) => {
      worker['watch-alert'] = async () => listOf(watched({ alert }));
    });
    expect(world.notifications.asked).toBe(0);
    await setAlert(kind, label, typed);
    expect(world.notifications.asked).toBe(1);
    expect(asked(world, 'watch-alert')).toEqual([{ name: redline, alert }]);
    expect(document.querySelector('form.alert')).toBeNull();
    expect(text('.standing')).toContain('not reached');
  });

  test('is kept when the browser says no, and that is told of with a way to change it', async () => {
    const alert = { kind: 'below', cents: 950 } as const;
    const world = await openList([watched({ alert })]);
    expect(text('.watch .ask')).toContain('The browser may not show notifications');
    world.notifications.allowed = true;
    await click(button('Allow notifications'));
    expect(world.notifications.asked).toBe(1);
    expect(document.querySelector('.watch .ask')).toBeNull();
  });

  test('that is taken away asks for nothing', async () => {
    const world = await openList([watched({ alert: { kind: 'below', cents: 950 } })]);
    await click(button(`Alert for ${redline}`));
    await click(button('No alert'));
    expect(asked(world, 'watch-alert')).toEqual([{ name: redline, alert: null }]);
    expect(world.notifications.asked).toBe(0);
  });

  test('asks nobody for what is allowed already', async () => {
    const alert = { kind: 'below', cents: 950 } as const;
    const world = await openList([watched({ alert })], ({ notifications, worker }) => {
      notifications.allowed = true;
      worker['watch-alert'] = async () => listOf(watched({ alert }));
    });
    await setAlert('below', 'Price in US dollars', '7');
    expect(asked(world, 'watch-alert')).toEqual([{ name: redline, alert: { kind: 'below', cents: 700 } }]);
    expect(world.notifications.asked).toBe(0);
  });

  test.each([
    ['below', '', 'Enter a price above 0'],
    ['below', '0', 'Enter a price above 0'],
    ['below', '-5', 'Enter a price above 0'],
    ['below', '1e3', 'Enter a price above 0'],
    ['under-median', '100', 'Enter a number from 0.1 to 99.'],
    ['change', '0', 'Enter a number from 0.1 to 1000.'],
  ] as const)('%s of "%s" is refused beside its field', async (kind, typed, words) => {
    const world = await openList([watched()]);
    await setAlert(kind, kind === 'below' ? 'Price in US dollars' : 'Per cent', typed);
    expect(text('.alert .problem')).toContain(words);
    expect(query('.alert input').getAttribute('aria-invalid')).toBe('true');
    expect(asked(world, 'watch-alert')).toEqual([]);
    expect(world.notifications.asked).toBe(0);
  });

  test('is shown as it is when it is changed, and a change is left by Cancel', async () => {
    await openList([watched({ alert: { kind: 'below', cents: 1250 } })]);
    await click(button(`Alert for ${redline}`));
    expect((query('.alert input') as HTMLInputElement).value).toBe('12.5');
    await click(button('Cancel'));
    expect(document.querySelector('form.alert')).toBeNull();
  });

  test('of a fraction of a cent is of whole cents', () => {
    expect(readAlert('below', '12.345')).toEqual({ kind: 'below', cents: 1235 });
    expect(readAlert('below', '0.001')).toBeUndefined();
    expect(readAlert('below', '99999999999')).toBeUndefined();
  });
});

describe('the star of a found item', () => {
  async function found(prepare: (world: World) => void): Promise<World> {
    const world = createWorld();
    world.worker.search = async () => ({
      state: 'found',
      names: [redline, vulcan],
      quotes: [quote, null],
      table: { version: 'a', asOf: start },
      fault: null,
      rates: null,
    });
    prepare(world);
    await open({ ...world, deps: { ...world.deps, query: 'ak' } });
    return world;
  }
  const stars = () => [...document.querySelectorAll('.found .star button')].map((star) => star.textContent).join('');

  test('puts it on the list, and takes it off', async () => {
    const world = await found(({ worker }) => {
      worker['watch-star'] = async ({ on }) => listOf(...(on ? [watched()] : []));
    });
    expect(stars()).toBe('☆☆');
    await click(button(`Watch ${redline}`));
    expect(stars()).toBe('★☆');
    expect(button(`Watch ${redline}`).getAttribute('aria-pressed')).toBe('true');
    expect(text('.watch summary')).toBe('Watch list 1 item');
    await click(button(`Watch ${redline}`));
    expect(asked(world, 'watch-star')).toEqual([
      { name: redline, on: true },
      { name: redline, on: false },
    ]);
    expect(stars()).toBe('☆☆');
  });

  test('that finds no room says so', async () => {
    await found(({ worker }) => {
      worker['watch-star'] = async () => listOf(watched());
    });
    await click(button(`Watch ${vulcan}`));
    expect(text('.watch > .problem')).toBe('The list is full: it holds 200 items.');
  });

  test('that the storage refuses says so, and the next one may go well', async () => {
    const world = await found(({ worker }) => {
      worker['watch-star'] = async () => Promise.reject(new Error('no room'));
    });
    await click(button(`Watch ${redline}`));
    expect(text('.watch > .problem')).toContain('no room');
    world.worker['watch-star'] = async () => listOf(watched());
    await click(button(`Watch ${redline}`));
    expect(text('.watch > .problem')).toBe('');
  });
});
