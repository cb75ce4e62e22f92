import type { Bytes } from '#protocol/bytes.ts';
import type { StoredSnapshot } from '#relay/storage/store.ts';
import type { UpstreamShare } from '#relay/upstream/key-limits.ts';
import type { FailureCause, UpstreamOutcome } from '#relay/upstream/outcome.ts';

/** The last good data that any of the relays was given. */
export interface SharedData extends Omit<StoredSnapshot, 'bytes'> {
  /** The id of their snapshot. */
  readonly version: string;
  /** `undefined` when the body is gone. */
  readonly load: () => Promise<Bytes | undefined>;
}

/** How a feed's last requests went, whichever relay sent them. */
interface FeedRecordSummary {
  readonly failures: number;
  readonly shrunken: number;
  readonly failure: FailureCause | undefined;
}

/** The answer to the question whether this relay may ask upstream for a feed now. */
export interface SharedTurn {
  readonly isGranted: boolean;
  /** Names the turn in the store; `undefined` for one that the store does not know. */
  readonly id: string | undefined;
  /** Whether another relay asks upstream at this moment. */
  readonly isBusy: boolean;
  /** Why nobody may ask upstream, where the reason is not the feed's own pace. */
  readonly block: FailureCause | undefined;
  /** The time until asking again can have another answer, in ms. */
  readonly waitMs: number;
  /** `undefined` while the store is away. */
  readonly record: FeedRecordSummary | undefined;
  readonly data: SharedData | undefined;
}

/** What came of a granted turn. */
export interface TurnResult {
  readonly outcome: UpstreamOutcome;
  readonly record: FeedRecordSummary;
  /** No turn before, in ms. */
  readonly pauseMs: number;
  /** The feed's data and their version, after a success. */
  readonly data: { readonly stored: StoredSnapshot; readonly version: string } | undefined;
}

/** One feed of relays that share a key: they take turns in asking upstream. Nothing here ever throws. */
export interface SharedFeed {
  readonly begin: (share: UpstreamShare | undefined) => Promise<SharedTurn>;
  readonly end: (turn: SharedTurn, result: TurnResult) => Promise<void>;
}
