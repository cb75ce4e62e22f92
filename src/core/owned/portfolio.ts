import * as z from 'zod/mini';
import { isPlausibleName } from '#core/items/names.ts';
import type { Rate } from '#core/money/rates.ts';
import { type PartialSum, sumOf } from '#core/prices/partial-sum.ts';
import { storedVersions } from '#core/settings/stored-versions.ts';

/** Entries of a portfolio and its sales, at most. */
export const maxHoldings = 1000;
export const maxSales = 5000;
/** Most of one item, and most that was paid for one, USD cents. */
const maxHeld = 100_000;
const maxPaidCents = 1_000_000_000;

const amount = z.number().check(z.gte(0), z.lte(maxPaidCents));

/** An amount in the currency in which the user typed it (ISO 4217): the USD cents beside it follow its rate. */
const typed = z.object({
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  hundredths: z.number().check(z.gte(0), z.lte(1000 * maxPaidCents)),
});
export type TypedAmount = z.infer<typeof typed>;

/** Items that were bought together. The same item bought at another price is another entry. */
export const holdingSchema = z.object({
  name: z.string().check(z.refine(isPlausibleName)),
  count: z.int().check(z.gte(1), z.lte(maxHeld)),
  /** What was paid for each one, USD cents, with a fraction where a total was typed; `null`: not known. */
  paidCents: z.nullable(amount),
  paidTyped: z.optional(typed),
});

export type Holding = z.infer<typeof holdingSchema>;

/** Items of one entry that were sold together. */
export const saleSchema = z.extend(holdingSchema, {
  /** What arrived for each one, after fees, USD cents, with a fraction where a total was typed. */
  receivedCents: amount,
  receivedTyped: z.optional(typed),
  /** Ms since the epoch. */
  soldAt: z.int().check(z.gte(0)),
});

export type Sale = z.infer<typeof saleSchema>;

export interface Portfolio {
  readonly items: readonly Holding[];
  readonly sales: readonly Sale[];
}

const envelope = z.object({
  version: z.unknown(),
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

/** Whether a value has the form of a stored portfolio of this version; its entries may be damaged. */
export const isStoredPortfolio = (stored: unknown): boolean =>
  envelope.safeParse(stored).data?.version === storedVersions.portfolio;

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
    return missing > 0 ? [{ name, count: missing, paidCents: null }] : [];
  });
}

/** The currencies in which amounts were typed. */
export const typedCurrencies = ({ items, sales }: Portfolio): readonly string[] => {
  const amounts = [...[...items, ...sales].map((one) => one.paidTyped), ...sales.map((one) => one.receivedTyped)];
  return [...new Set(amounts.flatMap((one) => one?.currency ?? []))];
};

/** What was paid and received in USD cents, by today's rates of the currencies in which it was typed; as stored without one. */
export function atTodaysRates({ items, sales }: Portfolio, rateOf: (currency: string) => Rate | undefined) {
  const today = <T extends number | null>(cents: T, amount: TypedAmount | undefined): T | number => {
    const rate = amount && rateOf(amount.currency);
    return rate ? amount.hundredths / rate.perUsd : cents;
  };
  const held = <T extends Holding>(one: T): T => ({ ...one, paidCents: today(one.paidCents, one.paidTyped) });
  return {
    items: items.map(held),
    sales: sales.map(held).map((one) => ({ ...one, receivedCents: today(one.receivedCents, one.receivedTyped) })),
  };
}

/** What sales left: what arrived less what was paid, of those of which that is known. */
export const realisedProfit = (sales: readonly Sale[]): PartialSum =>
  sumOf(sales, ({ count, paidCents, receivedCents }) =>
    paidCents === null ? undefined : (receivedCents - paidCents) * count,
  );
