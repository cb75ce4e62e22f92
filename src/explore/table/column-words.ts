import { byExploreField, entryFields } from '#core/prices/detail.ts';
import { markets } from '#core/prices/markets.ts';
import { type ColumnId, type LeftOutReason, marketOfColumn, type PlainColumn, type ViewKind } from '#core/rows/view.ts';
import type { HeadText } from '#ui/words/panel-words.ts';
import { text } from '#ui/words/text.ts';

const words: Readonly<Record<PlainColumn, () => HeadText>> = {
  item: () => ({ text: text('wordItem') }),
  cheapest: () => ({ text: text('exploreCheapest'), title: text('exploreCheapestTitle') }),
  dearest: () => ({ text: text('exploreDearest'), title: text('exploreDearestTitle') }),
  spread: () => ({ text: text('exploreSpread'), title: text('spreadTitle') }),
  exit: () => ({ text: text('exploreExit'), title: text('exploreExitTitle') }),
  buy: () => ({ text: text('exploreBuy'), title: text('exploreBuyTitle') }),
  sell: () => ({ text: text('exploreSell'), title: text('exploreSellTitle') }),
  difference: () => ({ text: text('wordDifference'), title: text('exploreDifferenceTitle') }),
  cost: () => ({ text: text('wordCost'), title: text('exploreCostTitle') }),
  net: () => ({ text: text('wordNet'), title: text('exploreNetTitle') }),
  profit: () => ({ text: text('exploreProfit'), title: text('exploreProfitTitle') }),
  profitPercent: () => ({ text: text('exploreProfitPercent'), title: text('exploreProfitPercentTitle') }),
  patience: () => ({ text: text('explorePatience'), title: text('explorePatienceTitle') }),
  payAtMost: () => ({ text: text('exploreCostAtMost'), title: text('exploreCostAtMostTitle') }),
  cash: () => ({ text: text('exploreCash'), title: text('exploreCashTitle') }),
  toBalance: () => ({ text: text('exploreToBalance'), title: text('exploreToBalanceTitle') }),
  credit: () => ({ text: text('exploreCredit'), title: text('exploreCreditTitle') }),
  change1: () => ({ text: text('exploreChange', '1'), title: text('exploreChangeTitle', '1') }),
  change7: () => ({ text: text('exploreChange', '7'), title: text('exploreChangeTitle', '7') }),
  change30: () => ({ text: text('exploreChange', '30'), title: text('exploreChangeTitle', '30') }),
  against7: () => ({ text: text('exploreAgainst', '7'), title: text('exploreAgainstTitle', '7') }),
  against30: () => ({ text: text('exploreAgainst', '30'), title: text('exploreAgainstTitle', '30') }),
  liquidity: () => ({ text: text('exploreLiquidity'), title: text('exploreLiquidityTitle') }),
  ...byExploreField((id) => () => ({ text: text(entryFields[id].words[0]), title: text(entryFields[id].explore[1]) })),
  age: () => ({ text: text('wordAge'), title: text('exploreAgeTitle') }),
};

export function columnWords(id: ColumnId): HeadText {
  const market = marketOfColumn(id);
  if (!market) return words[id as PlainColumn]();
  const { name } = markets[market];
  return { text: name, title: text('explorePriceTitle', name) };
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
export const leftOutText = (reason: LeftOutReason, minOffers: number): string =>
  reason === 'offers' ? text('exploreReasonOffers', String(minOffers)) : text(reasonKeys[reason]);

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
