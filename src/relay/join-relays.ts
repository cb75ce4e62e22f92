import type { JoinRelays } from '#relay/live-relay.ts';
import type { RedisConnection } from '#relay/storage/redis-connection.ts';
import { createRedisStore } from '#relay/storage/redis-store.ts';
import { createSharedUpstream, type SharedUpstream } from '#relay/upstream/shared-upstream.ts';

/** Joins the relays that use the same price API and key over the same Redis or Valkey server. */
export const joinRelaysOver =
  (connection: RedisConnection): JoinRelays =>
  (priceApi, parts) => {
    const { meetEveryMs, maxBodyBytes } = parts.limits;
    const memberMs = 3 * meetEveryMs;
    const store = createRedisStore({
      connection,
      priceApi,
      memberMs,
      maxBodyBytes,
      reportProblem: parts.reportProblem,
    });
    let shared: SharedUpstream | undefined;
    let timer: NodeJS.Timeout | undefined;
    return {
      openShared(keyLimits) {
        const opened = createSharedUpstream({ ...parts, store, keyLimits, hashClient: store.hashClient });
        shared = opened;
        void opened.meet();
        timer = setInterval(() => void opened.meet(), meetEveryMs);
        return opened;
      },
      async close() {
        clearInterval(timer);
        await shared?.close();
      },
    };
  };
