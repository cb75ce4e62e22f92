import { hasPhases } from '#core/items/names.ts';
import { type Rate, type RateDays, rateOfDay } from '#core/money/rates.ts';
import type { ValuedHolding } from '#core/owned/valuation.ts';
import { dayMs } from '#core/prices/age.ts';
import type { PastSpan } from '#core/prices/item-past.ts';

/** The periods of the portfolio's chart, days. */
export const portfolioSpans = [30, 90, 365] as const satisfies readonly PastSpan[];
export type PortfolioSpan = (typeof portfolioSpans)[number];

/** Items whose past is asked for, at most: the relay answers one at a time. */
export const maxPastItems = 100;

/** An item's recorded prices on one market, oldest first: days since the epoch (UTC), then the last price, USD cents. */
export type DailyPrices = readonly (readonly [day: number, cents: number])[];

/**
 * Why an item is not in the chart: its price was an outlier or that of any phase, too many items are worth more, the
 * relay has recorded none in the period, or on too few days.
 */
export type PastGap = 'inflated' | 'any-phase' | 'beyond' | 'none' | 'few';

export interface LeftOutItem extends Pick<ValuedHolding, 'name' | 'count'> {
  readonly reason: PastGap;
}

export type ChosenItems = ReturnType<typeof chooseCharted>;

/**
 * The items whose past is asked for, the most valuable first. A recorded price does not say whether it was an outlier, or of
 * which phase: where that is known today, the item is left out.
 */
export function chooseCharted(holdings: readonly ValuedHolding[]) {
  const all = [...Map.groupBy(holdings, ({ name }) => name)].map(([name, entries]) => ({
    name,
    count: entries.reduce((sum, { count }) => sum + count, 0),
    value: entries.reduce((sum, { value = 0 }) => sum + value, 0),
    reason: reasonOf(name, entries),
  }));
  const ranked = all.toSorted((one, other) => other.value - one.value);
  const certain = ranked.filter(({ reason }) => reason === undefined);
  const beyond = new Set(certain.slice(maxPastItems));
  return {
    items: certain.slice(0, maxPastItems).map(({ name, count }) => ({ name, count })),
    leftOut: ranked.flatMap((item): LeftOutItem[] => {
      const reason = beyond.has(item) ? 'beyond' : item.reason;
      return reason ? [{ name: item.name, count: item.count, reason }] : [];
    }),
  };
}

function reasonOf(name: string, entries: readonly ValuedHolding[]): PastGap | undefined {
  if (hasPhases(name)) return 'any-phase';
  return entries.some(({ doubt }) => doubt === 'inflated') ? 'inflated' : undefined;
}

/** The rate of a day since the epoch (UTC), always of one currency; `undefined` without one. */
export type RateOn = (day: number) => Rate | undefined;

/** By each day's own rate, today by the one that is shown; `undefined` where the days have none of its currency. */
export function ratesByDay(shown: Rate, days: RateDays, now: number): RateOn | undefined {
  const isTold = shown.code !== 'USD' && shown.of !== 'own' && Object.values(days).some((rates) => shown.code in rates);
  if (!isTold) return undefined;
  return (day) => (day === Math.floor(now / dayMs) ? shown : rateOfDay(shown.code, days, day));
}

export type PortfolioPast = ReturnType<typeof portfolioPast>;

/** An item with prices on fewer days than this share of what the best item has would leave most days empty. */
const leastShare = 0.8;

/** A missing price is never filled: a day counts only if every item in the chart has one. @param pastOf empty without any */
export function portfolioPast(
  chosen: ChosenItems,
  pastOf: (name: string) => DailyPrices,
  rateOn: RateOn,
  { span, now }: { readonly span: PortfolioSpan; readonly now: number },
) {
  const first = Math.floor(now / dayMs) - span;
  const days = Array.from({ length: span + 1 }, (_, index) => first + index);
  const priced = chosen.items.map((item) => ({
    ...item,
    prices: new Map(pastOf(item.name).filter(([day]) => day >= first && day <= first + span)),
  }));
  const enough = leastShare * Math.max(0, ...priced.map(({ prices }) => prices.size));
  const charted = priced.filter(({ prices }) => prices.size > 0 && prices.size >= enough);
  const counts = days.map((day) => sumBy(charted, ({ prices, count }) => (prices.has(day) ? count : 0)));
  const items = sumBy(charted, ({ count }) => count);
  return {
    /** Days, ms since the epoch, oldest first; the last one is today. */
    at: days.map((day) => day * dayMs),
    /** Hundredths that all items in the chart were worth on each day; `null` where any has no price, or the day no rate. */
    values: days.map((day, at) => {
      const rate = items > 0 && counts[at] === items ? rateOn(day) : undefined;
      return rate ? rate.perUsd * sumBy(charted, ({ prices, count }) => (prices.get(day) ?? 0) * count) : null;
    }),
    priced: counts,
    items,
    /** Days on which some items have a price, but not all. */
    partialDays: counts.filter((count) => count > 0 && count < items).length,
    leftOut: [
      ...chosen.leftOut,
      ...priced.flatMap(({ name, count, prices }): LeftOutItem[] => {
        if (prices.size === 0) return [{ name, count, reason: 'none' }];
        return prices.size < enough ? [{ name, count, reason: 'few' }] : [];
      }),
    ],
  };
}

const sumBy = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((sum, one) => sum + of(one), 0);
