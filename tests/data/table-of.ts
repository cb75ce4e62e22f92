import { expect } from 'vitest';
import type { TableRow } from '#core/prices/offer.ts';
import { type LoadedTable, loadedTable, type StoredTable, type TableInfo } from '#data/catalogue/loaded-table.ts';
import { packTable } from '#data/catalogue/pack-table.ts';
import type { PriceTable } from '#data/catalogue/price-table.ts';
import type { PartnerRow } from '#protocol/price-api.ts';

export const rowsOf = (quotes: Iterable<readonly [string, TableRow]>): ReadonlyMap<string, PartnerRow> =>
  new Map(
    Array.from(quotes, ([name, { buff163, youpin, csfloat, liquidity, inflated }]) => [
      name,
      { price_buff: buff163, price_uu: youpin, price_csfloat: csfloat, liquidity, is_inflated: inflated },
    ]),
  );

export const tableOf = (quotes: Iterable<readonly [string, TableRow]>, before?: PriceTable): PriceTable =>
  packTable(rowsOf(quotes), before).table;

export const tableOfNames = (names: readonly string[], cents = 100): PriceTable =>
  tableOf(names.map((name) => [name, { buff163: cents, inflated: false }]));

export const loaded = (table: PriceTable, about: Partial<TableInfo> = {}): LoadedTable =>
  loadedTable({ relay: 'http://localhost:8787/', asOf: 1, items: table.rows, badRows: 0, ...about }, table);

export const storedOf = ({ table, version: _, ...about }: LoadedTable): StoredTable => ({
  ...about,
  catalogue: table.catalogue,
  bytes: new Blob([table.buffer]),
});

export const asking = (cents: number) => ({
  offers: expect.arrayContaining([expect.objectContaining({ market: 'buff163', cents })]),
});
