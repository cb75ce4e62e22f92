import * as z from 'zod/mini';
import { maxNameLength } from '#core/items/names.ts';

const text = z.string().check(z.maxLength(maxNameLength));
const money = z.object({ cents: z.number().check(z.positive()), currency: z.string().check(z.maxLength(4)) });
const rate = z.object({ code: z.string(), perUsd: z.number().check(z.positive()), of: z.string() });

/** A listing of the panel; one without a price or a rate is compared with none. */
export const askedListing = z.object({
  /** The exact market hash name. */
  item: text.check(z.minLength(1)),
  phase: z.optional(text),
  wearValue: z.optional(z.number().check(z.gte(0), z.lte(1))),
  listing: z.optional(money),
  /** Of the listing's currency. */
  typed: z.optional(rate),
});
export type AskedListing = Readonly<z.infer<typeof askedListing>>;

/** One that a page shows; no auction. */
export const toldListing = z.object({
  ...askedListing.shape,
  listing: money,
  typed: rate,
  /** The user's own: it is judged, and beats none. */
  own: z.optional(z.literal(true)),
  kind: z.optional(z.literal('ask')),
});
export type ToldListing = Readonly<z.infer<typeof toldListing>>;
