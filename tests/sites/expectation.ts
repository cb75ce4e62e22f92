import * as z from 'zod/mini';

/** What a sample page says of a card in `data-expect`, unless it says `none`. */
export const expectation = z.strictObject({
  item: z.string(),
  phase: z.optional(z.string()),
  listing: z.optional(z.string()),
  currency: z.optional(z.string()),
  kind: z.optional(z.enum(['ask', 'bid', 'none'])),
});

export type Expectation = z.infer<typeof expectation>;
