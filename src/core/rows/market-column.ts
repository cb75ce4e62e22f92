import { type ColumnField, columnFields, type Detail, type EntryColumns } from '#core/prices/detail.ts';
import { isReference, type MarketId } from '#core/prices/markets.ts';
import { offerOn } from '#core/prices/offer.ts';
import type { WeekChanges } from '#core/prices/quote.ts';
import { type ChangeColumn, emptyColumn, type MarketColumn } from '#core/rows/item-table.ts';

/** What the price table tells of a reference market, one value a row. */
export interface TablePriceColumns {
  /** USD cents; 0: none. */
  readonly cents: ArrayLike<number>;
  readonly isFlagged: (row: number) => boolean;
  /** The feed's time, ms since the epoch. */
  readonly asOf: number;
}

/** What a market's own data tell, one value a row. */
interface OwnPriceColumns extends Pick<EntryColumns, ColumnField | 'updatedAt' | 'inflated'> {
  /** In the market's unit; 0: none. */
  readonly price: ArrayLike<number>;
  /** The time of the data, ms since the epoch. */
  readonly bodyAsOf: number;
}

export interface ToldColumns {
  /** Absent without a table. */
  readonly table?: TablePriceColumns | undefined;
  /** Absent while they are not loaded. */
  readonly own?: OwnPriceColumns | undefined;
  /** US dollars a coin. */
  readonly coinUsd?: number | null | undefined;
}

/** The offers of a market (`offerOn`) in columns. */
export function offerColumn(market: MarketId, rows: number, { table, own, coinUsd }: ToldColumns): MarketColumn {
  const column = emptyColumn(market, rows);
  const listed = isReference(market) ? table : undefined;
  const common = Math.min(rows, own?.price.length ?? 0);
  if (own) for (const id of columnFields) column[id].set(own[id].subarray(0, common));
  for (let row = 0; row < (listed ? rows : common); row++) {
    const price = own?.price[row] ?? 0;
    if (!listed && price === 0) continue;
    const { cents, coins, asOf, flagged } = offerOn(market, {
      table: listed && { cents: listed.cents[row], asOf: listed.asOf, flagged: listed.isFlagged(row) },
      own: own && price > 0 ? { asOf: own.bodyAsOf, detail: detailAt(own, row, price) } : undefined,
      coinUsd,
    });
    column.cents[row] = cents ?? 0;
    column.inflated[row] = flagged ? 1 : 0;
    if (cents !== undefined || coins !== undefined) column.updatedAt[row] = Math.floor((asOf ?? 0) / 1000);
  }
  return column;
}

const detailAt = ({ inflated, updatedAt }: OwnPriceColumns, row: number, price: number): Detail => ({
  price,
  inflated: inflated[row] === 1,
  updatedAt: (updatedAt[row] ?? 0) * 1000 || undefined,
});

/** Changes over one span. @param changesOf those of a row; `undefined` where none is known */
export function changeColumn(
  rows: number,
  markets: readonly MarketId[],
  changesOf: (row: number) => WeekChanges | undefined,
): ChangeColumn {
  const column = {
    percent: new Float32Array(rows).fill(Number.NaN),
    market: new Uint8Array(rows),
    thin: new Uint8Array(rows),
  };
  const told = markets.flatMap((market, index) => (isReference(market) ? [{ market, index }] : []));
  for (let row = 0; row < rows; row++) {
    const changes = changesOf(row);
    const first = changes && told.find(({ market }) => changes[market]);
    const change = first && changes[first.market];
    if (!change) continue;
    column.percent[row] = change.percent;
    column.market[row] = first.index;
    column.thin[row] = change.thin ? 1 : 0;
  }
  return column;
}
