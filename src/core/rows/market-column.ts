import { type ColumnField, columnFields, type EntryColumns } from '#core/prices/detail.ts';
import { isReference, type MarketId } from '#core/prices/markets.ts';
import { countedPrice } from '#core/prices/price-at.ts';
import type { WeekChanges } from '#core/prices/quote.ts';
import { type ChangeColumn, emptyColumn, type MarketColumn } from '#core/rows/item-table.ts';

/** What the price table tells of a reference market, one value a row. */
export interface TablePriceColumns {
  /** USD cents; 0: none. */
  readonly cents: ArrayLike<number>;
  /** Whether the item of a row is flagged. */
  readonly isFlagged: (row: number) => boolean;
  /** The feed's time, ms since the epoch. */
  readonly asOf: number;
}

/** A market's column with the prices that the table has of a reference market. @param told absent without a table */
export function tableColumn(market: MarketId, rows: number, told: TablePriceColumns | undefined): MarketColumn {
  const column = emptyColumn(market, rows);
  if (!told || !isReference(market)) return column;
  const seconds = Math.floor(told.asOf / 1000);
  for (let row = 0; row < rows; row++) {
    column.inflated[row] = told.isFlagged(row) ? 1 : 0;
    const cents = told.cents[row] ?? 0;
    column.cents[row] = cents;
    if (cents > 0) column.updatedAt[row] = seconds;
  }
  return column;
}

/** What a market's own data tell, one value a row. */
export interface OwnPriceColumns extends Pick<EntryColumns, ColumnField | 'updatedAt' | 'inflated'> {
  /** In the market's unit; 0: none. */
  readonly price: ArrayLike<number>;
  /** The time of the data, ms since the epoch. */
  readonly bodyAsOf: number;
}

/**
 * A market's prices as they count beside its own data.
 * @param listed what the table has of the market (`tableColumn`). @param tableAsOf the time of the table, ms since the epoch
 * @param coinUsd US dollars a coin
 */
export function ownColumn(
  listed: MarketColumn,
  own: OwnPriceColumns,
  tableAsOf: number,
  coinUsd: number | null | undefined,
): MarketColumn {
  const { market } = listed;
  const [cents, updatedAt, inflated] = [listed.cents.slice(), listed.updatedAt.slice(), listed.inflated.slice()];
  const column = { ...emptyColumn(market, cents.length), cents, updatedAt, inflated };
  const common = Math.min(cents.length, own.price.length);
  for (const id of columnFields) column[id].set(own[id].subarray(0, common));
  for (let row = 0; row < common; row++) {
    const price = own.price[row];
    if (!price) continue;
    const flagged = inflated[row] === 1;
    const counted = countedPrice({
      market,
      table: isReference(market) ? { cents: cents[row], asOf: tableAsOf, flagged } : undefined,
      own: {
        ...{ bodyAsOf: own.bodyAsOf, price, flagged: own.inflated[row] === 1 },
        updatedAt: (own.updatedAt[row] ?? 0) * 1000 || undefined,
      },
      coinUsd,
    });
    cents[row] = counted.cents ?? 0;
    updatedAt[row] = Math.floor((counted.asOf ?? 0) / 1000);
    inflated[row] = counted.flagged ? 1 : 0;
  }
  return column;
}

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
  for (let row = 0; row < rows; row++) {
    const changes = changesOf(row);
    const index = changes ? markets.findIndex((market) => isReference(market) && changes[market]) : -1;
    const market = markets[index];
    const change = market && isReference(market) && changes?.[market];
    if (!change) continue;
    column.percent[row] = change.percent;
    column.market[row] = index;
    column.thin[row] = change.thin ? 1 : 0;
  }
  return column;
}
