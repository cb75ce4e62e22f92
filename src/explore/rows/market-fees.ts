import type { MarketId } from '#core/markets.ts';

export interface Fee {
  readonly percent: number;
  readonly cents: number;
}
export interface MarketFees {
  readonly buying: Fee;
  readonly selling: Fee;
  readonly cashingOut: Fee;
}
export type Fees = Readonly<Partial<Record<MarketId, MarketFees>>>;

const after = (cents: number, { percent, cents: fixed }: Fee): number => cents - (cents * percent) / 100 - fixed;

/** Cents that arrive after an item is sold for `cents` and the money is cashed out; `undefined` if nothing is left. */
export function netCents(cents: number, { selling, cashingOut }: MarketFees): number | undefined {
  const net = Math.floor(after(after(cents, selling), cashingOut));
  return net > 0 ? net : undefined;
}

/** Cents that must be paid in to own an item listed for `cents`. */
export const costCents = (cents: number, { buying }: MarketFees): number =>
  Math.ceil(cents + (cents * buying.percent) / 100 + buying.cents);
