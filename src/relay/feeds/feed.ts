import { atMost } from '#core/asks/concurrency.ts';
import { remainingMs } from '#protocol/rate-limiter.ts';
import {
  type FeedState,
  getData,
  loadStored,
  newFeedState,
  runRequest,
  type UpstreamFeedDeps,
} from '#relay/feeds/feed-request.ts';
import type { KeyBlock, UpstreamShare } from '#relay/feeds/key-limits.ts';
import { type FailureCause, type FeedResult, NoDataError } from '#relay/feeds/outcome.ts';
import { followShared, runSharedRequest } from '#relay/feeds/shared-request.ts';

export type Feed = ReturnType<typeof createFeed>;

/** Refreshed at upstream's pace when clients ask; nobody is asked before the first `read`. */
export function createFeed(deps: UpstreamFeedDeps) {
  const state = newFeedState();
  return {
    /** Only a feed without data waits for upstream, others refresh in the background. @throws NoDataError */
    async read(share?: UpstreamShare): Promise<FeedResult> {
      if (!state.data) state.loading ??= atMost(loadStored(deps, state), deps.limits.diskTimeoutMs);
      await Promise.all([state.loading, deps.keyLimits.restore()]);
      return read(deps, state, share);
    },
    follow(): void {
      state.wake?.();
      if (deps.sharedStore && state.loading && !state.inFlight) run(state, followShared(deps, state, deps.sharedStore));
    },
    data: () => getData(deps, state),
    /** Why the last request brought nothing, and the time until a client's request may cause the next one to upstream. */
    status: () => {
      const now = deps.monotonicMs();
      const pauseMs = Math.max(remainingMs(state.pause, now), deps.keyLimits.pauseRemainingMs());
      return { failure: state.failure, pauseMs };
    },
  };
}

async function read(deps: UpstreamFeedDeps, state: FeedState, share: UpstreamShare | undefined): Promise<FeedResult> {
  const now = deps.monotonicMs();
  const joined = state.inFlight;
  const isDue = !joined && remainingMs(state.pause, now) === 0;
  const started = isDue ? startRequest(deps, state, share) : undefined;
  const block = started && 'reason' in started ? started : undefined;
  const result = toResult(deps, state, 'hit', block);
  if (result) return result;
  const awaited = joined ?? started;
  if (!awaited || 'reason' in awaited) throw toNoDataError(deps, state, block);
  await awaited;
  const fetched = toResult(deps, state, joined ? 'collapsed' : 'miss');
  if (fetched) return fetched;
  throw toNoDataError(deps, state);
}

/** Nothing while the key is refused, which old prices would hide, or a relay answers, with data perhaps of this one. */
function toResult(
  deps: UpstreamFeedDeps,
  state: FeedState,
  origin: FeedResult['origin'],
  block?: KeyBlock,
): FeedResult | undefined {
  const data = getData(deps, state);
  if (!data || deps.keyLimits.isKeyRefused() || state.failure?.reason === 'relay') return undefined;
  return { data, origin, freshUntil: data.confirmedAt + deps.pollMs, failure: block ?? state.failure };
}

function toNoDataError(deps: UpstreamFeedDeps, { pause, failure }: FeedState, block?: KeyBlock): NoDataError {
  const now = deps.monotonicMs();
  const isRefused = deps.keyLimits.isKeyRefused();
  const cause: FailureCause = block ?? failure ?? { reason: 'unreachable' };
  const waits = [block?.remainingMs ?? 0, deps.keyLimits.pauseRemainingMs(), remainingMs(pause, now)];
  return new NoDataError(isRefused ? { reason: 'unauthorized', status: 401 } : cause, Math.max(...waits));
}

function startRequest(
  deps: UpstreamFeedDeps,
  state: FeedState,
  share: UpstreamShare | undefined,
): Promise<void> | KeyBlock {
  // Among relays that share the key, their store decides.
  if (deps.sharedStore) return run(state, runSharedRequest(deps, state, deps.sharedStore, share));
  return deps.keyLimits.acquire(deps.budget, share) ?? run(state, runRequest(deps, state));
}

function run(state: FeedState, work: Promise<unknown>): Promise<void> {
  state.inFlight = work
    .then(() => undefined)
    .finally(() => {
      state.inFlight = undefined;
    });
  return state.inFlight;
}
