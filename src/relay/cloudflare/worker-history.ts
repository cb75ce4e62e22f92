import { createPollerClient, type PollerClientParts } from '#relay/cloudflare/poller-client.ts';
import { changesSource } from '#relay/cloudflare/poller-messages.ts';
import type { D1Database } from '#relay/history/d1.ts';
import { readD1History } from '#relay/history/d1-history.ts';
import type { HistoryReader } from '#relay/history/service.ts';
import { slotOf } from '#relay/history/time.ts';
import type { RelayLimits } from '#relay/limits.ts';
import { snapshotFactory } from '#relay/snapshot/snapshot.ts';
import { workerCompressor } from '#relay/snapshot/zlib-compressor.ts';
import { createFeed } from '#relay/upstream/feed.ts';
import { NoDataError } from '#relay/upstream/feed-result.ts';
import type { FeedParts } from '#relay/upstream/feed-state.ts';
import { noKeyLimits } from '#relay/upstream/key-limits.ts';

export interface WorkerHistoryParts extends PollerClientParts, Pick<FeedParts, 'store' | 'random' | 'runInBackground'> {
  readonly database: D1Database;
  readonly limits: RelayLimits;
}

/** An answer is kept for so long, in ms: a Worker does not see when the object records. */
const keptMs = 60_000;

/** A history that a Worker only reads: of one item from D1, and the changes as the object has made them. */
export function createWorkerHistory(parts: WorkerHistoryParts): HistoryReader {
  const { database, limits, now } = parts;
  const pace = { source: changesSource, pollMs: keptMs, retryMs: keptMs };
  const changes = createFeed({
    ...parts,
    ...pace,
    maxRetryAfterMs: limits.maxRetryAfterMs,
    abandonMs: limits.upstreamTimeoutMs,
    request: () => Promise.reject(new Error('a Worker asks no upstream')),
    inspect: async () => ({ itemCount: 1 }),
    createSnapshot: snapshotFactory(workerCompressor, limits.maxDictionaries, 'changes-'),
    keyLimits: noKeyLimits,
    shared: createPollerClient(parts, noKeyLimits).feed({ ...pace, budget: 'none' }),
    reportOutcome: () => undefined,
    reportConfirmed: () => undefined,
  });
  return {
    read: (query) => readD1History(database, query, slotOf(now())),
    async changes() {
      try {
        return (await changes.read()).data;
      } catch (error) {
        if (error instanceof NoDataError) return undefined;
        throw error;
      }
    },
    version: () => Math.floor(now() / keptMs),
  };
}
