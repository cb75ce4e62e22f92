import type { endpoints } from '#protocol/price-api.ts';

export type PriceEndpoint = keyof typeof endpoints;

/** Bounds on an item's cheapest selected market, both included: cents, or coins on `/api/csgoroll-prices`. */
export interface PriceRange {
  readonly min: number;
  readonly max: number;
}

/** The markets that an upstream request asks for; `undefined` for all. */
export const marketsOf = (source: string): readonly string[] | undefined =>
  URL.parse(source, 'http://upstream')?.searchParams.get('markets')?.split(',');

/** A client's query, normalised: queries with the same meaning have the same `source` and `name`. */
export interface PriceQuery {
  readonly endpoint: PriceEndpoint;
  /** Path and query of the upstream request, without bounds. */
  readonly source: string;
  /** `source` and the bounds. */
  readonly name: string;
  readonly range: PriceRange | undefined;
}
