import type { MarketId } from '#core/markets.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { errorCode } from '#relay/error-code.ts';
import type { HistoryStatus } from '#relay/history/history-file.ts';
import { createPoller } from '#relay/history/poller.ts';
import type { HistoryQuery } from '#relay/history/read.ts';
import type { HistoryThread } from '#relay/history/thread.ts';
import type { ImportResult } from '#relay/history/thread-messages.ts';
import { dayOfSlot, slotOf } from '#relay/history/time.ts';
import type { CreateSnapshot } from '#relay/snapshot/snapshot.ts';
import type { FeedData } from '#relay/upstream/feed-result.ts';
import type { Feeds } from '#relay/upstream/feeds.ts';

/** What clients may ask of the history. */
export interface HistoryReader {
  /** The body of `/api/history`; `undefined` for an item that was never recorded. */
  readonly read: (query: HistoryQuery) => Promise<Bytes | undefined>;
  /** The body of `/api/changes`; `undefined` before the first one. */
  readonly changes: () => FeedData | undefined | Promise<FeedData | undefined>;
  /** Changes with every recorded look. */
  readonly version: () => number;
}

export interface HistoryService extends HistoryReader {
  readonly changes: () => FeedData | undefined;
  readonly status: () => Promise<HistoryStatus>;
  /** Imports a CSV or JSON file of older prices. Rejects when the history cannot be written. */
  readonly importFile: (bytes: Uint8Array) => Promise<ImportResult>;
  readonly close: () => Promise<void>;
}

export interface HistoryServiceParts {
  readonly thread: HistoryThread;
  /** The feeds of the price API in use; `undefined` while the prices are samples. */
  readonly feeds: () => Feeds | undefined;
  /** The recorded markets. */
  readonly markets: () => readonly MarketId[];
  readonly createSnapshot: CreateSnapshot;
  /** Ms since 1970. */
  readonly now: () => number;
  readonly reportProblem: (problem: string, code: string) => void;
  /** Calls back again and again, often enough for half hours, until the returned function is called. */
  readonly onTick: (work: () => Promise<void>) => () => void;
}

/** Records prices every half hour and answers from what was recorded. Starts its thread with the first look. */
export function createHistoryService(parts: HistoryServiceParts): HistoryService {
  const { thread, now } = parts;
  const latest: Latest = { changes: undefined, version: 0 };
  const update = () => updateLatest(parts, latest);
  const work = createWork(parts, latest, update);
  let working: Promise<void> = Promise.resolve();
  const stop = parts.onTick(() => {
    working = working.then(work);
    return working;
  });
  return {
    read: async (query) => {
      const body = await thread.ask('read', { query, slot: slotOf(now()) });
      return body ? toBytes(body) : undefined;
    },
    changes: () => latest.changes,
    version: () => latest.version,
    status: () => thread.ask('status', {}),
    importFile: async (bytes) => {
      const result = await thread.ask('importFile', { bytes });
      if (result.isRead) await update();
      return result;
    },
    close: async () => {
      stop();
      await thread.close();
    },
  };
}

/** The bytes of a message without a copy. */
const toBytes = ({ buffer, byteOffset, length }: Uint8Array): Bytes =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, length);

/** What clients get without asking the thread. */
interface Latest {
  changes: FeedData | undefined;
  version: number;
}

async function updateLatest({ thread, createSnapshot, now }: HistoryServiceParts, latest: Latest): Promise<void> {
  const bytes = await thread.ask('changes', { slot: slotOf(now()) });
  if (bytes) {
    const content = { bytes: toBytes(bytes), lastModified: now() };
    const snapshot = await createSnapshot(content, latest.changes?.snapshot);
    latest.changes = { snapshot, itemCount: 0, confirmedAt: now(), etag: undefined };
  }
  latest.version++;
}

/** What is done at each tick; never rejects. */
function createWork(parts: HistoryServiceParts, latest: Latest, update: () => Promise<void>): () => Promise<void> {
  const { thread, now } = parts;
  const poll = createPoller({ ...parts, record: (body, slot) => thread.ask('record', { body, slot }) });
  let finishedDay: number | undefined;
  return async () => {
    try {
      if (!parts.feeds()) return;
      const slot = slotOf(now());
      if (finishedDay !== dayOfSlot(slot)) await thread.ask('rollUp', { slot });
      finishedDay = dayOfSlot(slot);
      const isNew = await poll();
      if (isNew || latest.version === 0) await update();
    } catch (error) {
      parts.reportProblem('the history could not be written', errorCode(error));
    }
  };
}
