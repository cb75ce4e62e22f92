import { afterEach, expect, test } from 'vitest';
import type { ViewWait } from '#core/rows/view-alerts.ts';
import { start } from '../environment.ts';
import { close, query, text } from '../screen.tsx';
import { minute, openList, redline } from './watch-screen.tsx';

afterEach(close);

const view = { name: 'Bargains', address: 'view=cheaper&percent=8', wait: undefined, told: [] };

const openViews = (over: object) =>
  openList([], (env) => {
    env.worker['view-alerts'] = async () => [{ ...view, ...over }];
  });

test('without a view that tells, nothing is said of views', async () => {
  await openList([]);
  expect(document.querySelector('.view-alerts')).toBeNull();
});

test('a view that tells leads to Explore, with the rows that were told, where to buy and sell, and the age', async () => {
  const row = { name: redline, market: 'dmarket', cents: 950, at: start - 2 * minute } as const;
  const told = [
    { ...row, sellAt: 'csfloat', percent: 17.6, asOf: start - 4 * minute } as const,
    { ...row, name: 'Other', percent: -12, asOf: start - 9 * minute } as const,
  ];
  await openViews({ told });
  expect(query('.view-alerts a').getAttribute('href')).toBe('/explore.html#view=cheaper&percent=8');
  expect(text('.view-alerts summary')).toBe('2 new, the latest 2 min ago');
  const lines = [...document.querySelectorAll('.view-alerts .note')].map(({ textContent }) => textContent);
  expect(lines).toEqual([
    `${redline} DMarket $9.50 → CSFloat · +17.6% · 4 min`,
    'Other DMarket $9.50 · −12.0% · 9 min',
  ]);
});

test.each<[string, ViewWait | undefined]>([
  ['no new row yet', undefined],
  ['No alerts while a price is missing.', { reason: 'none', markets: [] }],
  ['No alerts while prices are samples.', { reason: 'sample', markets: [] }],
  ['No alerts while the prices are too old.', { reason: 'old', markets: [] }],
  ['No alerts until these markets are loaded: DMarket, Steam.', { reason: 'loading', markets: ['dmarket', 'steam'] }],
  ['No alerts from a view of more than 500 rows. Set narrower filters.', { reason: 'many', markets: [] }],
])('a view without new rows says “%s”', async (words, wait) => {
  await openViews({ wait });
  expect(text('.view-alerts .muted')).toBe(words);
});
