import * as z from 'zod/mini';
import { isPlausibleName } from '#core/items/names.ts';
import { alertSchema, maxWatched, parseWatchList, type WatchListEntry } from '#core/owned/watch-list.ts';
import type { ClientList } from '#relay/alerts/watch-state.ts';
import { comparedShape, saleRules } from '#relay/alerts/watched-offers.ts';

const sentItem = z.strictObject({
  name: z.string().check(z.refine(isPlausibleName)),
  alert: alertSchema,
  /** The extension's own state of the alert, so that the relay does not repeat what it has told. */
  reached: z.optional(z.unknown()),
  base: z.optional(z.unknown()),
});

/** The body of `PUT /api/watch-list`: the items that have an alert, and what the user set for ages, markets and sales. */
const sentList = z.strictObject({
  staleMinutes: z.number().check(z.gt(0), z.lte(10_080)),
  items: z.array(sentItem).check(z.maxLength(maxWatched)),
  /** Without it nothing is known of what a sale leaves. */
  sale: z.optional(saleRules),
  ...comparedShape,
});

export type SentList = z.infer<typeof sentList>;

/** Largest body, in bytes: 200 items with the longest names and all state. */
export const maxSentBytes = 256 * 1024;

/** Parses a body strictly; `undefined` for any other. */
export function parseSentList(bytes: Uint8Array): SentList | undefined {
  try {
    return sentList.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))).data;
  } catch {
    return undefined;
  }
}

/** The list to keep: an alert that did not change keeps what it has met here. */
export function mergeList(
  before: ClientList | undefined,
  { staleMinutes, items, ...chosen }: SentList,
  now: number,
): ClientList {
  const known = new Map(before?.items.map((entry) => [entry.name, entry]));
  const sent = parseWatchList({ version: 1, items: items.map((item) => ({ ...item, addedAt: 0 })) }).items;
  return {
    renewedAt: now,
    unrenewedDays: 0,
    staleMinutes,
    ...chosen,
    items: sent.map((entry) => {
      const own = known.get(entry.name);
      return own && isSameAlert(own, entry) ? { ...own, alert: entry.alert } : entry;
    }),
  };
}

/** The cents of a line follow the day's rate of the currency in which it was typed. */
export function isSameAlert(one: WatchListEntry, other: WatchListEntry): boolean {
  const lineOf = ({ alert }: WatchListEntry) =>
    alert && 'typed' in alert && alert.typed ? { ...alert, cents: 0 } : alert;
  return JSON.stringify(lineOf(one)) === JSON.stringify(lineOf(other));
}
