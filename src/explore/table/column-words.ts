import { byExploreField, entryFields } from '#core/prices/detail.ts';
import { markets } from '#core/prices/markets.ts';
import {
  type ColumnId,
  type LeftOutReason,
  marketOfColumn,
  type PlainColumn,
  type ViewKind,
} from '#explore/state/view.ts';
import { text } from '#ui/words/text.ts';

interface ColumnWords {
  readonly head: string;
  /** One sentence that explains the number. */
  readonly title?: string | undefined;
}

const words: Readonly<Record<PlainColumn, () => ColumnWords>> = {
  item: () => ({ head: text('wordItem') }),
  cheapest: () => ({ head: text('exploreCheapest'), title: text('exploreCheapestTitle') }),
  dearest: () => ({ head: text('exploreDearest'), title: text('exploreDearestTitle') }),
  spread: () => ({ head: text('exploreSpread'), title: text('spreadTitle') }),
  exit: () => ({ head: text('exploreExit'), title: text('exploreExitTitle') }),
  buy: () => ({ head: text('exploreBuy'), title: text('exploreBuyTitle') }),
  sell: () => ({ head: text('exploreSell'), title: text('exploreSellTitle') }),
  difference: () => ({ head: text('wordDifference'), title: text('exploreDifferenceTitle') }),
  cost: () => ({ head: text('wordCost'), title: text('exploreCostTitle') }),
  net: () => ({ head: text('wordNet'), title: text('exploreNetTitle') }),
  profit: () => ({ head: text('exploreProfit'), title: text('exploreProfitTitle') }),
  profitPercent: () => ({ head: text('exploreProfitPercent'), title: text('exploreProfitPercentTitle') }),
  cash: () => ({ head: text('exploreCash'), title: text('exploreCashTitle') }),
  toBalance: () => ({ head: text('exploreToBalance'), title: text('exploreToBalanceTitle') }),
  credit: () => ({ head: text('exploreCredit'), title: text('exploreCreditTitle') }),
  change1: () => ({ head: text('exploreChange', '1'), title: text('exploreChangeTitle', '1') }),
  change7: () => ({ head: text('exploreChange', '7'), title: text('exploreChangeTitle', '7') }),
  change30: () => ({ head: text('exploreChange', '30'), title: text('exploreChangeTitle', '30') }),
  against7: () => ({ head: text('exploreAgainst', '7'), title: text('exploreAgainstTitle', '7') }),
  against30: () => ({ head: text('exploreAgainst', '30'), title: text('exploreAgainstTitle', '30') }),
  liquidity: () => ({ head: text('exploreLiquidity'), title: text('exploreLiquidityTitle') }),
  ...byExploreField((id) => () => ({ head: text(entryFields[id].words[0]), title: text(entryFields[id].explore[1]) })),
  age: () => ({ head: text('wordAge'), title: text('exploreAgeTitle') }),
};

/** Head and explanation of a column. */
export function columnWords(id: ColumnId): ColumnWords {
  const market = marketOfColumn(id);
  if (!market) return words[id as PlainColumn]();
  const { name } = markets[market];
  return { head: name, title: text('explorePriceTitle', name) };
}

export const viewNames: Readonly<Record<ViewKind, () => string>> = {
  all: () => text('exploreAll'),
  cheaper: () => text('exploreCheaper'),
  steam: () => text('exploreSteam'),
  balance: () => text('exploreBalance'),
  falling: () => text('exploreFalling'),
  rising: () => text('exploreRising'),
};

/** Why rows are left out, as a phrase. */
export function leftOutText(reason: LeftOutReason, minOffers: number): string {
  if (reason === 'offers') return text('exploreReasonOffers', String(minOffers));
  return text(reasonKeys[reason]);
}

const reasonKeys = {
  sample: 'exploreReasonSample',
  history: 'exploreReasonHistory',
  new: 'exploreReasonNew',
  price: 'exploreReasonPrice',
  inflated: 'exploreReasonInflated',
  old: 'exploreReasonOld',
  average: 'exploreReasonAverage',
  liquidity: 'exploreReasonLiquidity',
  phases: 'exploreReasonPhases',
  fees: 'exploreReasonFees',
} as const;
