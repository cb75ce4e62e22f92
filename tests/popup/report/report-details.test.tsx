import { afterEach, expect, test } from 'vitest';
import { noFees } from '#core/money/fees.ts';
import type { InventoryEntry } from '#core/owned/inventory.ts';
import type { TableRow } from '#core/prices/offer.ts';
import { reportText } from '#popup/report/report-text.ts';
import type { PageFindings, PageReport } from '#protocol/messages.ts';
import { quoted } from '../../quoted.ts';
import { createEnvironment, start } from '../environment.ts';
import { button, click, close, open, query, settle, text } from '../screen.tsx';

afterEach(close);

const calm: PageFindings = {
  kinds: ['^\\/search'],
  empty: false,
  unread: [],
  unknown: [],
  tap: { rows: 40, unread: 0 },
  asOf: start - 240_000,
  totals: null,
  deals: 0,
  profits: [],
};

const report = (findings: Partial<PageFindings> = {}): PageReport => ({
  site: 'csfloat',
  on: true,
  seen: 40,
  read: 38,
  priced: 37,
  drifted: false,
  reader: 'adapter',
  findings: { ...calm, ...findings },
});

type Told = ReturnType<typeof createEnvironment>['worker']['offers'];

async function openOn(findings?: Partial<PageFindings>, settings?: unknown, offers?: Told) {
  const env = createEnvironment(settings);
  if (offers) env.worker.offers = offers;
  env.page.report = report(findings);
  await open(env);
  return env;
}

const unread = [
  { text: '<img src=x onerror=alert(1)>', why: 'no-row', detail: 'id:9' },
  { text: '', why: 'threw', detail: 'no list' },
] as const;

test('a page without problems shows its counts, and a report only to those who ask for it', async () => {
  await openOn();
  expect(text('.tab .line')).toBe('Cards with prices: 37 of 40.');
  expect(text('.report')).toBe('Report a problemCopy report');
  expect((query('.report details') as HTMLDetailsElement).open).toBe(false);
});

test('cards are listed by what they leave, and a click shows one on the page', async () => {
  const shown = { code: 'EUR', perUsd: 0.8, of: '2026-11-20' };
  const card = { key: '7 AK', item: 'AK', market: 'csfloat', shown, costCents: 1000, isGood: true } as const;
  const env = await openOn({
    profits: [
      { ...card, profitCents: 1250, percent: 25.5 },
      { ...card, key: '9 M4', item: 'M4', profitCents: -100, percent: -2, beforeFees: true, isGood: false },
    ],
  });
  const rows = [...document.querySelectorAll<HTMLElement>('.profits button')];
  expect(rows.map((row) => row.textContent)).toEqual(['AK+€10.00+25.5%', 'M4−€0.80−2.0%*']);
  expect(rows.map((row) => row.querySelector('.gain') !== null)).toEqual([true, false]);
  rows[1]?.click();
  expect(env.page.showed).toEqual(['9 M4']);
});

test('unread cards and unknown items are listed as plain text', async () => {
  await openOn({ unread, unknown: ['AK-47 | New (Factory New)'] });
  const [cards, items] = [...document.querySelectorAll('.report details details')].map((each) => each.textContent);
  expect(cards).toBe(
    'Cards without prices: 2<img src=x onerror=alert(1)> the page sent no data for it(no text) reading failed',
  );
  expect(items).toBe('Items not in the price list: 1AK-47 | New (Factory New)');
  expect(document.querySelector('.report img')).toBeNull();
});

test('deals, unreadable responses, missing cards and a list that is too long are told', async () => {
  const unknown = Array.from({ length: 50 }, (_, at) => `item ${at}`);
  await openOn({ deals: 2, unknown, empty: true, tap: { rows: 0, unread: 3 } });
  for (const words of [
    '★ 2 deals by your rules',
    'Items not in the price list: 50 or more',
    'The page may be empty or still loading, or the site may have changed.',
    '3 responses of the page could not be read. The site may have changed.',
  ])
    expect(text('.report')).toContain(words);
});

const entry = (count: number, row: Partial<TableRow>, state: InventoryEntry['state'] = 'priced') =>
  ({ item: `item ${count}`, count, state, offers: quoted(row, start).offers }) as const;

test('an inventory shows its totals, what they leave out, and their age', async () => {
  const entries = [
    entry(1199, { buff163: 100 }),
    entry(1, { buff163: 3556, youpin: 99 }),
    entry(6, {}, 'any-phase'),
    entry(44, {}, 'unknown'),
  ];
  const { page } = await openOn({ totals: { of: 'inventory', entries, rates: null } });
  const rows = [...document.querySelectorAll('.sums tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(text('.sums caption')).toBe('Value of 1,250 loaded items');
  expect(rows).toEqual([
    ['BUFF163', '$1,235', '1,200 items'],
    ['YouPin', '$0.99', '1 item'],
    ['CSFloat', '–', '0 items'],
  ]);
  expect(text('.sums-box + p')).toBe(
    '6 items with doubtful prices are not included. 44 items without a price are not included. Only what the page has loaded is counted. Prices are 4 min old.',
  );
  for (const [refusesCopy, outcome] of [
    [false, 'Copied'],
    [true, 'The browser refused to copy'],
  ] as const) {
    page.refusesCopy = refusesCopy;
    await click(button('Copy as CSV'));
    expect(text('.sums-box ~ .line [role=status]')).toBe(outcome);
  }
});

test('an inventory shows its totals on every chosen market once those have told', async () => {
  const entries = [entry(2, { buff163: 100 }), entry(1, { buff163: 100 })];
  const totals = { of: 'inventory', entries, rates: null } as const;
  const fees = { confirmed: true, markets: { dmarket: { ...noFees, selling: { percent: 10, cents: 0 } } } };
  const offers = async ({ names }: { names: readonly string[] }) =>
    names.map((name) => (name === 'item 2' ? [{ market: 'dmarket' as const, cents: 150, asOf: start, count: 3 }] : []));
  const env = await openOn({ totals }, { markets: ['dmarket', 'waxpeer'], fees }, offers);
  const dmarket = 'Best of eachnet $2.702 itemsDMarket$3.00net $2.702 items';
  expect(text('.sums tbody')).toBe(`${dmarket}Waxpeer…–0 items`);
  // The data of another market come while the popup is open.
  const waxpeer = { market: 'waxpeer' as const, cents: 140, asOf: start, count: 3 };
  env.worker.offers = async (asked) => (await offers(asked)).map((told) => [...told, waxpeer]);
  for (const push of env.pushes) push();
  await settle();
  expect(text('.sums tbody')).toContain(`${dmarket}Waxpeer$4.20`);
});

test('the report is copied as text, or a failure is shown', async () => {
  const env = await openOn({ unread, unknown: ['AK-47 | New (Factory New)'] });
  await click(button('Copy report'));
  expect(env.page.copied).toEqual([
    [
      'Skinlens 1.2.3 on csfloat',
      'Browser: Browser/1',
      'Cards: 40 seen, 38 read, 37 priced',
      'Page kind: ^\\/search',
      'Tap: 40 rows, 0 answers unread',
      'Prices: 2026-11-21T11:56:00.000Z',
      'Cards that show nothing (2):',
      '- no-row (id:9): <img src=x onerror=alert(1)>',
      '- threw (no list): ',
      'Items not in the table (1):',
      '- AK-47 | New (Factory New)',
      '',
    ].join('\n'),
  ]);
  expect(text('.copy .outcome')).toContain('Copied.');
  env.page.refusesCopy = true;
  await click(button('Copy report'));
  expect(text('.copy .outcome')).toBe('The browser refused to copy the report.');
});

test('the copied text has drift, an empty page and inventory counts, but no totals', () => {
  const entries = [entry(2, { buff163: 246 }), entry(1, {}, 'any-phase')];
  const totals = { of: 'inventory' as const, entries, rates: null };
  const told = reportText(
    { ...report({ empty: true, tap: null, asOf: null, totals, kinds: [] }), drifted: true },
    { version: '1', browser: 'B' },
  );
  expect(told.split('\n').slice(2, -1)).toEqual([
    'Cards: 40 seen, 38 read, 37 priced; drifted, nothing drawn',
    'Page kind: none with items',
    'No card found for 10 s on a page of a kind that has some',
    'Tap: none',
    'Prices: none',
    'Inventory: 3 items, 2 priced, 1 doubtful; buff163 2, youpin 0, csfloat 0',
  ]);
});
