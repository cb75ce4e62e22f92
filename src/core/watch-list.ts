import * as z from 'zod/mini';
import { referenceMarkets } from '#core/markets.ts';
import { isPlausibleName, normaliseName } from '#core/names.ts';

/** Most items that are watched at once. */
export const maxWatched = 200;

const cents = z.int().check(z.gte(1), z.lte(0xffff_fffe));

/** When to tell the user: at a price or less, so far under the median of the three references, after such a change. */
export const alertSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('below'), cents }),
  z.object({ kind: z.literal('under-median'), percent: z.number().check(z.gte(0.1), z.lte(99)) }),
  z.object({ kind: z.literal('change'), percent: z.number().check(z.gte(0.1), z.lte(1000)) }),
]);

/** USD cents, or per cent. */
export type WatchAlert = z.infer<typeof alertSchema>;

const reached = z.object({
  /** When it was seen, ms since the epoch. */
  at: z.number(),
  market: z.enum(referenceMarkets),
  cents,
  /** How far the price was from the median, or from where it stood before, per cent with one decimal. */
  percent: z.optional(z.number()),
});

/** What crossed a line. */
export type Reached = z.infer<typeof reached>;

const perMarket = z.object({ buff163: z.optional(cents), youpin: z.optional(cents), csfloat: z.optional(cents) });

/** What the references ask, USD cents; one without a price is absent. */
export type ReferencePrices = z.infer<typeof perMarket>;

const entry = z.object({
  /** Market hash name. */
  name: z.string().check(z.refine(isPlausibleName)),
  /** Ms since the epoch. */
  addedAt: z.catch(z.number(), 0),
  alert: z.catch(z.optional(alertSchema), undefined),
  /** The line is crossed, and was told of; absent: armed. A change is told of again after the next one. */
  reached: z.catch(z.optional(reached), undefined),
  /** What a change is counted from. */
  base: z.catch(z.optional(perMarket), undefined),
});

/** One watched item. */
export type Watched = z.infer<typeof entry>;

const envelope = z.object({
  /** Of the form of what is stored. */
  version: z.literal(1),
  items: z.array(z.unknown()),
  /** The time of the youngest data that were judged, ms since the epoch. */
  seenAsOf: z.catch(z.optional(z.number()), undefined),
});

export interface WatchList extends Omit<z.infer<typeof envelope>, 'items'> {
  readonly items: readonly Watched[];
}

const none: WatchList = { version: 1, items: [] };

/** Reads what storage holds, whatever it is: what is damaged falls out alone. Never throws. */
export function parseWatchList(stored: unknown): WatchList {
  const parsed = envelope.safeParse(stored).data;
  if (!parsed) return none;
  const good = parsed.items.flatMap((item) => {
    const read = entry.safeParse(item).data;
    return read ? [read.alert ? read : plain(read)] : [];
  });
  return { ...parsed, items: withoutDoubles(good).slice(0, maxWatched) };
}

/** Without an alert there is nothing to remember of one. */
const plain = ({ name, addedAt }: Watched): Watched => ({ name, addedAt });

function withoutDoubles(items: readonly Watched[]): readonly Watched[] {
  const seen = new Set<string>();
  return items.filter(({ name }) => {
    const key = normaliseName(name);
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}

/** Whether two names are one item. */
export const isSameItem = (one: string, other: string): boolean => normaliseName(one) === normaliseName(other);

/** The list with an item more, at its end; the same list when it is there already or there is no room. */
export const withItem = (list: WatchList, name: string, addedAt: number): WatchList =>
  list.items.length >= maxWatched || list.items.some((item) => isSameItem(item.name, name))
    ? list
    : { ...list, items: [...list.items, { name, addedAt }] };

/** The list without an item. */
export const withoutItem = (list: WatchList, name: string): WatchList => ({
  ...list,
  items: list.items.filter((item) => !isSameItem(item.name, name)),
});
