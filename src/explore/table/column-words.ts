import { markets } from '#core/prices/markets.ts';
import { wordsOfColumn } from '#core/rows/columns.ts';
import { type ColumnId, type LeftOutReason, marketOfColumn, type ViewKind } from '#core/rows/view.ts';
import type { HeadText } from '#ui/words/panel-words.ts';
import { text } from '#ui/words/text.ts';

export function columnWords(id: ColumnId): HeadText {
  const words = wordsOfColumn(id);
  if (words?.length === 3) return { text: text(words[0], words[2]), title: text(words[1], words[2]) };
  if (words) return { text: text(words[0]), ...(words.length === 2 && { title: text(words[1]) }) };
  const market = marketOfColumn(id);
  const name = market ? markets[market].name : '';
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
