import * as z from 'zod/mini';
import type { ObjectStorage } from '#relay/cloudflare/object-store.ts';
import { changesSource } from '#relay/cloudflare/poller-messages.ts';
import type { RelayConfig } from '#relay/config.ts';
import type { D1Database } from '#relay/history/d1.ts';
import { createD1History } from '#relay/history/d1-history.ts';
import { createHistoryService } from '#relay/history/service.ts';
import { defaultLimits } from '#relay/limits.ts';
import { snapshotFactory } from '#relay/snapshot/snapshot.ts';
import { workerCompressor } from '#relay/snapshot/zlib-compressor.ts';
import type { KvStore } from '#relay/storage/kv-store.ts';
import type { FeedData } from '#relay/upstream/feed-result.ts';
import type { Feeds } from '#relay/upstream/feeds.ts';

const changesKey = 'changes';
const changesRecord = z.object({ version: z.string(), lastModified: z.number(), confirmedAt: z.number() });

export type ChangesRecord = z.infer<typeof changesRecord>;

/** The history of the object that polls. */
export interface ObjectHistory {
  /** Records and rolls up what is due. Never rejects. */
  readonly tick: () => Promise<void>;
  /** The newest changes; `undefined` before the first ones. */
  readonly changes: () => Promise<ChangesRecord | undefined>;
  /** Their body, if the object has made them since its start. */
  readonly changesData: () => FeedData | undefined;
}

export interface ObjectHistoryParts {
  readonly database: D1Database;
  readonly storage: ObjectStorage;
  readonly kv: KvStore;
  readonly feeds: Feeds;
  readonly config: RelayConfig;
  readonly reportProblem: (problem: string, code: string) => void;
}

/** Records in D1 at each tick of the cron trigger. The changes are made once, here, and lie in KV for the Workers. */
export function createObjectHistory(parts: ObjectHistoryParts): ObjectHistory {
  const { storage, kv, feeds, config, reportProblem } = parts;
  let work: () => Promise<void> = async () => undefined;
  const service = createHistoryService({
    thread: createD1History(parts.database),
    feeds: () => feeds,
    markets: () => config.historyMarkets,
    createSnapshot: snapshotFactory(workerCompressor, defaultLimits.maxDictionaries, 'changes-'),
    now: Date.now,
    reportProblem,
    onTick: (next) => {
      work = next;
      return () => undefined;
    },
  });
  let saved: string | undefined;
  const saveChanges = async ({ snapshot, confirmedAt }: FeedData): Promise<void> => {
    if (snapshot.id === saved) return;
    await kv.saveBody(changesSource, snapshot.id, snapshot.bytes);
    await storage.put(changesKey, { version: snapshot.id, lastModified: snapshot.lastModified, confirmedAt });
    saved = snapshot.id;
  };
  return {
    async tick() {
      await work();
      const data = service.changes();
      if (data) await saveChanges(data).catch(() => reportProblem('the changes could not be stored', 'storage'));
    },
    async changes() {
      const parsed = changesRecord.safeParse(await storage.get(changesKey));
      return parsed.success ? parsed.data : undefined;
    },
    changesData: service.changes,
  };
}
