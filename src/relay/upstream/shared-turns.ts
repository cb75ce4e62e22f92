import { randomUUID } from 'node:crypto';
import { remainingMs } from '#protocol/rate-limiter.ts';
import type { RelayLimits } from '#relay/limits.ts';
import type { SharedStore } from '#relay/storage/shared-store.ts';
import type { Alone } from '#relay/upstream/alone.ts';
import { type KeyEffect, type KeyLimits, keyEffect, type UpstreamShare } from '#relay/upstream/key-limits.ts';
import type { FailureCause } from '#relay/upstream/outcome.ts';
import type { SharedData, SharedFeed, SharedTurn, TurnResult } from '#relay/upstream/shared-feed.ts';
import {
  type BudgetKind,
  endTurn,
  extendTurn,
  noteKey,
  releaseTurn,
  type SharedFeedRecord,
  type SharedState,
  type TurnAnswer,
  takeTurn,
} from '#relay/upstream/shared-state.ts';

export interface SharedUpstreamParts {
  readonly store: SharedStore;
  readonly limits: RelayLimits;
  readonly keyLimits: KeyLimits;
  readonly now: () => number;
  /** A monotonic clock in ms. */
  readonly monotonicMs: () => number;
  /** A hash of a client's id that says nothing to whoever reads the store. */
  readonly hashClient: (id: string) => string;
  readonly reportProblem: (problem: string, code: string) => void;
  /** Aborted when the relay closes. */
  readonly signal: AbortSignal | undefined;
}

export interface SharedFeedOptions {
  readonly source: string;
  readonly budget: BudgetKind;
  readonly pollMs: number;
  readonly retryMs: number;
}

/** Runs work on the store; `undefined` while the store is away. */
export type TryStore = <T>(work: () => Promise<T>) => Promise<T | undefined>;

/** A turn that its relay does not extend counts as lost after this time, in ms. */
const [minLeaseMs, maxLeaseMs] = [1000, 30_000];

/** What the state says of the key now. */
export function keyState({ key }: SharedState, now: number): KeyEffect {
  const ms = key.pause ? remainingMs(key.pause, now) : 0;
  return { isRefused: key.isRefused, pause: key.pause && ms > 0 ? { reason: key.pause.reason, ms } : undefined };
}

/** What the turns of all feeds have in common. */
export interface TurnContext {
  readonly tryStore: TryStore;
  /** `undefined` while the store answers. */
  readonly alone: () => Alone | undefined;
  /** The turns that this relay has at the moment. */
  readonly turns: Set<Promise<void>>;
}

/** The turns of one feed. Without the store, the relay goes on alone. */
export function createSharedFeed(
  parts: SharedUpstreamParts,
  options: SharedFeedOptions,
  context: TurnContext,
): SharedFeed {
  const running = new Map<string, () => void>();
  return {
    async begin(share) {
      const turn = await context.tryStore(() => beginShared(parts, options, share, context));
      if (turn?.isGranted && turn.id !== undefined) {
        running.set(turn.id, holdTurn(parts, options, turn.id, context));
      }
      return turn ?? beginAlone(parts, options, share, context.alone());
    },
    async end({ id }, result) {
      if (id === undefined) return;
      try {
        await context.tryStore(() => endShared(parts, options, id, result));
      } finally {
        running.get(id)?.();
        running.delete(id);
      }
    },
  };
}

const leaseOf = ({ retryMs }: SharedFeedOptions): number => Math.min(Math.max(retryMs, minLeaseMs), maxLeaseMs);

/** Extends a turn until the returned function is called. */
function holdTurn(
  { store }: SharedUpstreamParts,
  options: SharedFeedOptions,
  id: string,
  { tryStore, turns }: TurnContext,
): () => void {
  const leaseMs = leaseOf(options);
  const extend = () => store.update((state, now) => extendTurn(state, now, options.source, id, leaseMs));
  const timer = setInterval(() => void tryStore(extend), leaseMs / 3);
  const { promise, resolve } = Promise.withResolvers<void>();
  turns.add(promise);
  return () => {
    clearInterval(timer);
    turns.delete(promise);
    resolve();
  };
}

async function beginShared(
  parts: SharedUpstreamParts,
  options: SharedFeedOptions,
  share: UpstreamShare | undefined,
  { tryStore }: TurnContext,
): Promise<SharedTurn> {
  const { store, keyLimits, limits, monotonicMs, hashClient } = parts;
  const { source, budget, retryMs } = options;
  const id = randomUUID();
  const isClients = budget === 'other' && share !== undefined;
  const client = isClients ? { hash: hashClient(share.id), perMinute: share.perMinute } : undefined;
  const request = { id, source, budget, client, leaseMs: leaseOf(options), retryMs };
  const { answer, key, storeNow } = await store.update((state, now) => {
    const { state: next, result } = takeTurn(state, now, request, limits);
    return { state: next, result: { answer: result, key: keyState(state, now), storeNow: now } };
  });
  if (budget !== 'none') keyLimits.follow(key, monotonicMs());
  for (const [name, { data }] of answer.dropped) if (data) void tryStore(() => store.dropBody(name, data.version));
  return toSharedTurn(parts, source, id, answer, storeNow);
}

function beginAlone(
  { keyLimits, monotonicMs }: SharedUpstreamParts,
  options: SharedFeedOptions,
  share: UpstreamShare | undefined,
  alone: Alone | undefined,
): SharedTurn {
  const denied = alone
    ? alone.acquire({ ...options, share }, keyLimits, monotonicMs())
    : { block: { reason: 'store-away' } as const, waitMs: 0 };
  const common = { id: undefined, isBusy: false, record: undefined, data: undefined };
  return { ...common, isGranted: !denied, block: denied?.block, waitMs: denied?.waitMs ?? 0 };
}

function toSharedTurn(
  { store, now }: SharedUpstreamParts,
  source: string,
  id: string,
  { record, isGranted, isBusy, block, waitMs }: TurnAnswer,
  storeNow: number,
): SharedTurn {
  const { data, failures, shrunken, failure } = record;
  const shared: SharedData | undefined = data && {
    version: data.version,
    etag: data.etag,
    lastModified: data.lastModified,
    confirmedAt: now() - Math.max(0, storeNow - data.confirmedAt),
    load: () => store.loadBody(source, data.version),
  };
  return { isGranted, id, isBusy, block, waitMs, record: { failures, shrunken, failure }, data: shared };
}

async function endShared(
  parts: SharedUpstreamParts,
  { source, budget }: SharedFeedOptions,
  id: string,
  result: TurnResult,
): Promise<void> {
  const { store, limits, signal } = parts;
  const { outcome, record, pauseMs, data } = result;
  // A relay that closes has ended the request itself: that is no failure of upstream.
  if (signal?.aborted && outcome.kind === 'failed') {
    return store.update((state) => releaseTurn(state, source, id));
  }
  // The body comes first, so that its version is never early.
  if (data && !(await store.keepBody(source, data.version, data.stored))) {
    await store.saveBody(source, data.version, data.stored);
  }
  const ageMs = data ? Math.max(0, parts.now() - data.stored.confirmedAt) : 0;
  const learned = { ...keyEffect(outcome, limits), requestsAgoMs: [] };
  const replaced = await store.update((state, now) => {
    const known = data && {
      version: data.version,
      etag: data.stored.etag,
      lastModified: data.stored.lastModified,
      confirmedAt: now - ageMs,
    };
    const ended = endTurn(state, now, {
      id,
      source,
      pauseMs,
      ...record,
      failure: upstreamFailure(record.failure),
      data: known,
    });
    const noted = budget !== 'none' ? noteKey(ended.state ?? state, now, learned).state : undefined;
    const before = ended.result ? state.feeds[source]?.data?.version : undefined;
    return { state: noted ?? ended.state, result: data && before !== data.version ? before : undefined };
  });
  if (replaced !== undefined) await store.dropBody(source, replaced);
}

function upstreamFailure(failure: FailureCause | undefined): SharedFeedRecord['failure'] {
  if (!failure || failure.reason === 'budget' || failure.reason === 'store-away') return undefined;
  return { reason: failure.reason, status: failure.status };
}
