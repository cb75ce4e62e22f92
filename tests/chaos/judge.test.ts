import { describe, expect, test } from 'vitest';
import { ageOf, lacksOf, type Truth, wrongsOf } from './judge.ts';
import type { SeenHost, SeenPage, SeenRow } from './reading.ts';

const minute = 60_000;
const now = 1_800_000_000_000;
const item = 'AK-47 | Redline (Field-Tested)';

const version = (asOf: number, price_buff: number) => ({
  asOf,
  rows: new Map([[item, { price_buff, price_uu: 2000, is_inflated: false }]]),
});

/** Two versions: 1,000 cents of 40 minutes ago, and 1,100 cents of 10 minutes ago, the present one. */
const truth: Truth = {
  versions: [version(now - 40 * minute, 1000), version(now - 10 * minute, 1100)],
  rates: { USD: [1], EUR: [0.8, 0.5] },
  drawnAt: [{ from: now - 5000, to: now }],
  mayLookOlder: false,
};

const row = (market: string, cents: string | null, diff: string | null, text = ''): SeenRow => ({
  market,
  cents,
  diff,
  text,
});

/** A listing at $22 beside the present prices. */
const rightHost: SeenHost = {
  item,
  phase: null,
  state: 'ready',
  listing: '22.00',
  currency: 'USD',
  rows: [
    row('buff163', '1100', '100.0', '$11.00'),
    row('youpin', '2000', '10.0', '$20.00'),
    row('csfloat', null, null, '—'),
  ],
  spoken: `${item}: BUFF163 asks $11.00. Prices of 10 min ago`,
};

const pageOf = (change: Partial<SeenHost> = {}, more: Partial<SeenPage> = {}): SeenPage => ({
  cards: [
    { expect: JSON.stringify({ item, listing: '22.00', currency: 'USD' }), hosts: [{ ...rightHost, ...change }] },
    { expect: 'none', hosts: [] },
  ],
  strays: 0,
  copies: 0,
  visible: true,
  painted: [],
  ...more,
});

const rows = (first: SeenRow, ...rest: SeenRow[]) => ({ rows: [first, ...rest, ...rightHost.rows.slice(1)] });

describe('the judge of a page', () => {
  test('finds nothing on a right one, by either version', () => {
    expect(wrongsOf(pageOf(), truth)).toEqual([]);
    expect(lacksOf(pageOf(), truth)).toEqual([]);
    const old = { ...rows(row('buff163', '1000', '120.0', '$10.00')), spoken: 'Prices of 40 min ago' };
    expect(wrongsOf(pageOf(old), truth)).toEqual([]);
    expect(lacksOf(pageOf(old), truth)).not.toEqual([]);
  });

  test.each<readonly [what: string, seen: SeenPage, complaint: string]>([
    ['a price of no version', pageOf(rows(row('buff163', '1050', null, '$10.50'))), 'never said'],
    [
      'prices of two versions in one card',
      pageOf({ rows: [row('buff163', '1000', null, '$10.00'), row('youpin', '2001', null, '$20.01')] }),
      'never said',
    ],
    ['no price where there is one', pageOf(rows(row('buff163', null, null, '—'))), 'never said'],
    ['a price of 0', pageOf({ rows: [row('csfloat', '0', null, '$0.00')] }), 'never said'],
    ['an older version’s price as of now', pageOf(rows(row('buff163', '1000', '120.0', '$10.00'))), 'Prices of 10 min'],
    ['an age that is too young', pageOf({ spoken: 'Prices of 3 min ago' }), 'Prices of 3 min'],
    ['an age that is too old', pageOf({ spoken: 'Prices of 2 h ago' }), 'Prices of 2 h'],
    ['prices without an age', pageOf({ spoken: '' }), 'says “”'],
    ['a wrong difference', pageOf(rows(row('buff163', '1100', '99.0', '$11.00'))), 'differs by 99.0'],
    ['a difference of old prices', pageOf({ state: 'stale' }), 'differs by'],
    ['a difference from nothing', pageOf({ rows: [row('csfloat', null, '1.0', '—')] }), 'compares with csfloat'],
    ['another price in words', pageOf(rows(row('buff163', '1100', '100.0', '$12.00'))), 'says “$12.00”'],
    ['another item', pageOf({ item: 'AWP' }), 'shows AWP'],
    ['a phase', pageOf({ phase: 'Ruby' }), 'is of phase Ruby'],
    ['another listing', pageOf({ listing: '23.00' }), 'lists at 23.00'],
    ['an item that is said to be unknown', pageOf({ state: 'unknown', rows: [] }), 'is unknown'],
    ['prices of a relay that is not there', pageOf({ state: 'offline' }), 'has prices and is offline'],
    ['a stray', pageOf({}, { strays: 1 }), 'outside of any card'],
    ['what was painted', pageOf({}, { painted: ['painted: AWP'] }), 'painted: AWP'],
    [
      'two overlays',
      pageOf({}, { cards: [{ expect: JSON.stringify({ item, listing: '22.00' }), hosts: [rightHost, rightHost] }] }),
      '2 overlays',
    ],
    ['an overlay on nothing', pageOf({}, { cards: [{ expect: 'none', hosts: [rightHost] }] }), 'no readable item'],
  ])('finds %s', (_, seen, complaint) => {
    expect(wrongsOf(seen, truth).join('\n')).toContain(complaint);
  });

  test('takes any rate that may count, and no other, in words as in differences', () => {
    const inEuro = (text: string) => pageOf(rows(row('buff163', '1100', null, text)));
    expect(wrongsOf(inEuro('€8.80'), truth)).toEqual([]);
    expect(wrongsOf(inEuro('€5.50'), truth)).toEqual([]);
    expect(wrongsOf(inEuro('€6.00'), truth)).not.toEqual([]);
  });

  test('lets prices look older only when the clock was set back', () => {
    const older = pageOf({ spoken: 'Prices of 2 h ago' });
    expect(wrongsOf(older, { ...truth, mayLookOlder: true })).toEqual([]);
    const younger = pageOf({ spoken: 'Prices of 3 min ago' });
    expect(wrongsOf(younger, { ...truth, mayLookOlder: true })).not.toEqual([]);
  });

  test.each<readonly [what: string, seen: SeenPage, lack: string]>([
    ['an overlay', pageOf({}, { cards: [{ expect: JSON.stringify({ item }), hosts: [] }] }), 'no overlay'],
    ['prices', pageOf({ state: 'offline', rows: [] }), 'is offline, not ready'],
    ['freshness', pageOf({ state: 'stale', rows: [] }), 'is stale, not ready'],
    ['a listing', pageOf({ listing: null }), 'lists at null'],
    ['a market', pageOf({ rows: rightHost.rows.slice(0, 2) }), 'shows buff163,youpin'],
    ['a difference', pageOf(rows(row('buff163', '1100', null, '$11.00'))), 'no difference from buff163'],
    ['tidiness', pageOf({}, { copies: 2 }), '2 copies'],
  ])('says that a page lacks %s after the day, and nothing of it before', (_, seen, lack) => {
    expect(lacksOf(seen, truth).join('\n')).toContain(lack);
    expect(wrongsOf(seen, truth)).toEqual([]);
  });

  test.each([
    ['Prices of < 1 min ago', { from: 0, below: minute }],
    ['Prices of 4 min ago', { from: 4 * minute, below: 5 * minute }],
    ['x. Prices of 3 h ago. y', { from: 180 * minute, below: 240 * minute }],
    ['nothing of the kind', undefined],
  ])('reads “%s”', (spoken, age) => {
    expect(ageOf(spoken)).toEqual(age);
  });
});
