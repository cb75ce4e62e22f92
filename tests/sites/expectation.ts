import * as z from 'zod/mini';

/** The expected reading of a card: the value of `data-expect` in a sample page, unless it is `none`. */
export const expectation = z.strictObject({
  item: z.string(),
  phase: z.optional(z.string()),
  listing: z.optional(z.string()),
  currency: z.optional(z.string()),
  attached: z.optional(z.array(z.strictObject({ item: z.optional(z.string()), wear: z.optional(z.number()) }))),
  kind: z.optional(z.enum(['ask', 'bid', 'none'])),
});

export type Expectation = z.infer<typeof expectation>;
