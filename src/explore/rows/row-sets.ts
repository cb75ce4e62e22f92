import { balanceMarket, type MarketId } from '#core/markets.ts';
import type { ItemTable } from '#explore/data/item-table.ts';
import type { UserLimits } from '#explore/rows/row-parts.ts';
import type { ExploreView } from '#explore/state/view.ts';

/** The sets of markets to buy and to sell at. What a sale on Steam brings stays in its wallet: it is no cash. */
export function routeSets(
  { markets }: ItemTable,
  { kind, rules }: Pick<ExploreView, 'kind' | 'rules'>,
  { selling }: Pick<UserLimits, 'selling'>,
): { readonly buy: number; readonly sell: number } {
  const setOf = (chosen: readonly MarketId[]) =>
    markets.reduce(
      (set, { market }, index) => (chosen.length === 0 || chosen.includes(market) ? set | (1 << index) : set),
      0,
    );
  const balance = markets.findIndex(({ market }) => market === balanceMarket);
  const balanceSet = balance < 0 ? 0 : 1 << balance;
  const sell = setOf(rules.sell.length > 0 ? rules.sell : selling) & ~balanceSet;
  return { buy: kind === 'steam' ? balanceSet : setOf(rules.buy), sell };
}
