import { html } from 'hono/html';
import { expect, test } from 'vitest';
import { AlertsSection } from '#relay/admin/alerts-view.ts';
import { HistorySection } from '#relay/admin/history-views.ts';
import type { SetupDeps } from '#relay/admin/setup-deps.ts';
import { pageTexts } from '#relay/admin/texts.ts';

const context = { texts: pageTexts('en'), session: 'secret', revision: 1 };

test.each([0, 9])('the page tells of %i lost months and watch lists', async (lost) => {
  const alerts = { channel: undefined, lists: 0, alerts: 0, waiting: 0, last: undefined, forgotten: lost };
  const history = {
    status: async () => ({ problem: undefined, bytes: 0, clock: undefined, removed: 0, lostMonths: lost }),
    config: () => ({
      databaseFile: '/relay.db',
      recordsHistory: true,
      isHistoryFileFixed: false,
      historyMarkets: [],
      areHistoryMarketsFixed: false,
    }),
  } as Partial<SetupDeps['history']> as SetupDeps['history'];
  const deps = { history, priceApi: () => ({ url: 'https://price.example', key: 'a' }) };
  const section = await HistorySection(context, deps);
  const page = String(html`${AlertsSection(context, alerts)}${section}`);
  const told = ['went at once, as older than 400 days: 9.', '14 days with prices: 9.'];
  expect(told.filter((words) => page.includes(words))).toHaveLength(lost > 0 ? 2 : 0);
});
