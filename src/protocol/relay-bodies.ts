import * as z from 'zod/mini';
import { isObject } from '#core/guards.ts';

/** A map from item name to rows, each at least an object; not copied, for there are tens of thousands. */
const rows = z.custom<Record<string, Record<string, unknown>>>(
  (value) => isObject(value) && Object.values(value).every(isObject),
);

/**
 * The envelopes of the price API as the relay judges them (price-api.md): laxer than what a client reads,
 * so that a new market or field passes through an old relay.
 */
export const envelopes = {
  prices: z.object({ updated_at: z.string(), markets: z.array(z.string()), items: rows }),
  csgoroll: z.object({ updated_at: z.string(), items: rows }),
  partner: z.pipe(
    rows,
    z.transform((items) => ({ items, updated_at: undefined })),
  ),
};

/** A body whose items can be cut by `min` and `max`, with the rest of its envelope as it came. */
export const filterableBody = z.looseObject({ items: rows });

/** A price above 0 under this name in an entry; anything else means that there is none. */
export function readAmount(entry: unknown, name: 'price' | 'coins'): number | undefined {
  const amount = isObject(entry) ? entry[name] : undefined;
  return typeof amount === 'number' && amount > 0 ? amount : undefined;
}

const rate = z.number().check(z.gt(0));

/** `/api/rates`: how much of each currency one US dollar buys, as of an ISO date. */
export const ratesBody = z.object({
  base: z.literal('USD'),
  date: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  rates: z.record(z.string().check(z.regex(/^[A-Z]{3}$/)), rate),
});

export type RatesBody = z.infer<typeof ratesBody>;
