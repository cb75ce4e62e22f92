import * as z from 'zod/mini';
import { isMarketId, type MarketId } from '#core/markets.ts';

/** The highest price, in cents: the columns of the packed table are unsigned 32-bit. */
export const maxPriceCents = 0xffff_fffe;

const cents = z.int().check(z.gte(0), z.lte(maxPriceCents));
/** `null`, 0 and a missing key all mean that the market has no price; a price of 0 is never shown. */
const maybeCents = z.nullish(cents);

/** One row of `/api/get-partner-prices` (src/protocol/price-api.md, "GET /api/get-partner-prices"). */
export const partnerRow = z.object({
  price_buff: maybeCents,
  price_uu: maybeCents,
  price_csfloat: maybeCents,
  liquidity: z.nullish(z.number()),
  is_inflated: z.nullish(z.boolean()),
});

export type PartnerRow = z.infer<typeof partnerRow>;

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
export const marketEntry = z.object({
  price: maybeCents,
  coins: z.nullish(z.number().check(z.gte(0))),
  avg_30: z.nullish(z.number()),
  avg_7: z.nullish(z.number()),
  count: z.nullish(z.number()),
  is_inflated: z.nullish(z.boolean()),
  updated_at: z.nullish(z.string()),
  link: z.nullish(z.string()),
});
export type MarketEntry = z.infer<typeof marketEntry>;

/** Per-market extras of `fields` (src/protocol/price-api.md, "Optional fields"). */
export const marketFields = ['avg_30', 'avg_7', 'count', 'is_inflated', 'updated_at', 'link'] as const;

/** Every value of `fields`; `liquidity` belongs to the item. */
export const optionalFields = [...marketFields, 'liquidity'] as const;

/** The request for everything about one market. Always spelled the same, so that relay and caches hold one response. */
export const marketDetailsPath = (market: MarketId): string =>
  `${endpoints.prices}?markets=${market}&fields=${[...marketFields].sort().join(',')}`;

export type OptionalField = (typeof optionalFields)[number];

/** An error body of the price API and of the relay. */
export const errorBody = z.object({ error: z.string() });

/** The paths of the data endpoints, the same on the price API and on the relay. */
export const endpoints = {
  prices: '/api/prices',
  partner: '/api/get-partner-prices',
  csgoroll: '/api/csgoroll-prices',
} as const;
