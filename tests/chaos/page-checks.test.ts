/** @module-tag full */
import { describe, expect, test } from 'vitest';
import { checkPage, checkRecovered, type Oracle, parseAge } from './page-checks.ts';
import type { OverlaySnapshot, PageSnapshot, RowSnapshot } from './page-snapshot.ts';

const minute = 60_000;
const now = 1_800_000_000_000;
const item = 'AK-47 | Redline (Field-Tested)';

const version = (asOf: number, price_buff: number, is_inflated = false) => ({
  asOf,
  rows: new Map([[item, { price_buff, price_uu: 2000, is_inflated }]]),
});

/** Two versions: 1,000 cents 40 minutes ago, and 1,100 cents 10 minutes ago, the current one. */
const oracle: Oracle = {
  versions: [version(now - 40 * minute, 1000), version(now - 10 * minute, 1100)],
  rates: { USD: [1], EUR: [0.8, 0.5] },
  drawnAt: [{ from: now - 5000, to: now }],
  mayShowOlder: false,
  named: new Set([item]),
};

const row = (market: string, cents: string | null, diff: string | null, text = ''): RowSnapshot => ({
  market,
  cents,
  diff,
  text,
});

/** A listing at $22 with the current prices. */
const rightOverlay: OverlaySnapshot = {
  item,
  phase: null,
  source: 'adapter',
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

const pageOf = (change: Partial<OverlaySnapshot> = {}, more: Partial<PageSnapshot> = {}): PageSnapshot => ({
  cards: [
    { expect: JSON.stringify({ item, listing: '22.00', currency: 'USD' }), overlays: [{ ...rightOverlay, ...change }] },
    { expect: 'none', overlays: [] },
  ],
  strays: 0,
  copies: 0,
  visible: true,
  painted: [],
  ...more,
});

const rows = (first: RowSnapshot, ...rest: RowSnapshot[]) => ({
  rows: [first, ...rest, ...rightOverlay.rows.slice(1)],
});

describe('the checks of a page', () => {
  test('pass on a correct page, with either version', () => {
    expect(checkPage(pageOf(), oracle)).toEqual([]);
    expect(checkRecovered(pageOf(), oracle)).toEqual([]);
    const old = { ...rows(row('buff163', '1000', '120.0', '$10.00')), spoken: 'Prices of 40 min ago' };
    expect(checkPage(pageOf(old), oracle)).toEqual([]);
    expect(checkRecovered(pageOf(old), oracle)).not.toEqual([]);
  });

  test.each<readonly [what: string, snapshot: PageSnapshot, failure: string]>([
    ['a price of no version', pageOf(rows(row('buff163', '1050', null, '$10.50'))), 'never served'],
    [
      'prices of two versions in one card',
      pageOf({ rows: [row('buff163', '1000', null, '$10.00'), row('youpin', '2001', null, '$20.01')] }),
      'never served',
    ],
    ['a missing price of a market that has one', pageOf(rows(row('buff163', null, null, '—'))), 'never served'],
    ['a price of 0', pageOf({ rows: [row('csfloat', '0', null, '$0.00')] }), 'never served'],
    [
      'an older version’s price with the current version’s age',
      pageOf(rows(row('buff163', '1000', '120.0', '$10.00'))),
      'Prices of 10 min',
    ],
    ['an age that is too young', pageOf({ spoken: 'Prices of 3 min ago' }), 'Prices of 3 min'],
    ['an age that is too old', pageOf({ spoken: 'Prices of 2 h ago' }), 'Prices of 2 h'],
    ['prices without an age', pageOf({ spoken: '' }), 'says “”'],
    ['a wrong difference', pageOf(rows(row('buff163', '1100', '99.0', '$11.00'))), 'differs by 99.0'],
    ['a difference of old prices', pageOf({ state: 'stale' }), 'differs by'],
    [
      'a difference from a missing price',
      pageOf({ rows: [row('csfloat', null, '1.0', '—')] }),
      'compares with csfloat',
    ],
    ['another price in the text', pageOf(rows(row('buff163', '1100', '100.0', '$12.00'))), 'says “$12.00”'],
    ['another item', pageOf({ item: 'AWP' }), 'shows AWP'],
    ['a phase', pageOf({ phase: 'Ruby' }), 'is of phase Ruby'],
    ['another listing', pageOf({ listing: '23.00' }), 'lists at 23.00'],
    ['a known item that is shown as unknown', pageOf({ state: 'unknown', rows: [] }), 'is unknown'],
    ['prices in the state “offline”', pageOf({ state: 'offline' }), 'has prices and is offline'],
    ['an overlay outside of any card', pageOf({}, { strays: 1 }), 'outside of any card'],
    ['a failure in a painted frame', pageOf({}, { painted: ['painted: AWP'] }), 'painted: AWP'],
    [
      'two overlays',
      pageOf(
        {},
        { cards: [{ expect: JSON.stringify({ item, listing: '22.00' }), overlays: [rightOverlay, rightOverlay] }] },
      ),
      '2 overlays',
    ],
    [
      'an overlay on a card without a readable item',
      pageOf({}, { cards: [{ expect: 'none', overlays: [rightOverlay] }] }),
      'without a readable item',
    ],
  ])('fail on %s', (_, snapshot, failure) => {
    expect(checkPage(snapshot, oracle).join('\n')).toContain(failure);
  });

  test('accept every allowed rate and no other', () => {
    const inEuro = (text: string) => pageOf(rows(row('buff163', '1100', null, text)));
    expect(checkPage(inEuro('€8.80'), oracle)).toEqual([]);
    expect(checkPage(inEuro('€5.50'), oracle)).toEqual([]);
    expect(checkPage(inEuro('€6.00'), oracle)).not.toEqual([]);
  });

  test('accept an age that is too old only after the clock was set back', () => {
    const older = pageOf({ spoken: 'Prices of 2 h ago' });
    expect(checkPage(older, { ...oracle, mayShowOlder: true })).toEqual([]);
    const younger = pageOf({ spoken: 'Prices of 3 min ago' });
    expect(checkPage(younger, { ...oracle, mayShowOlder: true })).not.toEqual([]);
  });

  test('accept a difference when one of two versions with these prices allows it', () => {
    const inflated = { ...oracle, versions: [version(now - 10 * minute, 1100, true)] };
    expect(checkPage(pageOf(), inflated).join()).toContain('differs by');
    expect(checkPage(pageOf(), { ...oracle, versions: [...inflated.versions, ...oracle.versions] })).toEqual([]);
  });

  const found: OverlaySnapshot = {
    ...rightOverlay,
    source: 'name',
    listing: null,
    rows: rightOverlay.rows.map((one) => ({ ...one, diff: null })),
  };
  const unread = (overlay: OverlaySnapshot) => pageOf({}, { cards: [{ expect: 'none', overlays: [overlay] }] });

  test('accept what the finder may read in a card that the adapter cannot read', () => {
    expect(checkPage(unread(found), oracle)).toEqual([]);
  });

  test('accept that the finder knows no phase and learns a price, and no other price than the adapter', () => {
    const card = (expect: object, overlay: OverlaySnapshot) =>
      checkPage(pageOf({}, { cards: [{ expect: JSON.stringify({ item, ...expect }), overlays: [overlay] }] }), oracle);
    expect(card({ phase: 'Ruby' }, found)).toEqual([]);
    expect(card({}, { ...found, listing: '22.00', currency: 'USD' })).toEqual([]);
    const other = { ...found, listing: '23.00', currency: 'USD' };
    expect(card({ listing: '22.00', currency: 'USD' }, other).join()).toContain('lists at 23.00');
  });

  test.each<readonly [what: string, overlay: OverlaySnapshot]>([
    ['from the adapter', { ...found, source: 'adapter' }],
    ['of an item that the card does not name', { ...found, item: 'AWP' }],
  ])('do not accept an overlay %s there', (_, overlay) => {
    expect(checkPage(unread(overlay), oracle).join()).toContain('without a readable item');
  });

  test.each<readonly [what: string, snapshot: PageSnapshot, failure: string]>([
    ['a missing overlay', pageOf({}, { cards: [{ expect: JSON.stringify({ item }), overlays: [] }] }), 'no overlay'],
    ['missing prices', pageOf({ state: 'offline', rows: [] }), 'is offline, not ready'],
    ['old prices', pageOf({ state: 'stale', rows: [] }), 'is stale, not ready'],
    ['a missing listing', pageOf({ listing: null }), 'lists at null'],
    ['a missing market', pageOf({ rows: rightOverlay.rows.slice(0, 2) }), 'shows buff163,youpin'],
    ['a missing difference', pageOf(rows(row('buff163', '1100', null, '$11.00'))), 'no difference from buff163'],
    ['copies of our element', pageOf({}, { copies: 2 }), '2 copies'],
  ])('says that a page failures %s after the run, and nothing of it before', (_, snapshot, failure) => {
    expect(checkRecovered(snapshot, oracle).join('\n')).toContain(failure);
    expect(checkPage(snapshot, oracle)).toEqual([]);
  });

  test.each([
    ['Prices of < 1 min ago', { from: 0, below: minute }],
    ['Prices of 4 min ago', { from: 4 * minute, below: 5 * minute }],
    ['x. Prices of 3 h ago. y', { from: 180 * minute, below: 240 * minute }],
    ['no age', undefined],
  ])('reads “%s”', (spoken, age) => {
    expect(parseAge(spoken)).toEqual(age);
  });
});
