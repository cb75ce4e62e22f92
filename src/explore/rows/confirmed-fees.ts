import type { Settings } from '#core/settings.ts';
import type { Fees } from '#explore/rows/market-fees.ts';

/** The user's fees; `undefined` until they are confirmed. */
export const confirmedFees = ({ fees }: Pick<Settings, 'fees'>): Fees | undefined =>
  fees.confirmed && 'markets' in fees ? (fees.markets as Fees) : undefined;
