import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import type { Holding } from '#core/owned/portfolio.ts';
import { parseSettings } from '#core/settings/settings.ts';
import { InventoryTotals } from '#popup/report/inventory-totals.tsx';
import { usd } from '../../core/owned/usd.ts';
import { createEnvironment, start } from '../environment.ts';
import { button, click, close, open, query, text } from '../screen.tsx';

afterEach(close);

test('an inventory goes into the portfolio by a click, and what is there already is not added again', async () => {
  const entries = [
    { item: 'AK', count: 2, state: 'priced', offers: [] },
    { item: 'AK', count: 1, state: 'any-phase', offers: [], phase: 'Ruby' },
    { item: 'AWP', count: 1, state: 'priced', offers: [] },
    { item: 'Coin', count: 1, state: 'unknown', offers: [] },
  ] as const;
  const totals = { of: 'inventory', entries, rates: null } as const;
  const sold = { name: 'AK', count: 1, paid: usd(1), received: usd(2), soldAt: 3 };
  let items: readonly Holding[] = [{ name: 'AK', count: 1, paid: usd(100) }];
  const answer = () => ({ items, sales: [sold] });
  const env = createEnvironment();
  env.worker.portfolio = async () => answer();
  env.worker['portfolio-set'] = async (request) => {
    ({ items } = request);
    expect(request.sales).toEqual([sold]);
    return answer();
  };
  document.body.innerHTML = '<div id="app"></div>';
  const shown = { totals, asOf: null, settings: parseSettings({}), now: start };
  await act(() => render(<InventoryTotals {...shown} deps={env.deps} />, query('#app')));
  await click(button('Add to the portfolio'));
  expect(items).toEqual([
    { name: 'AK', count: 1, paid: usd(100) },
    { name: 'AK', count: 2, paid: null },
    { name: 'AWP', count: 1, paid: null },
  ]);
  expect(text('#app')).toContain('2 entries added.');
  await click(button('Add to the portfolio'));
  expect(items).toHaveLength(3);
  expect(text('#app')).toContain('0 entries added.');
  env.worker['portfolio-set'] = async () => Promise.reject(new Error('disk full'));
  items = [];
  await click(button('Add to the portfolio'));
  expect(text('#app')).toContain('disk full');
});

test('what is switched off stands in the tab’s line with its reason, and only an https link is one', async () => {
  const env = createEnvironment({});
  const why = 'CSFloat changed what its prices mean: no differences until the update.';
  const counts = { on: true, seen: 40, read: 40, priced: 0, drifted: true, reader: 'adapter' } as const;
  const issues = ['https://issue.example/7', 'javascript:alert(1)', 'http://issue.example/'];
  const notices = issues.map((issue) => ({ off: 'listing', issue, why }) as const);
  env.page.report = { site: 'csfloat', ...counts, notices };
  await open(env);
  const lines = [...document.querySelectorAll('.tab .line')];
  expect(lines.map(({ textContent }) => textContent)).toEqual([`${why} What happened`, `${why} `, `${why} `]);
  const [link, ...others] = document.querySelectorAll<HTMLAnchorElement>('.tab .line a');
  expect([link?.href, link?.target, link?.rel, others]).toEqual([issues[0], '_blank', 'noopener noreferrer', []]);
});

test.each([
  [0, ''],
  [40, 'Cards with prices: 30 of 40. '],
])('another copy of the extension is told, with %i cards of this one', async (seen, cards) => {
  const env = createEnvironment({});
  const counts = { on: true, seen, read: seen, priced: 30, drifted: false, reader: 'adapter' } as const;
  env.page.report = { site: 'csfloat', ...counts, otherCopy: true };
  await open(env);
  expect(text('.tab .line')).toBe(
    `${cards}Two copies of Skinlens are installed. One works on this page, and the other stays away. Remove one of them.`,
  );
});
