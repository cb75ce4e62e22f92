import * as z from 'zod/mini';
import { isObject } from '#core/asks/guards.ts';

/** A map from item name to rows (src/protocol/row-check.ts). It is not copied: there are tens of thousands. */
const rows = z.custom<Record<string, unknown>>(isObject);

/** As the relay checks them: laxer than a client's schemas, so that a new market or field passes through an old relay. */
export const envelopes = {
  prices: z.object({ updated_at: z.string(), markets: z.array(z.string()), items: rows }),
  csgoroll: z.object({ updated_at: z.string(), items: rows }),
  partner: z.pipe(
    rows,
    z.transform((items) => ({ items, updated_at: undefined })),
  ),
};

/** The price of an entry. `undefined` unless it is a number above 0. */
export function readAmount(entry: unknown, name: 'price' | 'coins'): number | undefined {
  const amount = isObject(entry) ? entry[name] : undefined;
  return typeof amount === 'number' && amount > 0 ? amount : undefined;
}
