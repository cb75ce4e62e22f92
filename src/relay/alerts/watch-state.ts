import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { referenceMarkets } from '#core/markets.ts';
import { alertSchema, parseWatchList, type WatchListEntry } from '#core/watch-list.ts';
import type { PendingAlert } from '#relay/alerts/alert-message.ts';
import { errorCode } from '#relay/error-code.ts';
import { writeAtomically } from '#relay/storage/atomic-write.ts';
import { makeFolder } from '#relay/storage/make-folder.ts';

/** One client's list, with what its alerts have met. */
export interface ClientList {
  /** When the client sent it last, ms since 1970. */
  readonly renewedAt: number;
  readonly staleMinutes: number;
  readonly items: readonly WatchListEntry[];
}

/** What outlives the process: the lists by client, the newest checked data, and what waits to be told. */
export interface WatchState {
  readonly lists: Readonly<Record<string, ClientList>>;
  readonly seenAsOf: number;
  readonly pending: readonly PendingAlert[];
  /** Whether a message with all of `pending` is on its way. */
  readonly isSending: boolean;
}

const list = z.object({ renewedAt: z.number(), staleMinutes: z.number(), items: z.array(z.unknown()) });
const crossing = z.object({
  name: z.string(),
  alert: alertSchema,
  at: z.number(),
  market: z.enum(referenceMarkets),
  cents: z.number(),
  percent: z.optional(z.number()),
});
const state = z.object({
  lists: z.record(z.string(), list),
  seenAsOf: z.number(),
  pending: z.array(z.object({ crossing, asOf: z.number(), clients: z._default(z.array(z.string()), []) })),
  isSending: z.boolean(),
});

const noWatchState: WatchState = { lists: {}, seenAsOf: 0, pending: [], isSending: false };

/** The file beside the configuration. */
export const watchStatePath = (configPath: string): string =>
  join(dirname(configPath), `${basename(configPath, '.json')}-watch-lists.json`);

/** Reads the file; a missing or damaged one is empty. */
export async function readWatchState(path: string): Promise<WatchState> {
  try {
    const read = state.parse(JSON.parse(await readFile(path, 'utf8')));
    const lists = Object.entries(read.lists).map(([client, { items, ...list }]) => [
      client,
      { ...list, items: parseWatchList({ version: 1, items }).items },
    ]);
    return { ...read, lists: Object.fromEntries(lists) };
  } catch {
    return noWatchState;
  }
}

/** Writes the file with mode 0600. Returns the code of the disk's error. */
export async function writeWatchState(path: string, next: WatchState): Promise<string | undefined> {
  try {
    await makeFolder(dirname(path));
    await writeAtomically(dirname(path), basename(path), JSON.stringify(next));
    return undefined;
  } catch (error) {
    return errorCode(error);
  }
}
