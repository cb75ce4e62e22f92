import * as z from 'zod/mini';
import { isPlausibleName } from '#core/items/names.ts';
import { marketIds } from '#core/prices/markets.ts';
import { priceLimits } from '#core/prices/offer.ts';
import { storedVersions } from '#core/settings/stored-versions.ts';

export const maxWatched = 200;

const cents = z.int().check(z.gte(1), z.lte(priceLimits.maxCents));

/** An amount as the user typed it, in hundredths of a currency (ISO 4217): `cents` follows its rate, units for a US dollar. */
const typed = z.optional(
  z.object({
    currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
    hundredths: z.int().check(z.gte(1)),
    // No currency is near: an amount in it would have hundreds of digits.
    perUsd: z.catch(z.optional(z.number().check(z.gte(1e-6), z.lte(1e8))), undefined),
  }),
);

/** The market whose price counts; absent: the lowest of those that the user compares, and any of them for a change. */
const market = z.optional(z.enum(marketIds));

/** What is measured, and on which side of its line the alert is met: at the line, and above it where it `rises`. */
type Measured =
  | { readonly measured: 'lowest'; readonly rises: boolean }
  /** The best of all sales, so that one that is not known can only add to it. */
  | { readonly measured: 'sale'; readonly rises: true }
  /** Each price beside its own earlier one. The alert stays armed. */
  | { readonly measured: 'changes'; readonly rises?: undefined };

type KindOfAlert = Measured & {
  /** Its line is a share of the median of the compared markets, whose prices it needs. */
  readonly needs?: 'median';
  /** Of one that is met at a share: the greatest, per cent. */
  readonly maxPercent?: number;
};

/** All that sets the kinds of alerts apart, in the order in which they are offered. */
export const alertKinds = {
  below: { measured: 'lowest', rises: false },
  above: { measured: 'lowest', rises: true },
  exit: { measured: 'sale', rises: true },
  'under-median': { measured: 'lowest', rises: false, needs: 'median', maxPercent: 99 },
  change: { measured: 'changes', maxPercent: 1000 },
} as const satisfies Readonly<Record<string, KindOfAlert>>;

export const alertKindOf = ({ kind }: Pick<WatchAlert, 'kind'>): KindOfAlert => alertKinds[kind];

const percentOf = (kind: 'under-median' | 'change') => z.number().check(z.gte(0.1), z.lte(alertKinds[kind].maxPercent));

export const alertSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('below'), cents, typed, market }),
  z.object({ kind: z.literal('above'), cents, typed, market }),
  z.object({ kind: z.literal('exit'), cents, typed }),
  z.object({ kind: z.literal('under-median'), percent: percentOf('under-median'), market }),
  z.object({ kind: z.literal('change'), percent: percentOf('change'), market }),
]);

export type WatchAlert = z.infer<typeof alertSchema>;

export type MoneyAlert = Extract<WatchAlert, { readonly cents: number }>;

const crossed = z.object({
  /** Ms since the epoch. */
  at: z.number(),
  market: z.enum(marketIds),
  /** The price, or what a sale leaves, with its fractions. */
  cents: z.number().check(z.gt(0), z.lte(priceLimits.maxCents)),
  /** Difference to the median or to the price before, per cent with one decimal. */
  percent: z.optional(z.number()),
});

export type CrossedLine = z.infer<typeof crossed>;

const reached = z.extend(crossed, {
  /** The markets that were beyond the line when they were last known; absent: the one that was told. */
  beyond: z.catch(z.optional(z.readonly(z.array(z.enum(marketIds)))), undefined),
  /** Since when the price is back on the other side of the line, ms since the epoch. */
  backSince: z.catch(z.optional(z.number()), undefined),
});

export type ReachedLine = z.infer<typeof reached>;

const entry = z.object({
  name: z.string().check(z.refine(isPlausibleName)),
  /** Ms since the epoch. */
  addedAt: z.catch(z.number(), 0),
  alert: z.catch(z.optional(alertSchema), undefined),
  /** Set when the alert was met and reported, until it is armed again. One of changes stays armed. */
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
