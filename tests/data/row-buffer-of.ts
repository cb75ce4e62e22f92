import type { Quote } from '#core/prices/quote.ts';
import { addRow, createRowBuffer, type RowBuffer } from '#data/catalogue/row-buffer.ts';

/** Rows for `packTable`. */
export function rowsOf(quotes: Iterable<readonly [string, Quote]>): RowBuffer {
  const all = [...new Map(quotes)];
  const rows = createRowBuffer(all.length);
  for (const [name, { buff163, youpin, csfloat, liquidity, inflated }] of all)
    addRow(rows, name, {
      price_buff: buff163,
      price_uu: youpin,
      price_csfloat: csfloat,
      liquidity,
      is_inflated: inflated,
    });
  return rows;
}

export const quotesOf = ({ names, prices }: RowBuffer): ReadonlyMap<string, Quote> =>
  new Map(
    names.map((name, at) => [
      name,
      {
        buff163: prices.buff163[at] || undefined,
        youpin: prices.youpin[at] || undefined,
        csfloat: prices.csfloat[at] || undefined,
        liquidity: liquidityIn(prices.extras[at] ?? 0),
        inflated: (prices.extras[at] ?? 0) >= 0x8000,
      },
    ]),
  );

const liquidityIn = (extras: number): number | undefined =>
  extras % 0x8000 ? ((extras % 0x8000) - 1) / 100 : undefined;
