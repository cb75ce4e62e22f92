import * as z from 'zod/mini';
import { isPlausibleName } from '#core/names.ts';

/** Entries of a portfolio, at most. */
export const maxHoldings = 1000;
/** Most of one item, and most that was paid for one, USD cents. */
const maxHeld = 100_000;
const maxPaidCents = 1_000_000_000;

/** Items that were bought together. The same item bought at another price is another entry. */
export const holdingSchema = z.object({
  /** Market hash name. */
  name: z.string().check(z.refine(isPlausibleName)),
  count: z.int().check(z.gte(1), z.lte(maxHeld)),
  /** What was paid for each one, USD cents; `null`: not known. */
  paidCents: z.nullable(z.int().check(z.gte(0), z.lte(maxPaidCents))),
});

export type Holding = z.infer<typeof holdingSchema>;

const envelope = z.object({ version: z.literal(1), items: z.array(z.unknown()) });

/** Parses a stored value of any kind. Damaged entries and those beyond the limit are dropped. Never throws. */
export function parsePortfolio(stored: unknown): readonly Holding[] {
  const { items = [] } = envelope.safeParse(stored).data ?? {};
  return items.flatMap((item) => holdingSchema.safeParse(item).data ?? []).slice(0, maxHoldings);
}

/** Whether a value has the form of a stored portfolio; its entries may be damaged. */
export const isStoredPortfolio = (stored: unknown): boolean => envelope.safeParse(stored).success;

/** The stored form of a portfolio. */
export const toStoredPortfolio = (items: readonly Holding[]) => ({ version: 1 as const, items });
