import * as z from 'zod/mini';
import { isPlausibleName } from '#core/items/names.ts';
import type { Money } from '#core/money/money.ts';
import type { Rate } from '#core/money/rates.ts';
import { profitFor } from '#core/prices/exit-value.ts';
import { type PartialSum, sumOf } from '#core/prices/partial-sum.ts';
import { storedVersions } from '#core/settings/stored-versions.ts';

/** Entries of a portfolio and its sales, at most. */
export const maxHoldings = 1000;
export const maxSales = 5000;
/** Most of one item, and most that was paid for one, hundredths of any currency. */
const maxHeld = 100_000;
const maxPaidCents = 1_000_000_000_000;

const amount = z.object({
  cents: z.number().check(z.gte(0), z.lte(maxPaidCents)),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
});

/** Items that were bought together. The same item bought at another price is another entry. */
export const holdingSchema = z.object({
  name: z.string().check(z.refine(isPlausibleName)),
  count: z.int().check(z.gte(1), z.lte(maxHeld)),
  /** What was paid for each one, in the currency in which the user or a table said it; `null`: not known. */
  paid: z.nullable(amount),
});

export type Holding = z.infer<typeof holdingSchema>;

export const saleSchema = z.extend(holdingSchema, {
  /** What arrived for each one, after fees. */
  received: amount,
  /** Ms since the epoch. */
  soldAt: z.int().check(z.gte(0)),
});

export type Sale = z.infer<typeof saleSchema>;

export const portfolioSchema = z.object({
  items: z.readonly(z.array(holdingSchema).check(z.maxLength(maxHoldings))),
  sales: z.readonly(z.array(saleSchema).check(z.maxLength(maxSales))),
});

export type Portfolio = Readonly<z.infer<typeof portfolioSchema>>;

const envelope = z.object({
  items: z.array(z.unknown()),
  sales: z.optional(z.array(z.unknown())),
});

/** Parses a stored value of any kind. Damaged entries and those beyond the limit are dropped. Never throws. */
export function parsePortfolio(stored: unknown): Portfolio {
  const { items = [], sales = [] } = envelope.safeParse(stored).data ?? {};
  return {
    items: items.flatMap((item) => holdingSchema.safeParse(item).data ?? []).slice(0, maxHoldings),
    sales: sales.flatMap((sale) => saleSchema.safeParse(sale).data ?? []).slice(0, maxSales),
  };
}

export const toStoredPortfolio = (portfolio: Portfolio) => ({ version: storedVersions.portfolio, ...portfolio });

/** Items with a count that a portfolio has not, or has fewer of: entries for what is missing, their price not known. */
export function missingHoldings(
  items: readonly Holding[],
  owned: readonly Pick<Holding, 'name' | 'count'>[],
): readonly Holding[] {
  const countsOf = (all: typeof owned) =>
    [...Map.groupBy(all, ({ name }) => name)].map(
      ([name, same]) => [name, same.reduce((sum, { count }) => sum + count, 0)] as const,
    );
  const held = new Map(countsOf(items));
  return countsOf(owned).flatMap(([name, count]) => {
    const missing = count - (held.get(name) ?? 0);
    return missing > 0 ? [{ name, count: missing, paid: null }] : [];
  });
}

/** Whether a portfolio has each of some entries and sales, as often as they are there. Of none it has none. */
export function isIn({ items, sales }: Portfolio, some: readonly (Holding | Sale)[]): boolean {
  const keyOf = (one: Holding | Partial<Sale>) =>
    JSON.stringify([one.name, one.count, one.paid, 'soldAt' in one && [one.received, one.soldAt]]);
  const held = Map.groupBy([...items, ...sales], keyOf);
  const wanted = [...Map.groupBy(some, keyOf)];
  return some.length > 0 && wanted.every(([key, same]) => (held.get(key)?.length ?? 0) >= same.length);
}

export const currenciesIn = ({ items, sales }: Portfolio): readonly string[] => {
  const amounts = [...[...items, ...sales].map(({ paid }) => paid), ...sales.map(({ received }) => received)];
  return [...new Set(amounts.flatMap((one) => one?.currency ?? []))];
};

/** USD cents of an amount by today's rate of its currency; `undefined` without one. */
export type UsdOf = (amount: Money) => number | undefined;

export const usdBy =
  (rateOf: (currency: string) => Rate | undefined): UsdOf =>
  ({ cents, currency }) => {
    const rate = rateOf(currency);
    return rate && cents / rate.perUsd;
  };

/** What one sale left, USD cents: what arrived less what was paid; `undefined` while one of them is not known. */
export function profitOfSale({ count, paid, received }: Sale, usdOf: UsdOf): number | undefined {
  const [spent, got] = [paid ? usdOf(paid) : undefined, usdOf(received)];
  return spent === undefined || got === undefined ? undefined : profitFor(got * count, spent * count);
}

export const realisedProfit = (sales: readonly Sale[], usdOf: UsdOf): PartialSum =>
  sumOf(sales, (sale) => profitOfSale(sale, usdOf));
