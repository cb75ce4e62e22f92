import * as z from 'zod/mini';
import { isPlausibleName } from '#core/items/names.ts';
import { marketIds } from '#core/prices/markets.ts';
import { priceLimits } from '#core/prices/price-at.ts';
import { storedVersions } from '#core/settings/stored-versions.ts';

export const maxWatched = 200;

const cents = z.int().check(z.gte(1), z.lte(priceLimits.maxCents));

/** An amount as the user typed it, in hundredths of a currency (ISO 4217): `cents` follows its rate. */
const typed = z.optional(
  z.object({ currency: z.string().check(z.regex(/^[A-Z]{3}$/)), hundredths: z.int().check(z.gte(1)) }),
);

/** The market whose price counts; absent: the lowest of those that the user compares, and any of them for a change. */
const market = z.optional(z.enum(marketIds));

interface KindOfAlert {
  /** Of one that is met at an amount: below it, or above. */
  readonly sign?: '≤' | '≥';
  /** Of one that is met at a share: the greatest, per cent. */
  readonly maxPercent?: number;
  /** It looks at the median of the compared markets. */
  readonly ofMedian?: true;
}

/** What sets the kinds of alerts apart, in the order in which they are offered. */
const alertKinds = {
  below: { sign: '≤' },
  above: { sign: '≥' },
  exit: { sign: '≥' },
  'under-median': { maxPercent: 99, ofMedian: true },
  change: { maxPercent: 1000 },
} as const satisfies Readonly<Record<string, KindOfAlert>>;

export const alertKindOf = ({ kind }: Pick<WatchAlert, 'kind'>): KindOfAlert => alertKinds[kind];

const percentOf = (kind: 'under-median' | 'change') => z.number().check(z.gte(0.1), z.lte(alertKinds[kind].maxPercent));

/**
 * When to notify: the price falls to a line or rises to it, a sale leaves so much (the exit value), the price is so far
 * under the median of the compared markets, or it changed by so much.
 */
export const alertSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('below'), cents, typed, market }),
  z.object({ kind: z.literal('above'), cents, typed, market }),
  z.object({ kind: z.literal('exit'), cents, typed }),
  z.object({ kind: z.literal('under-median'), percent: percentOf('under-median'), market }),
  z.object({ kind: z.literal('change'), percent: percentOf('change'), market }),
]);

export type WatchAlert = z.infer<typeof alertSchema>;

export type MoneyAlert = Extract<WatchAlert, { readonly cents: number }>;

const reached = z.object({
  /** Ms since the epoch. */
  at: z.number(),
  market: z.enum(marketIds),
  /** The price, or what a sale leaves, with its fractions. */
  cents: z.number().check(z.gt(0), z.lte(priceLimits.maxCents)),
  /** Difference to the median or to the price before, per cent with one decimal. */
  percent: z.optional(z.number()),
});

export type CrossedLine = z.infer<typeof reached>;

const entry = z.object({
  name: z.string().check(z.refine(isPlausibleName)),
  /** Ms since the epoch. */
  addedAt: z.catch(z.number(), 0),
  alert: z.catch(z.optional(alertSchema), undefined),
  /** Set when the alert was met and reported; absent while the alert is armed. An alert of changes stays armed. */
  reached: z.catch(z.optional(reached), undefined),
  /** The prices that a change is measured from, USD cents by market. */
  base: z.catch(z.optional(z.partialRecord(z.enum(marketIds), cents)), undefined),
});

export type WatchListEntry = z.infer<typeof entry>;

const envelope = z.object({
  version: z.catch(z.literal(storedVersions.watchList), storedVersions.watchList),
  items: z.array(z.unknown()),
  /** The time of the newest checked data, ms since the epoch. */
  seenAsOf: z.catch(z.optional(z.number()), undefined),
});

export interface WatchList extends Omit<z.infer<typeof envelope>, 'items'> {
  readonly items: readonly WatchListEntry[];
}

const emptyList: WatchList = { version: storedVersions.watchList, items: [] };

/** Parses a stored value of any kind. Damaged entries are dropped. Never throws. */
export function parseWatchList(stored: unknown): WatchList {
  const parsed = envelope.safeParse(stored).data;
  if (!parsed) return emptyList;
  const good = parsed.items.flatMap((item) => {
    const parsed = entry.safeParse(item).data;
    if (!parsed) return [];
    // What an alert left behind is nothing without it.
    const { name, addedAt, alert } = parsed;
    return [alert ? parsed : { name, addedAt }];
  });
  const firsts = [...Map.groupBy(good, ({ name }) => name).values()].flatMap(([first]) => first ?? []);
  return { ...parsed, items: firsts.slice(0, maxWatched) };
}

/** Appends an item. Returns the same list when the item is in it or the list is full. */
export const addToWatchList = (list: WatchList, name: string, addedAt: number): WatchList =>
  list.items.length >= maxWatched || list.items.some((item) => item.name === name)
    ? list
    : { ...list, items: [...list.items, { name, addedAt }] };

export const removeFromWatchList = (list: WatchList, name: string): WatchList => ({
  ...list,
  items: list.items.filter((item) => item.name !== name),
});
