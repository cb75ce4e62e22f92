import * as z from 'zod/mini';
import { entryFields, type FieldId } from '#core/prices/detail.ts';
import { isMarketId, type MarketId, type partnerFields, type ReferenceMarket } from '#core/prices/markets.ts';

/** `null`, 0 and a missing key all mean that the market has no price; a price of 0 is never shown. */
type Cents = number | null | undefined;

/** One row of `/api/get-partner-prices` (src/protocol/price-api.md, "GET /api/get-partner-prices"). */
export interface PartnerRow extends Readonly<Partial<Record<(typeof partnerFields)[ReferenceMarket], Cents>>> {
  readonly liquidity?: number | null | undefined;
  readonly is_inflated?: boolean | null | undefined;
}

/** A map from market hash name to rows that are not parsed yet. */
const rows = z.record(z.string(), z.unknown());

const marketId = z.custom<MarketId>((value) => typeof value === 'string' && isMarketId(value));

/** The envelope of `/api/prices` (src/protocol/price-api.md, "GET /api/prices"). */
export const pricesBody = z.object({
  updated_at: z.string(),
  markets: z.array(marketId),
  items: rows,
});

/** One market's entry inside an item of `/api/prices` (src/protocol/price-api.md, "Per-market entry"). */
export interface MarketEntry extends EntryExtras {
  readonly price?: Cents;
  readonly coins?: number | null | undefined;
}

interface WireValues {
  readonly cents: number;
  readonly count: number;
  readonly flag: boolean;
  readonly time: string;
  readonly link: string;
}

type FieldKeys = {
  readonly [id in FieldId as (typeof entryFields)[id]['key']]: WireValues[(typeof entryFields)[id]['type']];
};
export type FieldKey = keyof FieldKeys;
export type EntryExtras = { readonly [key in FieldKey]?: FieldKeys[key] | null | undefined };

/** Per-market extras of `fields` (src/protocol/price-api.md, "Optional fields"), as they are spelled in a request. */
export const marketFields: readonly FieldKey[] = Object.values(entryFields)
  .map(({ key }) => key)
  .sort();

/** Every value of `fields`; `liquidity` belongs to the item. */
export const optionalFields = [...marketFields, 'liquidity'] as const;

/** The request for everything about one market. Always spelled the same, so that relay and caches hold one response. */
export const marketDetailsPath = (market: MarketId): string =>
  `${endpoints.prices}?markets=${market}&fields=${marketFields.join(',')}`;

export const errorBody = z.object({ error: z.string() });

export const endpoints = {
  prices: '/api/prices',
  partner: '/api/get-partner-prices',
  csgoroll: '/api/csgoroll-prices',
} as const;
