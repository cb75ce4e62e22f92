import { balanceMarket, type MarketId } from '#core/markets.ts';
import type { ItemTable } from '#explore/data/item-table.ts';
import type { UserLimits } from '#explore/rows/row-parts.ts';
import type { ExploreView } from '#explore/state/view.ts';

/** Sets of a view's markets. */
interface RouteSets {
  readonly buy: number;
  readonly sell: number;
  /** Where cash buys, and where a sale brings cash: what one on Steam brings stays in its wallet. */
  readonly cashBuy: number;
  readonly cashSell: number;
}

/** The sets of markets to buy and to sell at. Only the view of balance sells on Steam. */
export function routeSets(
  { markets }: ItemTable,
  { kind, rules }: Pick<ExploreView, 'kind' | 'rules'>,
  { selling }: Pick<UserLimits, 'selling'>,
): RouteSets {
  const setOf = (chosen: readonly MarketId[]) =>
    markets.reduce(
      (set, { market }, index) => (chosen.length === 0 || chosen.includes(market) ? set | (1 << index) : set),
      0,
    );
  const balance = markets.findIndex(({ market }) => market === balanceMarket);
  const balanceSet = balance < 0 ? 0 : 1 << balance;
  const cashSell = setOf(rules.sell.length > 0 ? rules.sell : selling) & ~balanceSet;
  const buy = setOf(rules.buy);
  const cashBuy = buy & ~balanceSet;
  if (kind === 'balance') return { buy: cashBuy, sell: balanceSet, cashBuy, cashSell };
  return { buy: kind === 'steam' ? balanceSet : buy, sell: cashSell, cashBuy, cashSell };
}
