import * as z from 'zod/mini';
import { isPlausibleName } from '#core/items/names.ts';
import { isMarketFees, type MarketFees } from '#core/money/fees.ts';
import { alertSchema, maxWatched, parseWatchList, type WatchListEntry } from '#core/owned/watch-list.ts';
import { type MarketId, marketIds, referenceMarkets } from '#core/prices/markets.ts';
import { savedView } from '#core/rows/saved-views.ts';
import { maxRelayViews } from '#core/rows/view-alerts.ts';

const coinRate = z.optional(z.number().check(z.gt(0)));
const fees = z.partialRecord(z.enum(marketIds), z.custom<MarketFees>(isMarketFees));

const saleRules = z.strictObject({
  fees,
  minCount: z.number().check(z.gte(0)),
  /** US dollars for a coin of the market that counts in coins; without it that market leaves nothing. */
  coinUsd: coinRate,
});
export type SaleRules = z.infer<typeof saleRules>;

const sentViews = z.strictObject({
  limits: z.strictObject({
    fees: z.optional(fees),
    maxAgeMs: z.number().check(z.gt(0)),
    minLiquidity: z.number(),
    minOffers: z.number(),
    profitPercent: z.number(),
    selling: z.array(z.enum(marketIds)),
  }),
  views: z.array(savedView).check(z.minLength(1), z.maxLength(maxRelayViews)),
});

const sentItem = z.strictObject({
  name: z.string().check(z.refine(isPlausibleName)),
  alert: alertSchema,
  /** The extension's own state of the alert, so that the relay does not repeat what it has told. */
  reached: z.optional(z.unknown()),
  base: z.optional(z.unknown()),
});

const chosen = {
  staleMinutes: z.number().check(z.gt(0), z.lte(10_080)),
  /** Without it nothing is known of what a sale leaves. */
  sale: z.optional(saleRules),
  views: z.optional(sentViews),
  /** Those that the user compares; absent: the references. */
  markets: z.optional(z.array(z.enum(marketIds)).check(z.minLength(1), z.maxLength(marketIds.length))),
  coinUsd: coinRate,
};

const sentList = z.strictObject({ ...chosen, items: z.array(sentItem).check(z.maxLength(maxWatched)) });
export type SentList = z.infer<typeof sentList>;

/** Largest body, in bytes: 200 items with the longest names and all state. */
export const maxSentBytes = 256 * 1024;

export function parseSentList(bytes: Uint8Array): SentList | undefined {
  try {
    return sentList.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))).data;
  } catch {
    return undefined;
  }
}

export const clientList = z.object({
  ...chosen,
  sale: z.catch(chosen.sale, undefined),
  views: z.catch(chosen.views, undefined),
  markets: z.catch(chosen.markets, undefined),
  coinUsd: z.catch(chosen.coinUsd, undefined),
  renewedAt: z.number(),
  /** How many days with prices had been counted then: a clock may jump. */
  renewedDays: z._default(z.number(), 0),
  items: z.pipe(
    z.array(z.unknown()),
    z.transform((items): readonly WatchListEntry[] => parseWatchList({ version: 1, items }).items),
  ),
});
export type ClientList = z.infer<typeof clientList>;

export const comparedBy = ({ markets }: Pick<ClientList, 'markets'>): readonly MarketId[] =>
  markets ?? referenceMarkets;

/** The list to keep: an alert that did not change keeps what it has met here. */
export function mergeList(
  before: ClientList | undefined,
  { items, ...chosen }: SentList,
  renewed: Pick<ClientList, 'renewedAt' | 'renewedDays'>,
): ClientList {
  const known = new Map(before?.items.map((entry) => [entry.name, entry]));
  const sent = parseWatchList({ version: 1, items: items.map((item) => ({ ...item, addedAt: 0 })) }).items;
  const merged = sent.map((entry) => {
    const own = known.get(entry.name);
    return own && isSameAlert(own, entry) ? { ...own, alert: entry.alert } : entry;
  });
  return { ...chosen, ...renewed, items: merged };
}

/** The cents of a line follow the day's rate of the currency in which it was typed. */
export function isSameAlert(one: WatchListEntry, other: WatchListEntry): boolean {
  const lineOf = ({ alert }: WatchListEntry) =>
    alert && 'typed' in alert && alert.typed
      ? { ...alert, cents: 0, typed: { ...alert.typed, perUsd: undefined } }
      : alert;
  return JSON.stringify(lineOf(one)) === JSON.stringify(lineOf(other));
}
