import * as z from 'zod/mini';
import { isPlausibleName } from '#core/items/names.ts';
import type { Money } from '#core/money/money.ts';
import { centsOf, inCurrency, type KnownRates, type Rate, type RateDays, rateOfDay } from '#core/money/rates.ts';
import { dayMs } from '#core/prices/age.ts';
import { profitFor } from '#core/prices/exit-value.ts';
import { type PartialSum, sumOf } from '#core/prices/partial-sum.ts';
import { storedVersions } from '#core/settings/stored-versions.ts';
import { isSiteId } from '#core/site.ts';

/** Entries of a portfolio and its sales, at most. */
export const maxHoldings = 1000;
export const maxSales = 5000;
/** Most of one item, and most that was paid for one, hundredths of any currency. */
const maxHeld = 100_000;
const maxPaidCents = 1_000_000_000_000;

const amount = z.object({
  cents: z.number().check(z.gte(0), z.lte(maxPaidCents)),
  /** ISO 4217, or `COIN`: the entry's site says whose. */
  currency: z.string().check(z.regex(/^(?:[A-Z]{3}|COIN)$/)),
});
/** Ms since the epoch, up to the last that is a date. */
const time = z.int().check(z.gte(0), z.lte(8.64e15));
const siteId = z.string().check(z.refine(isSiteId));

/** Items that were bought together. The same item bought at another price is another entry. */
export const holdingSchema = z.object({
  name: z.string().check(z.refine(isPlausibleName)),
  count: z.int().check(z.gte(1), z.lte(maxHeld)),
  /** What was paid for each one, in the currency in which the user, a table or a listing said it; `null`: not known. */
  paid: z.nullable(amount),
  /** The same in the user's currency, by the rates of the day of buying. */
  paidThen: z.optional(amount),
  /** The id of the marketplace. */
  site: z.optional(siteId),
  boughtAt: z.optional(time),
  wearValue: z.optional(z.number().check(z.gte(0), z.lte(1))),
  /** Until when it could not be traded, as far as its page told. */
  lockedUntil: z.optional(time),
});

export type Holding = z.infer<typeof holdingSchema>;

/** A listing that the user says to have bought just now. */
export const purchaseSchema = z.extend(z.pick(holdingSchema, { name: true, wearValue: true, lockedUntil: true }), {
  paid: amount,
  site: siteId,
});

export type Purchase = z.infer<typeof purchaseSchema>;

/** What whoever caused an entry knows of it. */
export const boughtSchema = z.extend(purchaseSchema, { boughtAt: time });

export type Bought = z.infer<typeof boughtSchema>;

export const isSameHolding = (one: Holding | undefined, other: Holding): boolean =>
  JSON.stringify(holdingSchema.safeParse(one).data) === JSON.stringify(holdingSchema.safeParse(other).data);

export const saleSchema = z.extend(holdingSchema, {
  /** What arrived for each one, after fees. */
  received: amount,
  soldAt: time,
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

/** USD cents of an amount by today's rate of its currency; `undefined` without one. */
export type UsdOf = (amount: Money) => number | undefined;

export const usdBy =
  (rateOf: (currency: string) => Rate | undefined): UsdOf =>
  ({ cents, currency }) => {
    const rate = rateOf(currency);
    return rate && cents / rate.perUsd;
  };

export type AmountsOfThen = ReturnType<typeof amountsOfThen>;

/** What counts as paid and as received for one: where that is known, what it was in the user's currency on its day. */
export function amountsOfThen(own: string, days: RateDays = {}, ownRates: KnownRates['own'] = {}) {
  const hasDay = (code: string) => !Object.hasOwn(ownRates, code);
  const onDay = (amount: Money, at: number | undefined): Money => {
    const { currency } = amount;
    if (currency === own || at === undefined || !hasDay(currency) || !hasDay(own)) return amount;
    const [from, to] = [currency, own].map((code) => rateOfDay(code, days, Math.floor(at / dayMs)));
    return from && to ? inCurrency(centsOf(amount, from), to) : amount;
  };
  const ofThen = {
    cost: ({ paid, paidThen, boughtAt }: Pick<Holding, 'paid' | 'paidThen' | 'boughtAt'>): Money | null =>
      paidThen?.currency === own ? paidThen : paid && onDay(paid, boughtAt),
    received: ({ received, soldAt }: Pick<Sale, 'received' | 'soldAt'>): Money => onDay(received, soldAt),
  };
  /** In which currencies all of them are. */
  const currencies = ({ items, sales }: Portfolio): readonly string[] => {
    const amounts = [...[...items, ...sales].map(ofThen.cost), ...sales.map(ofThen.received)];
    return [...new Set(amounts.flatMap((one) => one?.currency ?? []))];
  };
  return { ...ofThen, currencies };
}

/** What one sale left, USD cents: what arrived less what was paid; `undefined` while one of them is not known. */
export function profitOfSale(sale: Sale, usdOf: UsdOf, ofThen: AmountsOfThen): number | undefined {
  const { count } = sale;
  const cost = ofThen.cost(sale);
  const [spent, got] = [cost ? usdOf(cost) : undefined, usdOf(ofThen.received(sale))];
  return spent === undefined || got === undefined ? undefined : profitFor(got * count, spent * count);
}

export const realisedProfit = (sales: readonly Sale[], usdOf: UsdOf, ofThen: AmountsOfThen): PartialSum =>
  sumOf(sales, (sale) => profitOfSale(sale, usdOf, ofThen));
