import { type ConfirmedFees, noFees } from '#core/money/fees.ts';
import { dollar, type Rate } from '#core/money/rates.ts';
import { cashRatios, compare } from '#core/prices/comparison.ts';
import { marketHosts, marketIds } from '#core/prices/markets.ts';
import type { PanelModel } from '#ui/overlay/overlay-model.ts';
import { cases } from './gallery/cases.ts';

const minute = 60_000;
const fees: ConfirmedFees = {
  confirmed: true,
  markets: {
    steam: { ...noFees, buying: { percent: 2, cents: 30 }, selling: { percent: 15, cents: 0 } },
    youpin: { ...noFees, selling: { percent: 2, cents: 0 } },
  },
};

const now = Date.parse('2026-11-21T12:00:00.000Z');

/** A comparison of all 13 markets with every mark in it: outlier, flagged, old, none, coins, not loaded yet. */
export function panelSample(shown: Rate = dollar, more: Partial<PanelModel> = {}): PanelModel {
  const overlay = cases['ready'];
  if (!overlay) throw new Error('no case');
  const asked = marketIds.map((market, at) => ({
    market,
    cents: at === 3 ? 9800 : market === 'csgoroll' ? undefined : 3000 + at * 40,
    coins: market === 'csgoroll' ? 48.25 : undefined,
    avg7: at === 4 ? undefined : 3050,
    avg30: at === 5 ? undefined : 3100 + at,
    count: at === 6 ? undefined : 1234 + at,
    flagged: at === 7 ? ('own' as const) : undefined,
    asOf: now - (at === 8 ? 300 * minute : at * minute),
    link: `https://${marketHosts[market][0]}/item`,
  }));
  const named = asked.map((one, at) => (at === 1 ? { ...one, cents: undefined } : one));
  const item = '★ StatTrak™ Butterfly Knife | Slaughter (Minimal Wear)';
  const comparison = compare(named, {
    reading: { item, listing: { cents: 3120, currency: 'USD' } },
    listingCents: 3120,
    now,
    staleAfterMs: 90 * minute,
    minCount: 3,
    fees,
  });
  return {
    item,
    cash: cashRatios(comparison.offers),
    phase: undefined,
    listing: { cents: 3120, currency: 'USD' },
    comparison,
    overlay: { ...overlay, shown, used: shown.code === 'USD' ? [] : [shown], listingCents: 3120 },
    withNet: true,
    at: now,
    ...more,
  };
}
