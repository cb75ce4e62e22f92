import type { Quote } from '#core/quote.ts';
import { inflatedFlag, noCents, noLiquidity } from '#data/catalogue/price-table.ts';
import { addRow, createRowBuffer, extrasWord, type RowBuffer, rowWords } from '#data/catalogue/row-buffer.ts';

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

export const quotesOf = ({ names, words }: RowBuffer): ReadonlyMap<string, Quote> =>
  new Map(names.map((name, at) => [name, quoteOf([...words.subarray(at * rowWords, (at + 1) * rowWords)])]));

function quoteOf(words: readonly number[]): Quote {
  const [buff163, youpin, csfloat] = words.map((cents) => (cents === noCents ? undefined : cents));
  const extras = words[extrasWord] ?? 0;
  const hundredths = extras & noLiquidity;
  const liquidity = hundredths === noLiquidity ? undefined : hundredths / 100;
  return { buff163, youpin, csfloat, liquidity, inflated: (extras & inflatedFlag) !== 0 };
}
