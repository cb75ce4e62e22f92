/** A price at which an item is sold, whole USD cents. */
export interface SellingPrice {
  readonly cents: number;
  readonly of: 'ask' | 'avg7';
}

/** Selling counts on no more than the average over 7 days, where that is known. Parts of a cent do not count. */
export function sellingPrice(cents: number, avg7: number | undefined): SellingPrice {
  const ask = Math.floor(cents);
  const average = Math.floor(avg7 ?? 0);
  return average > 0 && average < ask ? { cents: average, of: 'avg7' } : { cents: ask, of: 'ask' };
}
