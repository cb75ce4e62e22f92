import * as z from 'zod/mini';
import { createMutex } from '#core/asks/concurrency.ts';
import { isPlausibleName } from '#core/items/names.ts';
import { alertSchema, maxWatched, parseWatchList, type WatchListEntry } from '#core/owned/watch-list.ts';
import { marketIds } from '#core/prices/markets.ts';
import { toldRow } from '#core/rows/view-alerts.ts';
import { listViews, mergeViews, sentViews } from '#relay/alerts/view-lists.ts';
import { comparedShape, saleRules } from '#relay/alerts/watched-offers.ts';
import { errorCode } from '#relay/error-code.ts';
import { StorageError, type StorageThread } from '#relay/store/storage-thread.ts';

const clientList = z.object({
  /** When the client sent it last, ms since 1970. */
  renewedAt: z.number(),
  /** The days on which prices were confirmed since then: a count, because a clock may jump. */
  unrenewedDays: z._default(z.number(), 0),
  staleMinutes: z.number(),
  sale: z.catch(z.optional(saleRules), undefined),
  /** Those that the user compares, where they are others than the references. */
  markets: z.catch(comparedShape.markets, undefined),
  coinUsd: z.catch(comparedShape.coinUsd, undefined),
  views: z.catch(z.optional(listViews), undefined),
  items: z.pipe(
    z.array(z.unknown()),
    z.transform((items): readonly WatchListEntry[] => parseWatchList({ version: 1, items }).items),
  ),
});

export type ClientList = z.infer<typeof clientList>;

/** Those on whose lists it is. Without one of them it is not told. */
const clients = z._default(z.array(z.string()), []);

/** A crossing that waits to be told. */
const pendingCrossing = z.object({
  crossing: z.object({
    name: z.string(),
    alert: alertSchema,
    at: z.number(),
    market: z.enum(marketIds),
    cents: z.number(),
    percent: z.optional(z.number()),
    exit: z.optional(z.object({ market: z.enum(marketIds), netCents: z.number() })),
  }),
  /** The time of the price, ms since 1970. */
  asOf: z.number(),
  clients,
});

/** New rows of a saved view. */
const pendingRows = z.object({ view: z.string(), rows: z.array(toldRow), more: z.number(), clients });

export type PendingCrossing = z.infer<typeof pendingCrossing>;

const pendingAlert = z.union([pendingCrossing, pendingRows]);
export type PendingAlert = z.infer<typeof pendingAlert>;

/** What outlives the process: the lists by client, the newest checked data, and what waits to be told. */
const watchState = z.object({
  lists: z.record(z.string(), clientList),
  seenAsOf: z.number(),
  /** The last day that was counted for the lists, since 1970. */
  day: z._default(z.number(), 0),
  pending: z.array(pendingAlert),
  /** How many crossings of each owner's lists were found in the present hour, since 1970. */
  told: z.catch(z.object({ hour: z.number(), counts: z.record(z.string(), z.number()) }), { hour: 0, counts: {} }),
  /** Whether a message with all of `pending` is on its way. */
  isSending: z.boolean(),
});

export type WatchState = z.infer<typeof watchState>;

const noWatchState: WatchState = {
  lists: {},
  seenAsOf: 0,
  day: 0,
  pending: [],
  told: { hour: 0, counts: {} },
  isSending: false,
};

/** A missing or damaged text is empty. */
function parseWatchState(text = ''): WatchState {
  try {
    return watchState.parse(JSON.parse(text));
  } catch {
    return noWatchState;
  }
}

export type WatchLists = ReturnType<typeof createWatchLists>;

export function createWatchLists(
  storage: Pick<StorageThread, 'ask'>,
  reportProblem: (problem: string, code: string) => void,
) {
  const mutex = createMutex();
  let known: WatchState | undefined;
  const name = 'watch-lists';
  const change = async (edit: (state: WatchState) => WatchState | Promise<WatchState>): Promise<WatchState> => {
    try {
      known ??= parseWatchState(await storage.ask('loadDocument', name));
      const next = await edit(known);
      if (next !== known) await storage.ask('saveDocument', name, JSON.stringify(next));
      known = next;
      return next;
    } catch (error) {
      if (error instanceof StorageError) reportProblem('the watch lists could not be stored', errorCode(error));
      throw error;
    }
  };
  return {
    /** What is known; nothing until the database has answered once. */
    current: () => known ?? noWatchState,
    /** Changes run one after the other. Rejects when the database has not kept the change; then nothing has changed. */
    change: (edit: Parameters<typeof change>[0]) => mutex(() => change(edit)),
  };
}

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
  views: z.optional(sentViews),
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
  { staleMinutes, items, views, ...chosen }: SentList,
  now: number,
): ClientList {
  const known = new Map(before?.items.map((entry) => [entry.name, entry]));
  const sent = parseWatchList({ version: 1, items: items.map((item) => ({ ...item, addedAt: 0 })) }).items;
  return {
    renewedAt: now,
    unrenewedDays: 0,
    staleMinutes,
    ...chosen,
    views: views && mergeViews(before?.views, views),
    items: sent.map((entry) => {
      const own = known.get(entry.name);
      return own && isSameAlert(own, entry) ? { ...own, alert: entry.alert } : entry;
    }),
  };
}

/** The cents of a line follow the day's rate of the currency in which it was typed. */
export function isSameAlert(one: WatchListEntry, other: WatchListEntry): boolean {
  const lineOf = ({ alert }: WatchListEntry) =>
    alert && 'typed' in alert && alert.typed
      ? { ...alert, cents: 0, typed: { ...alert.typed, perUsd: undefined } }
      : alert;
  return JSON.stringify(lineOf(one)) === JSON.stringify(lineOf(other));
}
