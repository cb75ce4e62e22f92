import * as z from 'zod/mini';
import { priceLimits } from '#core/prices/offer.ts';

const [cents, number] = [z.nullish(z.int().check(z.gte(0), z.lte(priceLimits.maxCents))), z.nullish(z.number())];
const [flag, text] = [z.nullish(z.boolean()), z.nullish(z.string())];

/** The rows of the price API, as its documentation states them (src/protocol/price-api.md). */
export const partnerRow = z.object({
  price_buff: cents,
  price_uu: cents,
  price_csfloat: cents,
  liquidity: number,
  is_inflated: flag,
});

export const marketEntry = z.object({
  price: cents,
  coins: z.nullish(z.number().check(z.gte(0))),
  avg_30: number,
  avg_7: number,
  count: number,
  is_inflated: flag,
  updated_at: text,
  link: text,
});
