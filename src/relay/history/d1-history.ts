import type { Bytes } from '#protocol/bytes.ts';
import { type D1Database, openD1 } from '#relay/history/d1.ts';
import { type History, openHistory } from '#relay/history/history.ts';
import { pricesOfBody } from '#relay/history/prices-of-body.ts';
import { type HistoryQuery, historyBody } from '#relay/history/read.ts';
import { loadStateOfItem } from '#relay/history/state.ts';
import type { HistoryThread } from '#relay/history/thread.ts';
import type { HistoryWork, HistoryWorkKind } from '#relay/history/thread-messages.ts';

/** Items of a block in D1: fewer and larger rows than in a file, because D1 counts statements and rows. */
const blockItems = 256;

type Works = {
  readonly [K in HistoryWorkKind]: (request: HistoryWork[K]['request']) => Promise<HistoryWork[K]['result']>;
};

/** A history in D1 for the one process that writes it. After a failure it is read anew: the write may have been done. */
export function createD1History(database: D1Database): HistoryThread {
  let open: Promise<History> | undefined;
  const use = async <T>(work: (history: History) => Promise<T>): Promise<T> => {
    open ??= openHistory(openD1(database), blockItems, async () => undefined);
    try {
      return await work(await open);
    } catch (error) {
      open = undefined;
      throw error;
    }
  };
  const work: Works = {
    record: ({ body, slot }) => use((history) => history.record(pricesOfBody(body), slot)),
    rollUp: async ({ slot }) => {
      await use((history) => history.rollUp(slot));
      return null;
    },
    read: async ({ query, slot }) => (await use((history) => history.body(query, slot))) ?? null,
    changes: async ({ slot }) => (await use((history) => history.changes(slot))) ?? null,
    importFile: () => Promise.reject(new Error('a Worker imports no file')),
    status: async () => ({ ...(await use((history) => history.summary())), problem: undefined, bytes: 0 }),
    close: async () => null,
  };
  return { ask: (kind, request) => work[kind](request), close: async () => undefined };
}

/** The body of `/api/history` for a process that does not write; `undefined` for an item that was never recorded. */
export async function readD1History(
  database: D1Database,
  query: HistoryQuery,
  slot: number,
): Promise<Bytes | undefined> {
  const sql = openD1(database);
  const state = await loadStateOfItem(sql, query.item, query.markets).catch(undefinedBeforeFirstLook);
  return state && historyBody(state, query, slot);
}

/** The tables come with the first look. D1 tells its errors by their text alone. */
function undefinedBeforeFirstLook(error: unknown): undefined {
  if (!(error instanceof Error) || !error.message.includes('no such table')) throw error;
}
