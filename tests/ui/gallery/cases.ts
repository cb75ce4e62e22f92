import { faultKinds } from '#core/asks/fault.ts';
import { noFees } from '#core/money/fees.ts';
import type { Rate } from '#core/money/rates.ts';
import { dollar } from '#core/money/rates.ts';
import type { OverlayModel } from '#ui/overlay/overlay-model.ts';

const day = '2026-11-20';
const inCurrency = (code: string, perUsd: number): Pick<OverlayModel, 'shown' | 'used'> => {
  const rate: Rate = { code, perUsd, of: day };
  return { shown: rate, used: [rate] };
};

const ready: OverlayModel = {
  state: 'ready',
  offers: [],
  rows: [
    { market: 'buff163', cents: 3405, diff: -8.4 },
    { market: 'youpin', cents: 3340, diff: -6.6 },
    { market: 'csfloat', cents: 3012, diff: 3.6 },
  ],
  listingCents: 3120,
  liquidity: 92,
  noDifferenceReason: undefined,
  missing: undefined,
  shown: dollar,
  typed: dollar,
  used: [],
  deal: false,
  ageMs: 240_000,
  fault: undefined,
};

const dear: OverlayModel['rows'] = [
  { market: 'buff163', cents: 99_999, diff: -13.6 },
  { market: 'youpin', cents: 1_234_567, diff: 1234.5 },
  { market: 'csfloat', cents: 99_888, diff: 123.4 },
];
const undecided = (rows = ready.rows): OverlayModel['rows'] => rows.map((row) => ({ ...row, diff: undefined }));
const absent = {
  ...ready,
  rows: undecided(ready.rows.map((row) => ({ ...row, cents: undefined }))),
  liquidity: undefined,
  ageMs: undefined,
};

const sold = {
  market: 'whitemarket',
  sells: { cents: 99_999, of: 'avg7' },
  ageMs: 240_000,
  fees: noFees,
  netCents: 95_000,
  profit: { costCents: 3214, profitCents: 91_786, percent: 2855.8, beforeFees: true },
  isGood: true,
} as const;

/** Every state of an overlay, with its longest content. */
export const cases: Readonly<Record<string, OverlayModel>> = {
  ready,
  dear: { ...ready, rows: dear, listingCents: 86_400 },
  deal: { ...ready, deal: true },
  locked: { ...ready, exit: sold, head: true, deal: true, locked: { until: 1_796_256_000_000 } },
  worn: { ...ready, deal: true, worn: true },
  'worn and sold': { ...ready, exit: sold, head: true, worn: true },
  net: {
    ...ready,
    rows: ready.rows.map((row) => ({
      ...row,
      net: { costCents: 3214, profitCents: 106, percent: 3.3, net: 3320, isGood: true },
    })),
    net: 'net',
  },
  'net without fees': { ...ready, rows: undecided(), net: 'unknown' },
  exit: { ...ready, exit: sold, head: true },
  'exit without profit': {
    ...ready,
    rows: undecided(),
    noDifferenceReason: 'inflated',
    head: true,
    exit: { ...sold, profit: undefined, isGood: false },
  },
  'exit at a loss': {
    ...ready,
    head: true,
    exit: { ...sold, profit: { costCents: 123_456, profitCents: -99_999, percent: -81 }, isGood: false },
  },
  'no exit': { ...ready, head: true, exit: 'thin' },
  'no cash-out fee': { ...ready, head: true, exit: 'no-cash-out' },
  'phase with fees': { ...ready, head: true, rows: undecided(dear), noDifferenceReason: 'any-phase' },
  'sample with fees': { ...ready, head: true, rows: undecided(), noDifferenceReason: 'sample' },
  own: { ...ready, head: true, own: true, exit: { ...sold, profit: undefined, isGood: false } },
  undercut: { ...ready, own: { less: { cents: 99_888, currency: 'CNY' }, ageMs: 240_000 } },
  'of Steam': { ...ready, ofSteam: 1234, deal: true },
  'past the limit': { ...ready, rows: ready.rows.map((row, at) => ({ ...row, ...(at < 2 && { isGood: true }) })) },
  'one old': {
    ...ready,
    rows: ready.rows.map((row, at) => (at < 2 ? row : { ...row, diff: undefined, doubt: 'stale', ageMs: 7_200_000 })),
  },
  // What both, money and per cent, have room for in 196 px.
  'longest of both': {
    ...ready,
    head: true,
    listingCents: 80_000,
    rows: ready.rows.map((row) => ({ ...row, cents: 99_999, diff: -20 })),
    exit: { ...sold, profit: { costCents: 80_000, profitCents: 19_999, percent: 25, beforeFees: true } },
  },
  'cash ratio': { ...ready, head: true, exit: { ...sold, profit: undefined, ratio: 0.71 } },
  week: { ...ready, rows: ready.rows.map((row, at) => ({ ...row, week: { percent: [3.2, -12.4, 0][at] ?? 0 } })) },
  'some unknown': {
    ...ready,
    rows: [{ market: 'buff163', cents: undefined, diff: undefined }, ...ready.rows.slice(1)],
    liquidity: undefined,
  },
  'two markets': { ...ready, rows: ready.rows.slice(1) },
  'one market': { ...ready, rows: ready.rows.slice(2) },
  stale: { ...ready, state: 'stale', rows: undecided(), noDifferenceReason: 'stale', ageMs: 10_800_000 },
  ...Object.fromEntries(
    faultKinds.map((fault) => [
      `stale, ${fault}`,
      { ...ready, state: 'stale', rows: undecided(), noDifferenceReason: 'stale', ageMs: 170_000_000, fault } as const,
    ]),
  ),
  inflated: { ...ready, rows: undecided(), noDifferenceReason: 'inflated' },
  'any phase': { ...ready, rows: undecided(dear), noDifferenceReason: 'any-phase' },
  sample: { ...ready, rows: undecided(), noDifferenceReason: 'sample' },
  bid: { ...ready, rows: undecided(), noDifferenceReason: 'bid' },
  'no listing': { ...ready, rows: undecided(), noDifferenceReason: 'no-listing', listingCents: undefined },
  'nothing offered': { ...ready, rows: undecided(), listingCents: undefined },
  'no rate': { ...ready, rows: undecided(), noDifferenceReason: 'no-rate', missing: 'KZT', listingCents: undefined },
  'no rate to show': { ...ready, missing: 'KZT' },
  RUB: { ...ready, ...inCurrency('RUB', 81.5), rows: dear, listingCents: 86_400 },
  PLN: { ...ready, ...inCurrency('PLN', 3.95), rows: dear, listingCents: 86_400 },
  BRL: { ...ready, ...inCurrency('BRL', 5.61), rows: dear, listingCents: 86_400 },
  JPY: { ...ready, ...inCurrency('JPY', 151.2), rows: dear, listingCents: 86_400 },
  CHF: { ...ready, ...inCurrency('CHF', 0.81), deal: true },
  'own rate': {
    ...ready,
    shown: { code: 'EUR', perUsd: 0.9, of: 'own' },
    used: [{ code: 'EUR', perUsd: 0.9, of: 'own' }],
  },
  coins: {
    ...ready,
    shown: { code: 'COIN', perUsd: 1.5, of: 'own' },
    used: [{ code: 'COIN', perUsd: 1.5, of: 'own' }],
  },
  'old rate': { ...ready, used: [{ code: 'EUR', perUsd: 0.8, of: day, oldMs: 6 * 86_400_000 }], deal: true },
  'unusual age': { ...ready, ageMs: 50 * 60_000 },
  'page’s currency and another': { ...ready, used: [inCurrency('EUR', 0.8).shown, inCurrency('CNY', 7.2).shown] },
  unknown: { ...absent, state: 'unknown' },
  ...Object.fromEntries(
    faultKinds.map((fault) => [
      `no prices, ${fault}`,
      { ...absent, state: fault === 'unauthorized' ? 'unavailable' : 'offline', fault } as const,
    ]),
  ),
};
