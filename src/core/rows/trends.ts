import type { ChangeSpan, ItemTable, MarketColumn } from '#core/rows/item-table.ts';
import { noMarket } from '#core/rows/routes.ts';

/** Days of the averages that the price API tells. */
export type AverageSpan = Exclude<ChangeSpan, 1>;

/** What the views "Falling" and "Rising" rest on: recorded changes or, until there are any, prices against averages. */
export interface Trend {
  readonly column: 'change7' | 'against7';
  /** Index of the market of each row's number. */
  readonly markets: ArrayLike<number>;
}

/** Whether an item has been recorded for 30 days: a shorter past does not count. */
export function hasRecordedTrends({ changes }: Pick<ItemTable, 'changes'>): boolean {
  const { percent, thin } = changes[7] ?? { percent: [], thin: [] };
  for (let row = 0; row < percent.length; row++)
    if (!thin[row] && !Number.isNaN(percent[row] ?? Number.NaN)) return true;
  return false;
}

export const averagesOf = ({ avg7, avg30 }: MarketColumn, span: AverageSpan): Float64Array =>
  span === 7 ? avg7 : avg30;

export function averagedMarkets({ names, markets }: ItemTable, usable: Uint16Array, span: AverageSpan): Int8Array {
  const first = new Int8Array(names.length).fill(noMarket);
  for (const [index, column] of markets.entries()) {
    const averages = averagesOf(column, span);
    for (let row = 0; row < averages.length; row++)
      if (first[row] === noMarket && (averages[row] ?? 0) > 0 && ((usable[row] ?? 0) & (1 << index)) !== 0)
        first[row] = index;
  }
  return first;
}
