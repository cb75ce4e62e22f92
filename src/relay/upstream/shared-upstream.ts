import { withTimeout } from '#core/timeout.ts';
import { errorCode } from '#relay/error-code.ts';
import { type Alone, createAlone, type RelayPlace } from '#relay/upstream/alone.ts';
import { noticeLostMemory } from '#relay/upstream/lost-memory.ts';
import type { SharedFeed } from '#relay/upstream/shared-feed.ts';
import { noteKey } from '#relay/upstream/shared-state.ts';
import {
  createSharedFeed,
  keyState,
  type SharedFeedOptions,
  type SharedUpstreamParts,
  type TryStore,
} from '#relay/upstream/shared-turns.ts';

/** How this relay stands with the others. */
interface SharedStatus {
  /** Whether the store does not answer. */
  readonly isAway: boolean;
  /** The relays that were last seen, this one included. */
  readonly relays: number;
}

/** The polling that relays with the same key share. */
export interface SharedUpstream {
  readonly feed: (options: SharedFeedOptions) => SharedFeed;
  readonly status: () => SharedStatus;
  /** Tells the others that this relay is there, and finds out whether the store answers. Never rejects. */
  readonly meet: () => Promise<void>;
  /** Settles when the turns of this relay have ended and the others know that it is gone, after a second at most. */
  readonly close: () => Promise<void>;
}

/** Longest time to say good-bye, in ms. */
const closeMs = 1000;

/** Takes turns by the store. While the store is away, the relay goes on with its part of the pace and the limits. */
export function createSharedUpstream(given: SharedUpstreamParts): SharedUpstream {
  const store = noticeLostMemory(given.store, given.limits.aloneQuietMs);
  const parts = { ...given, store };
  const { keyLimits, limits, monotonicMs, reportProblem } = parts;
  let place: RelayPlace = { count: 1, rank: 0 };
  let alone: Alone | undefined;
  const turns = new Set<Promise<void>>();
  const lose = (error: unknown): void => {
    if (alone || parts.signal?.aborted) return;
    alone = createAlone({ since: monotonicMs(), place, limits, quietMs: limits.aloneQuietMs });
    reportProblem('the shared store does not answer', errorCode(error));
  };
  const tryStore: TryStore = async (work) => {
    if (alone) return undefined;
    try {
      return await work();
    } catch (error) {
      lose(error);
      return undefined;
    }
  };
  const meet = async (): Promise<void> => {
    try {
      const seen = await store.meet();
      place = { count: Math.max(1, seen.length), rank: Math.max(0, seen.indexOf(store.relayId)) };
      if (alone) await bringBack(parts, alone);
      keyLimits.follow(
        await store.update((state, now) => ({ state: undefined, result: keyState(state, now) })),
        monotonicMs(),
      );
      if (alone) reportProblem('the shared store answers again', 'ok');
      alone = undefined;
    } catch (error) {
      lose(error);
    }
  };
  return {
    feed: (options) => createSharedFeed(parts, options, { tryStore, alone: () => alone, turns }),
    status: () => ({ isAway: alone !== undefined, relays: place.count }),
    meet,
    async close() {
      const ended = Promise.all(turns).then(() => (alone ? undefined : store.leave()));
      await withTimeout(ended, closeMs).catch(() => undefined);
    },
  };
}

/** Tells the store what it may have lost, or could not learn while it was away. */
function bringBack({ store, keyLimits, monotonicMs }: SharedUpstreamParts, alone: Alone): Promise<void> {
  const now = monotonicMs();
  const ms = keyLimits.pauseRemainingMs(now);
  const isRefused = keyLimits.isKeyRefused();
  const pause = ms > 0 ? ({ reason: isRefused ? 'unauthorized' : 'rate-limited', ms } as const) : undefined;
  const learned = { isRefused: undefined, pause, requestsAgoMs: alone.requestsAgoMs(now) };
  return store.update((state, storeNow) => noteKey(state, storeNow, learned));
}
