import { clockSlackMs } from '#core/watch-crossing.ts';
import { isSuddenLoss } from '#protocol/row-check.ts';
import { errorCode } from '#relay/error-code.ts';
import { backoff } from '#relay/feeds/backoff.ts';
import type { FeedData } from '#relay/feeds/feed-result.ts';
import { type FeedParts, type FeedState, pauseFor } from '#relay/feeds/feed-state.ts';
import type { UpstreamFailure, UpstreamOutcome } from '#relay/feeds/outcome.ts';
import type { StoredSnapshot } from '#relay/store/snapshot-store.ts';

/** Takes up the last good answer of the relay's own store. */
export async function loadStored(parts: FeedParts, state: FeedState): Promise<void> {
  try {
    const stored = await parts.store.load(parts.source);
    const now = parts.now();
    if (!stored || !(await takeUp(parts, state, withKnownAge(stored, now)))) return;
    const since = parts.monotonicMs();
    const confirmedAt = state.data?.confirmedAt ?? now;
    state.pause = { since, until: since + Math.max(0, confirmedAt + parts.pollMs - now) };
  } catch (error) {
    parts.reportProblem('a stored answer could not be taken up', errorCode(error));
  }
}

/** An answer of the future was confirmed by a clock that was ahead. It is as old as its prices, or younger. */
const withKnownAge = (stored: StoredSnapshot, now: number): StoredSnapshot =>
  stored.confirmedAt - now > clockSlackMs ? { ...stored, confirmedAt: Math.min(stored.lastModified, now) } : stored;

/** Makes a stored answer the feed's data. Returns whether its body fits. */
async function takeUp(parts: FeedParts, state: FeedState, stored: StoredSnapshot): Promise<boolean> {
  const { bytes, lastModified, etag } = stored;
  const summary = await parts.inspect(bytes);
  if ('kind' in summary) return false;
  const snapshot = await parts.createSnapshot({ bytes, lastModified }, state.data?.snapshot);
  const confirmedAt = Math.min(stored.confirmedAt, parts.now());
  state.data = { snapshot, itemCount: summary.itemCount, confirmedAt, etag, prices: summary.prices };
  return true;
}

/** The last good data that any of the relays with the same key got. */
interface SharedData extends Omit<StoredSnapshot, 'bytes'> {
  /** The id of their snapshot. */
  readonly version: string;
  /** When they were confirmed, by the clock of the store: the second clock of a relay that did not ask upstream itself. */
  readonly date: number;
  /** `undefined` when the body is gone. */
  readonly load: () => Promise<StoredSnapshot['bytes'] | undefined>;
}

/** Takes up data that another relay was given, if they are newer than the feed's own. */
export async function adoptShared(parts: FeedParts, state: FeedState, shared: SharedData): Promise<void> {
  const before = state.data;
  if (before && before.confirmedAt >= shared.confirmedAt) return;
  try {
    const isKnown = before?.snapshot.id === shared.version;
    if (isKnown) {
      state.data = { ...before, confirmedAt: shared.confirmedAt };
    } else {
      const bytes = await shared.load();
      if (!bytes || !(await takeUp(parts, state, { ...shared, bytes }))) return;
    }
    if (!state.data) return;
    state.data = { ...state.data, upstreamDate: shared.date };
    parts.onConfirmed(state.data);
    void storeData(parts, state.data, !isKnown);
  } catch (error) {
    parts.reportProblem('a shared answer could not be taken up', errorCode(error));
  }
}

/** Sends one upstream request, applies its response and returns the outcome. */
export async function runRequest(parts: FeedParts, state: FeedState): Promise<UpstreamOutcome> {
  const outcome = await parts.request(state.data?.etag);
  const applied = outcome.kind === 'fresh' ? await applyResponse(parts, state, outcome) : outcome;
  const finalOutcome = 'snapshot' in applied ? outcome : applied;
  parts.keyLimits.recordOutcome(finalOutcome, parts.monotonicMs());
  if (finalOutcome.kind === 'failed') recordFailure(parts, state, finalOutcome);
  else recordSuccess(parts, state, finalOutcome, 'snapshot' in applied ? applied : state.data);
  // Whoever ended the request knows.
  if (finalOutcome.kind !== 'failed' || finalOutcome.reason !== 'ended') parts.reportOutcome(finalOutcome);
  return finalOutcome;
}

function recordSuccess(
  parts: FeedParts,
  state: FeedState,
  { date }: Exclude<UpstreamOutcome, UpstreamFailure>,
  data: FeedData | undefined,
): void {
  const hasChanged = data?.snapshot !== state.data?.snapshot;
  state.failures = 0;
  state.failure = undefined;
  state.shrunken = 0;
  pauseFor(parts, state, parts.pollMs);
  if (!data) return;
  state.data = { ...data, confirmedAt: parts.now(), upstreamDate: date };
  parts.onConfirmed(state.data);
  void storeData(parts, state.data, hasChanged);
}

function recordFailure(parts: FeedParts, state: FeedState, failure: UpstreamFailure): void {
  state.failures++;
  if (failure.reason === 'shrunken') state.shrunken++;
  state.failure = { reason: failure.reason, status: failure.status };
  const retryAfterMs = Math.min(failure.retryAfterMs ?? 0, parts.maxRetryAfterMs);
  pauseFor(parts, state, Math.max(retryAfterMs, backoff(state.failures, parts.retryMs, parts.random)));
}

type FreshOutcome = Extract<UpstreamOutcome, { kind: 'fresh' }>;

/**
 * Turns a fresh body into data. A body without items does not replace one with items, and one with under half of them
 * only after others like it. A fault of the relay itself, such as a lack of memory, counts as an upstream failure: the next
 * request may succeed.
 */
async function applyResponse(
  parts: FeedParts,
  { data: before, shrunken }: FeedState,
  { bytes, etag, ...fresh }: FreshOutcome,
): Promise<FeedData | UpstreamFailure> {
  try {
    const summary = await parts.inspect(bytes);
    if ('kind' in summary) return summary;
    const { itemCount, updatedAt, prices } = summary;
    if (itemCount === 0 && before && before.itemCount > 0) return { kind: 'failed', reason: 'emptied', status: 200 };
    if (before && isSuddenLoss(itemCount, before.itemCount, shrunken))
      return { kind: 'failed', reason: 'shrunken', status: 200 };
    const now = parts.now();
    const lastModified = Math.min(fresh.lastModified ?? updatedAt ?? now, now);
    const snapshot = await parts.createSnapshot({ bytes, lastModified }, before?.snapshot);
    return { snapshot, itemCount, confirmedAt: now, etag, prices };
  } catch (error) {
    parts.reportProblem('an upstream answer could not be processed', errorCode(error));
    return { kind: 'failed', reason: 'internal' };
  }
}

const toStored = ({ snapshot: { bytes, lastModified }, etag, confirmedAt }: FeedData): StoredSnapshot => ({
  bytes,
  lastModified,
  etag,
  confirmedAt,
});

async function storeData({ store, source }: FeedParts, data: FeedData, hasChanged: boolean): Promise<void> {
  const stored = toStored(data);
  await (hasChanged ? store.save(source, stored) : store.confirm(source, stored));
}
