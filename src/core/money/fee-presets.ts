import { type Fee, type Fees, isMarketFees, type MarketFees, noFee, noFees, steamSelling } from '#core/money/fees.ts';
import { dayMs } from '#core/prices/age.ts';
import type { MarketId } from '#core/prices/markets.ts';

/** Fees of a market as a public source states them. They count for nothing until the user takes them over. */
export interface FeePreset {
  readonly market: MarketId;
  readonly fees: MarketFees;
  readonly source: string;
  /** Date of the source, ISO 8601. */
  readonly date: string;
}

const oldAfterDays = 180;

/** A user of both markets names their fees, and no seller's fee at YouPin, in this thread. */
const chineseMarkets = { source: 'https://github.com/ShevonKuan/csgo_investment/issues/10', date: '2025-03-11' };

/** A price service's own list of sellers' fees, with its date, as its makers' examples state it. */
const listed = { source: 'https://github.com/Antoniohaas1337/csmarketapi-examples', date: '2026-02-02' };
const percent = (percent: number): Fee => ({ ...noFee, percent });

/**
 * A market is missing where no dated source that can be believed states its fees: what traders' programs and articles
 * repeat about the other markets in 2026 has no date, or contradicts itself (DMarket at 2, 5, 7 and 10 %). A stage is missing
 * where no source states it: cashing out of CSFloat, GamerPay and Skins.com, and buying on Skins.com.
 */
export const feePresets: readonly FeePreset[] = [
  {
    market: 'steam',
    // Steam adds 5 %, and the game 10 %, to what the seller gets: about 15 of every 115 that a buyer pays. The money stays in the Steam wallet, which nobody can cash out. The date is the program's announcement.
    fees: { buying: noFee, selling: steamSelling },
    source: 'https://github.com/hyunjun12312/steam-market-fee-calculator',
    date: '2026-08-03',
  },
  {
    market: 'buff163',
    fees: { ...noFees, selling: percent(2.5), cashingOut: percent(1) },
    ...chineseMarkets,
  },
  { market: 'youpin', fees: { ...noFees, cashingOut: percent(1) }, ...chineseMarkets },
  { market: 'csfloat', fees: { buying: noFee, selling: percent(2) }, ...listed },
  { market: 'whitemarket', fees: { ...noFees, selling: percent(5) }, ...listed },
  { market: 'gamerpay', fees: { buying: noFee, selling: percent(3) }, ...listed },
  { market: 'skins', fees: { selling: noFee }, ...listed },
];

export const isOldPreset = ({ date }: FeePreset, now: number): boolean => now - Date.parse(date) > oldAfterDays * dayMs;

/** The user's fees, with those of the presets where the user has none; all of the user's where the sum would be too much. */
export const withPresets = (fees: Fees): Fees => ({
  ...fees,
  ...Object.fromEntries(
    feePresets.map((preset) => {
      const joined = { ...preset.fees, ...fees[preset.market] };
      return [preset.market, isMarketFees(joined) ? joined : fees[preset.market]];
    }),
  ),
});
