import { ageDoubt } from '#core/prices/price-at.ts';
import type { ItemTable } from '#explore/data/item-table.ts';

/** Sets of markets, one a row: bit n is the market n of the table. Each stage drops prices from the one before. */
export interface PriceStages {
  readonly priced: Uint16Array;
  readonly notFlagged: Uint16Array;
  /** Those that are of now, too: neither old nor ahead of the clock. */
  readonly current: Uint16Array;
  /** Those with enough offers too: the prices that count. */
  readonly usable: Uint16Array;
}

export interface StageRules {
  /** Ms since the epoch. */
  readonly now: number;
  readonly maxAgeMs: number;
  readonly minOffers: number;
  readonly keepsInflated: boolean;
  readonly keepsOld: boolean;
  readonly keepsFewOffers: boolean;
}

/** The prices of each row that remain after each rule: the stages of `doubtOf` (src/core/prices/price-at.ts), over columns. */
export function priceStages({ names, markets }: ItemTable, rules: StageRules): PriceStages {
  const create = () => new Uint16Array(names.length);
  const stages = { priced: create(), notFlagged: create(), current: create(), usable: create() };
  const { priced, notFlagged, current, usable } = stages;
  const ages = { now: rules.now, staleAfterMs: rules.maxAgeMs };
  for (const [index, { cents, updatedAt, count, inflated }] of markets.entries()) {
    const bit = 1 << index;
    for (let row = 0; row < cents.length; row++) {
      if (!cents[row]) continue;
      priced[row] = (priced[row] ?? 0) | bit;
      if (inflated[row] && !rules.keepsInflated) continue;
      notFlagged[row] = (notFlagged[row] ?? 0) | bit;
      if (!rules.keepsOld && ageDoubt((updatedAt[row] ?? 0) * 1000, ages)) continue;
      current[row] = (current[row] ?? 0) | bit;
      if ((count[row] ?? 0) < rules.minOffers && !rules.keepsFewOffers) continue;
      usable[row] = (usable[row] ?? 0) | bit;
    }
  }
  return stages;
}
