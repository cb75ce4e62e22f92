import { delay } from '#core/timeout.ts';
import { remainingMs } from '#protocol/rate-limiter.ts';
import { adoptShared, runRequest, toStored } from '#relay/upstream/feed-request.ts';
import { type FeedParts, type FeedState, pauseFor } from '#relay/upstream/feed-state.ts';
import type { UpstreamShare } from '#relay/upstream/key-limits.ts';
import type { UpstreamOutcome } from '#relay/upstream/outcome.ts';
import type { SharedFeed, SharedTurn, TurnResult } from '#relay/upstream/shared-feed.ts';

/** How often a relay without data looks whether the one that asks upstream has them, in ms. */
const lookEveryMs = 100;

/** Longest wait of a relay without data, in ms. */
const maxWaitMs = 60_000;

/** The store is asked again after this time at the earliest, and about something that may change after that at the latest. */
const minPauseMs = 100;
const maxPauseMs = 1000;

/** Takes up what the other relays have. Asks upstream if it is this one's turn. */
export async function runSharedRequest(
  parts: FeedParts,
  state: FeedState,
  shared: SharedFeed,
  share: UpstreamShare | undefined,
): Promise<void> {
  const until = parts.monotonicMs() + maxWaitMs;
  for (;;) {
    const turn = await shared.begin(share);
    await adoptShared(parts, state, turn.data);
    followRecord(state, turn);
    if (turn.isGranted) {
      const outcome = await runRequest(parts, state);
      await shared.end(turn, toTurnResult(parts, state, outcome));
      return;
    }
    const isAwaited = !state.data && turn.block === undefined && parts.monotonicMs() < until;
    const wait = turn.isBusy || (isAwaited && state.failure === undefined);
    if (!isAwaited || !wait) {
      pauseFor(parts, state, pauseOf(turn));
      return;
    }
    await delay(lookEveryMs);
  }
}

/** The feed's own pace is known exactly; anything else may change at any time. */
const pauseOf = ({ block, isBusy, waitMs }: SharedTurn): number =>
  block || isBusy ? Math.max(minPauseMs, Math.min(waitMs, maxPauseMs)) : waitMs;

function followRecord(state: FeedState, { record, block }: SharedTurn): void {
  if (record) {
    state.failures = record.failures;
    state.shrunken = record.shrunken;
    state.failure = record.failure;
  }
  if (block) state.failure = block;
}

function toTurnResult(parts: FeedParts, state: FeedState, outcome: UpstreamOutcome): TurnResult {
  const { data, failures, shrunken, failure, pause } = state;
  return {
    outcome,
    record: { failures, shrunken, failure },
    pauseMs: remainingMs(pause, parts.monotonicMs()),
    data: data && outcome.kind !== 'failed' ? { stored: toStored(data), version: data.snapshot.id } : undefined,
  };
}
