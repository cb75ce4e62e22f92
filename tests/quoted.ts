import type { Detail } from '#core/prices/detail.ts';
import { isReference } from '#core/prices/markets.ts';
import type { TableRow } from '#core/prices/offer.ts';
import { type Quote, quoteOf } from '#core/prices/quote.ts';

/** What the table tells and, with `own`, what the references' own data tell besides of the same prices. */
export const quoted = (row: Partial<TableRow>, asOf: number, own?: Partial<Detail>): Quote =>
  quoteOf({ inflated: false, ...row }, asOf, (market) => {
    const price = own && isReference(market) && row[market];
    return price ? { asOf, detail: { price, inflated: false, ...own } } : undefined;
  });
