import { afterEach, expect, test } from 'vitest';
import { noFee } from '#core/fees.ts';
import { reportText } from '#popup/report/report-text.ts';
import type { PageFindings, PageReport } from '#protocol/messages.ts';
import { createEnvironment, start } from '../environment.ts';
import { button, click, close, open, query, text } from '../screen.tsx';

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
  learned: [],
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

async function openOn(findings?: Partial<PageFindings>, settings?: unknown) {
  const env = createEnvironment(settings);
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
  expect(text('.tab .line')).toBe('40 cards: 38 read, 37 with prices.');
  expect(text('.report')).toBe(
    'Report a problemAdd the structure of unread cards. Without names, texts and numbers; it helps to fix the site.Copy report',
  );
  expect((query('.report details') as HTMLDetailsElement).open).toBe(false);
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

test('a truncated list says so', async () => {
  await openOn({ unknown: Array.from({ length: 50 }, (_, at) => `item ${at}`) });
  expect(text('.report details details summary')).toBe('Items not in the price list: 50 or more');
});

test('the deals on a page are counted', async () => {
  await openOn({ deals: 2 });
  expect(text('.report > p')).toBe('★ 2 deals by your rules');
});

test('missing cards and unreadable responses show warnings', async () => {
  await openOn({ empty: true, tap: { rows: 0, unread: 3 } });
  expect(text('.report')).toContain('The page may be empty or still loading, or the site may have changed.');
  expect(text('.report')).toContain('3 responses of the page could not be read. The site may have changed.');
});

test('an inventory shows its totals, what they leave out, and their age', async () => {
  await openOn({
    totals: {
      of: 'inventory',
      items: 1250,
      priced: 1200,
      doubtful: 6,
      sums: [
        { market: 'buff163', cents: 123_456, items: 1200 },
        { market: 'youpin', cents: 99, items: 1 },
        { market: 'csfloat', cents: 0, items: 0 },
      ],
      entries: [],
      rates: null,
    },
  });
  const rows = [...document.querySelectorAll('.sums tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(text('.sums caption')).toBe('Value of 1,250 loaded items');
  expect(rows).toEqual([
    ['BUFF163', '$1,235', '1,200 items'],
    ['YouPin', '$0.99', '1 item'],
    ['CSFloat', '–', '0 items'],
  ]);
  expect(text('.sums tfoot')).toBe(
    '6 items with doubtful prices are not included. 44 items without a price are not included. Only what the page has loaded is counted. Prices are 4 min old.',
  );
});

test('an inventory shows what arrives when each item is sold where that pays best', async () => {
  const exit = { market: 'csfloat', sells: { cents: 12_345, of: 'ask' }, asOf: start } as const;
  const entries = [{ item: 'AK', count: 2, state: 'priced', cents: {}, exit }] as const;
  const totals = { of: 'inventory', items: 2, priced: 2, doubtful: 0, sums: [], entries, rates: null } as const;
  const free = { buying: noFee, selling: noFee, cashingOut: noFee };
  await openOn({ totals }, { fees: { confirmed: true, markets: { csfloat: free } } });
  expect(text('.sums tbody')).toBe('Best of eachnet $246.902 items');
  await close();
});

test('the totals are in the user’s currency if it has a rate', async () => {
  const sums = [{ market: 'buff163', cents: 10_000, items: 1 }] as const;
  const totals = {
    of: 'inventory' as const,
    items: 1,
    priced: 1,
    doubtful: 0,
    sums,
    entries: [],
    rates: { date: '2026-11-20', rates: { EUR: 0.8 } },
  };
  await openOn({ totals }, { currency: { show: 'fixed', code: 'EUR' } });
  expect(text('.sums tbody')).toBe('BUFF163€80.001 item');
  await close();
  await openOn({ totals: { ...totals, rates: null } }, { currency: { show: 'fixed', code: 'EUR' } });
  expect(text('.sums tbody')).toBe('BUFF163$100.001 item');
});

test('the user’s own listings are called so', async () => {
  const sums = [{ market: 'buff163', cents: 10_000, items: 2 }] as const;
  await openOn({ totals: { of: 'listings', items: 2, priced: 2, doubtful: 0, sums, entries: [], rates: null } });
  expect(text('.sums caption')).toBe('Value of your 2 loaded listings');
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

test('the outlines of a page are added when the user ticks the box', async () => {
  const env = await openOn({ unread });
  env.page.outlines = {
    guessed: false,
    cards: ['<b class="card">\n</b>\n'],
    answers: [{ path: '/api/items', shape: '{"total":"number"}' }],
  };
  await click(query('.outlines input'));
  await click(button('Copy report'));
  expect(env.page.copied[0]).toContain(
    'Outline of an unread card 1:\n<b class="card">\n</b>\nShape of the answer /api/items:\n{"total":"number"}\n',
  );
  await click(query('.outlines input'));
  await click(button('Copy report'));
  expect(env.page.copied[1]).not.toContain('Outline');
});

test('a page without outlines says so and stays unticked', async () => {
  await openOn({ unread });
  await click(query('.outlines input'));
  expect(text('.copy .outcome')).toBe('This page has nothing to add.');
  expect(query('.outlines input')).toHaveProperty('checked', false);
});

test('a switched-off site has no report', async () => {
  const env = createEnvironment();
  env.page.report = { ...report({ empty: true }), on: false };
  await open(env);
  expect(query('.tab').querySelector('.report')).toBeNull();
});

test('the copied text has drift, an empty page and inventory counts, but no totals', () => {
  const totals = {
    of: 'inventory',
    items: 3,
    priced: 2,
    doubtful: 1,
    sums: [{ market: 'buff163', cents: 777_77, items: 2 }],
    entries: [],
    rates: null,
  } as const;
  const told = reportText(
    { ...report({ empty: true, tap: null, asOf: null, totals, kinds: [] }), drifted: true },
    {
      version: '1',
      browser: 'B',
    },
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
