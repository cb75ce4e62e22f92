import { expect, test } from 'vitest';
import type { Notice } from '#browser/browser-ui.ts';
import { dollar } from '#core/money/rates.ts';
import type { Crossing } from '#core/owned/watch-crossing.ts';
import type { Offer } from '#core/prices/offer.ts';
import { createAlerts } from '#worker/watch-alerts.ts';
import { messageSourceOf } from '../messages.ts';

const redline = 'AK-47 | Redline (Field-Tested)';

const crossing = (over: Partial<Crossing> = {}): Crossing => ({
  name: redline,
  alert: { kind: 'below', cents: 1000 },
  at: 0,
  market: 'buff163',
  cents: 950,
  asOf: 0,
  ...over,
});

function make(offers: () => Promise<readonly Offer[]> = async () => []) {
  const shown: Notice[] = [];
  const opened: string[] = [];
  const alerts = createAlerts({
    show: async (notice) => shown.push(notice),
    offers,
    open: async (url, how) => void opened.push(`${how} ${url}`),
    searchPage: (query) => `search ${query}`,
    watchPage: () => 'watch',
    viewPage: async (view) => `view ${view}`,
    message: (key, ...values) => messageSourceOf('en').getMessage(key, values),
    now: () => 240_000,
  });
  return { ...alerts, shown, opened };
}

test.each<[string, Partial<Crossing>, string]>([
  ['below a price', {}, 'BUFF163 $9.50 ≤ $10.00 · 4 min'],
  ['with the age of its own price', { market: 'dmarket', asOf: 120_000 }, 'DMarket $9.50 ≤ $10.00 · 2 min'],
  ['above a price', { alert: { kind: 'above', cents: 900 } }, 'BUFF163 $9.50 ≥ $9.00 · 4 min'],
  [
    'of a sale',
    { alert: { kind: 'exit', cents: 900 }, market: 'waxpeer', exit: { market: 'waxpeer', netCents: 950 } },
    'a sale leaves $9.50 (Waxpeer) · ≥ $9.00 · 4 min',
  ],
  [
    'with a known exit',
    { exit: { market: 'csfloat', netCents: 911 } },
    'BUFF163 $9.50 ≤ $10.00 · 4 min · a sale leaves $9.11 (CSFloat)',
  ],
  [
    'under the median',
    { alert: { kind: 'under-median', percent: 10 }, percent: -12.4 },
    'BUFF163 $9.50, -12.4% (median) · 4 min',
  ],
  ['after a change', { alert: { kind: 'change', percent: 10 }, percent: 12 }, 'BUFF163 $9.50, +12% · 4 min'],
])('one crossing, %s, is a notification about the item', async (_, over, message) => {
  const { notify, shown } = make();
  await notify([crossing(over)], dollar);
  expect(shown).toEqual([{ id: `watch:${redline}`, title: redline, message }]);
});

test('the price of a Doppler is said to be of any phase', async () => {
  const { notify, shown } = make();
  await notify([crossing({ name: '★ Karambit | Doppler (Factory New)' })], dollar);
  expect(shown[0]?.message).toBe('BUFF163 $9.50 ≤ $10.00 · any phase · 4 min');
});

test('several crossings are one notification with a list and the number of others', async () => {
  const { notify, shown } = make();
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  await notify(
    names.map((name) => crossing({ name })),
    dollar,
  );
  expect(shown).toHaveLength(1);
  expect(shown[0]).toMatchObject({ id: 'watch', title: 'Price alerts' });
  const lines = shown[0]?.message.split('\n');
  expect(lines).toEqual([...names.slice(0, 5).map((name) => `${name}: BUFF163 $9.50 ≤ $10.00 · 4 min`), '+ 2']);
});

test('without a crossing there is no notification', async () => {
  const { notify, shown } = make();
  await notify([], dollar);
  expect(shown).toEqual([]);
});

test('a click opens the item’s link, else the search page', async () => {
  const known = make(async () => [{ market: 'buff163' }, { market: 'csfloat', link: 'https://csfloat.com/x' }]);
  await known.click(`watch:${redline}`);
  expect(known.opened).toEqual(['newForegroundTab https://csfloat.com/x']);
  for (const offers of [async () => [], async () => Promise.reject(new Error('broken'))]) {
    const unknown = make(offers);
    await unknown.click(`watch:${redline}`);
    expect(unknown.opened).toEqual([`newForegroundTab search ${redline}`]);
  }
});

test('a click on a notification of several items opens the list', async () => {
  const { click, opened } = make();
  await click('watch');
  expect(opened).toEqual(['newForegroundTab watch']);
});

test('new rows of a view are one notification with where to buy and sell, the profit and the age', async () => {
  const { notifyOfView, shown, click, opened } = make();
  const row = { name: redline, market: 'dmarket', cents: 950, asOf: 0 } as const;
  const rows = [{ ...row, sellAt: 'csfloat', percent: 17.6 } as const, ...Array.from({ length: 9 }, () => row)];
  await notifyOfView({ view: 'Bargains', rows, more: 4 }, dollar);
  const [one, ...others] = shown[0]?.message.split('\n') ?? [];
  expect(shown).toMatchObject([{ id: 'view:Bargains', title: 'New in “Bargains”' }]);
  expect(one).toBe(`${redline}: DMarket $9.50 → CSFloat · +17.6% · 4 min`);
  expect(others.at(0)).toBe(`${redline}: DMarket $9.50 · 4 min`);
  expect(others.at(-1)).toBe('+ 9');
  await click('view:Bargains');
  expect(opened).toEqual(['newForegroundTab view Bargains']);
});

test('amounts are in the user’s currency, and a line as it was typed', async () => {
  const { notify, shown } = make();
  const typed = { currency: 'EUR', hundredths: 1000 };
  const euro = { code: 'EUR', perUsd: 0.8, of: '2026-11-26' };
  await notify([crossing({ alert: { kind: 'below', cents: 1087, typed } })], euro);
  expect(shown[0]?.message).toBe('BUFF163 €7.60 ≤ €10.00 · 4 min');
});
