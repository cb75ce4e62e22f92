import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test } from 'vitest';
import type { WatchedItem } from '#core/owned/watch-prices.ts';
import { createEnvironment, start } from '../environment.ts';
import { button, click, close, open, query, settle, text } from '../screen.tsx';
import { asked, asking, listOf, minute, openList, redline, vulcan, watched } from './watch-screen.tsx';

afterEach(close);

describe('the list', () => {
  test('is named with the number of triggered alerts, and loads no history before it is opened', async () => {
    const env = createEnvironment();
    const reached = { at: start, market: 'youpin', cents: 5 } as const;
    const below = { kind: 'below', cents: 9 } as const;
    env.worker.watch = async () =>
      listOf(
        watched({ alert: below, reached }),
        watched({ name: 'b', alert: { kind: 'change', percent: 5 }, reached }),
      );
    await open(env);
    expect(text('#tab-watch')).toBe('Watch 11 alert triggered');
    expect(asked(env, 'watch-history')).toEqual([]);
    await click(query('#tab-watch'));
    expect(text('.watch .title .muted')).toBe('2 items · 1 alert triggered');
    expect(asked(env, 'watch-history')).not.toEqual([]);
  });

  test('shows the lowest price, in grey while it is in doubt, the alert, its state and its marks', async () => {
    const name = '★ Karambit | Doppler (Factory New)';
    await openList([
      watched({ alert: { kind: 'below', cents: 1000 } }),
      watched({ name, quote: asking({ inflated: true }), doubt: 'inflated' }),
    ]);
    expect(text('.watched .price')).toBe('$11.00');
    expect(text('.standing')).toBe('Alert at $10.00 or less: not triggered yet');
    expect(document.querySelectorAll('.price.doubtful')).toHaveLength(1);
    const tags = [...document.querySelectorAll('.watched .tag')].map((tag) => tag.textContent);
    expect(tags).toEqual(['any phase', '⚠ outlier']);
  });

  const reached = { at: start - 5 * minute, market: 'youpin', cents: 990, percent: -12.5 } as const;
  test.each<[string, Partial<WatchedItem>, string]>([
    ['reached', { alert: { kind: 'below', cents: 1000 }, reached }, 'Triggered 5 min ago: YouPin $9.90'],
    ['under the median', { alert: { kind: 'under-median', percent: 12.5 } }, 'Alert at 12.5% below the median: not'],
    ['a change', { alert: { kind: 'change', percent: 5 }, reached }, 'Changed 5 min ago: YouPin $9.90 (−12.5%)'],
    ['No price', { alert: { kind: 'below', cents: 1 }, doubt: 'missing', quote: null }, 'while a price is missing'],
    ['an outlier', { alert: { kind: 'below', cents: 1 }, doubt: 'inflated' }, 'while the price is an outlier'],
    [
      'old prices',
      { alert: { kind: 'below', cents: 1 }, reached, doubt: 'stale' },
      'YouPin $9.90. No alerts while the prices are too old',
    ],
  ])('shows the state of an alert: %s', async (_, over, words) => {
    await openList([watched(over)]);
    expect(text('.standing')).toContain(words);
  });

  test('shows the price that the alert looks at, and on which markets it is in doubt', async () => {
    const alert = { kind: 'above', cents: 900 } as const;
    await openList([
      watched({ alert, lowest: { market: 'dmarket', cents: 950 } }),
      watched({ name: vulcan, alert, doubt: 'missing', doubtful: ['csgoroll', 'steam'] }),
    ]);
    expect(text('.watched .price')).toContain('$9.50');
    expect(query('.watched .price .sign').getAttribute('aria-label')).toBe('DMarket, lowest price');
    expect([...document.querySelectorAll('.watched .state')].map((one) => one.textContent)).toEqual([
      'not triggered yet',
      'No alerts while a price is missing. (CSGORoll, Steam)',
    ]);
  });

  test('draws the history of each item with a text alternative, and removes the chart', async () => {
    const drawn: (readonly (number | null)[])[] = [];
    let away = 0;
    const env = createEnvironment();
    env.worker.watch = async () =>
      listOf(watched(), watched({ name: vulcan }), watched({ name: 'AK-47 | Slate (Field-Tested)' }));
    env.worker['watch-history'] = async ({ name }) => {
      if (name === redline) return { at: [start - 3 * 60 * minute, start], cents: [1000, 1250] };
      return name === vulcan ? 'none' : 'lost';
    };
    const drawSeries: typeof env.deps.drawSeries = (_, { cents }) => {
      drawn.push(cents);
      return () => away++;
    };
    await open({ deps: { ...env.deps, drawSeries } }, 'watch');
    expect(drawn).toEqual([[1000, 1250]]);
    expect(query('.chart').getAttribute('aria-label')).toBe('Lowest price over 3 h: from $10.00 to $12.50');
    const words = [...document.querySelectorAll('.chart.none')].map((one) => one.textContent);
    expect(words).toEqual(['history did not load']);
    await close();
    expect(away).toBe(1);
  });

  test('updates on a push of the worker', async () => {
    const env = await openList([watched()]);
    env.worker.watch = async () => listOf(watched({ quote: asking({ youpin: 700 }) }));
    await act(() => {
      for (const push of env.pushes) push();
    });
    await settle();
    expect(text('.watched .price')).toContain('$7.00');
  });

  test('opens an item on the first market with a link, else in a search tab', async () => {
    const env = await openList([watched()]);
    await click(button(`Open ${redline}`));
    env.worker.details = async () => [
      { market: 'buff163' },
      { market: 'csfloat', link: 'https://csfloat.com/search?x=1' },
    ];
    await click(button(`Open ${redline}`));
    expect(env.openedTabs).toEqual([
      [`popup.html?tab=&q=${new URLSearchParams({ '': redline }).toString().slice(1)}`],
      ['https://csfloat.com/search?x=1'],
    ]);
  });

  test('removes an item', async () => {
    const env = await openList([watched(), watched({ name: vulcan })], ({ worker }) => {
      worker['watch-star'] = async () => listOf(watched({ name: vulcan }));
    });
    await click(button(`Stop watching ${redline}`));
    expect(asked(env, 'watch-star')).toEqual([{ name: redline, on: false }]);
    expect(text('.watched .open')).toBe(vulcan);
  });

  test('puts a removed item back with its alert', async () => {
    const alert = { kind: 'below', cents: 1000 } as const;
    const env = await openList([watched({ alert }), watched({ name: vulcan })]);
    env.worker['watch-star'] = async ({ on }) => listOf(watched({ name: vulcan }), ...(on ? [watched()] : []));
    env.worker['watch-alert'] = async () => listOf(watched({ alert }), watched({ name: vulcan }));
    await click(button(`Stop watching ${redline}`));
    expect(text('[role=status].note')).toContain(`Removed: ${redline}`);
    await click(button('Take back'));
    expect(asked(env, 'watch-star').at(-1)).toEqual({ name: redline, on: true });
    expect(asked(env, 'watch-alert')).toEqual([{ name: redline, alert }]);
    expect(text('.standing')).toBe('Alert at $10.00 or less: not triggered yet');
    expect(document.body.textContent).not.toContain('Removed:');
  });

  test('exports CSV', async () => {
    const env = await openList([
      watched({
        name: '=cmd|x',
        alert: { kind: 'under-median', percent: 7.5, market: 'dmarket' },
        reached,
        doubt: 'stale',
      }),
      watched({ quote: null, alert: { kind: 'below', cents: 1000, typed: { currency: 'EUR', hundredths: 800 } } }),
    ]);
    await click(button('Export as CSV'));
    expect(env.shell.saved.map(({ name }) => name)).toEqual(['skinlens-watch-list.csv']);
    const lines = env.shell.saved[0]?.text.trim().split('\r\n');
    expect(lines?.[1]).toBe(
      "'=cmd|x,under-median,7.5,percent,dmarket,reached,2026-11-21T11:55:00.000Z,youpin,9.9,12.34,11,15,stale,2026-11-21T11:56:00.000Z,,,,,,",
    );
    expect(lines?.[2]).toBe(`${redline},below,8,EUR,,waiting,,,,,,,,2026-11-21T11:56:00.000Z,,,,,,`);
    expect(lines?.[0]?.split(',').length).toBe(20);
  });

  const youpin = {
    buying: { percent: 1, cents: 0 },
    selling: { percent: 10, cents: 0 },
    cashingOut: { percent: 0, cents: 50 },
  };
  test.each([
    // 11.00 less 10 % and 0.50; 11.00 and 1 %.
    ['are in the CSV', true, {}, ',,,9.4,11.11,,'],
    ['are empty before the fees are confirmed', false, {}, ',,,,,,'],
    ['are empty for an old price', true, { doubt: 'stale' }, ',,,,,,'],
    ['are empty for an outlier', true, { doubt: 'inflated' }, ',,,,,,'],
    ['are empty without a price', true, { quote: null, doubt: 'missing' }, ',,,,,,'],
  ] as const)('net and cost %s', async (_, confirmed, over, cells) => {
    const env = await openList([watched(over)], undefined, { fees: { confirmed, markets: { youpin } } });
    await click(button('Export as CSV'));
    const [header, line] = env.shell.saved[0]?.text.trim().split('\r\n') ?? [];
    expect(header?.endsWith('youpin_net_usd,youpin_cost_usd,csfloat_net_usd,csfloat_cost_usd')).toBe(true);
    expect(line?.replace(/.*56:00.000Z/, '')).toBe(cells);
  });

  test('shows storage and worker problems', async () => {
    await openList([], ({ worker }) => {
      worker.watch = async () => ({ ...listOf(), problem: 'no room' });
    });
    expect(text('.watch-problem')).toContain('no room');
    await close();
    await openList([], ({ worker }) => {
      worker.watch = async () => Promise.reject(new Error('gone'));
    });
    expect(text('.watch-problem')).toContain('gone');
  });
});
