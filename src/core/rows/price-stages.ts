import { rememberOf } from '#core/asks/remember.ts';
import { exitReason } from '#core/prices/exit-value.ts';
import { ageDoubt, type Doubt, type DoubtRules, doubtOf, doubtStages, type Offer } from '#core/prices/offer.ts';
import type { ItemTable, MarketColumn } from '#core/rows/item-table.ts';

type PriceStage = 'priced' | 'notFlagged' | 'current' | 'usable';

const stages = { 'no-price': 'priced', inflated: 'notFlagged', old: 'current', thin: 'usable' } as const;

const stageOf = (doubt: Doubt): PriceStage => stages[exitReason(doubt)];

/** The stages in the order of core's doubts. */
const priceStages = [...new Set(doubtStages.map(([doubt]) => stageOf(doubt)))];

const reasonOf = { priced: 'price', notFlagged: 'inflated', current: 'old', usable: 'offers' } as const;

export const stageReasons = priceStages.map((stage) => [stage, reasonOf[stage]] as const);

/** Sets of markets, one a row: bit n is the market n of the table. Each stage drops prices from the one before. */
export type PriceStages = Readonly<Record<PriceStage, Uint16Array>>;

export interface StageRules extends DoubtRules {
  readonly minCount: number;
  readonly keepsInflated: boolean;
  readonly keepsOld: boolean;
}

/** What markets ask for a row's item, as far as the rules look at it. The answer lasts until the next one: there are many. */
export function offerReader({ now, keepsInflated, keepsOld }: StageRules) {
  const offer: { -readonly [key in keyof Offer]: Offer[key] } = { market: 'buff163' };
  return (column: MarketColumn, row: number): Offer => {
    offer.market = column.market;
    offer.cents = column.cents[row] ?? 0;
    offer.avg7 = column.avg7[row] ?? 0;
    offer.count = column.count[row] ?? 0;
    offer.flagged = !keepsInflated && column.inflated[row] === 1 ? 'item' : undefined;
    offer.asOf = keepsOld ? now : (column.updatedAt[row] ?? 0) * 1000;
    return offer;
  };
}

/** Stages that each price of a column passes while it is new. Other columns, a view, a letter, a minute change nothing. */
const passedOf = rememberOf(8, (column: MarketColumn, rules: StageRules): Uint8Array => {
  const passed = new Uint8Array(column.cents.length);
  const offerAt = offerReader(rules);
  for (let row = 0; row < passed.length; row++) {
    // The first stage drops what has no price.
    if (!column.cents[row]) continue;
    const doubt = doubtOf(offerAt(column, row), rules);
    passed[row] = doubt ? priceStages.indexOf(stageOf(doubt)) : priceStages.length;
  }
  return passed;
});

export const stagesOf = rememberOf(4, ({ names, markets }: ItemTable, rules: StageRules): PriceStages => {
  const create = () => new Uint16Array(names.length);
  const stages = { priced: create(), notFlagged: create(), current: create(), usable: create() };
  const sets = priceStages.map((stage) => stages[stage]);
  const current = priceStages.indexOf('current');
  for (const [index, column] of markets.entries()) {
    const passed = passedOf(column, { ...rules, now: 0, staleAfterMs: 0, keepsOld: true });
    const isOld = (row: number) => !rules.keepsOld && ageDoubt((column.updatedAt[row] ?? 0) * 1000, rules);
    for (let row = 0; row < passed.length; row++) {
      const most = passed[row] ?? 0;
      const last = most > current && isOld(row) ? current : most;
      for (let at = 0; at < last; at++) {
        const set = sets[at];
        if (set) set[row] = (set[row] ?? 0) | (1 << index);
      }
    }
  }
  return stages;
});
