import * as z from 'zod/mini';
import { extendPause, remainingMs } from '#protocol/rate-limiter.ts';
import { type FailureCause, failureReasons } from '#relay/upstream/outcome.ts';

/** Times are ms of the store's clock. */
const span = z.object({ since: z.number(), until: z.number() });

const feedRecord = z.object({
  /** Whether the feed is none of the extension's. */
  isOther: z.boolean(),
  usedAt: z.number(),
  /** The turn that runs. It counts as lost after its end. */
  turn: z.optional(z.extend(span, { id: z.string() })),
  /** No turn before its end. */
  pause: span,
  failures: z.number(),
  shrunken: z.number(),
  failure: z.optional(z.object({ reason: z.enum(failureReasons), status: z.optional(z.number()) })),
  data: z.optional(
    z.object({
      version: z.string(),
      etag: z.optional(z.string()),
      lastModified: z.number(),
      confirmedAt: z.number(),
    }),
  ),
});

export type SharedFeedRecord = z.infer<typeof feedRecord>;

/** What relays with the same key have to know of each other's requests to upstream. */
export const sharedState = z.object({
  format: z.literal(1),
  /** Random, and new whenever the store has lost its memory; empty for a state that is not stored yet. */
  id: z.string(),
  /** No request with the key before its end, because requests of the last minute may be forgotten. */
  quiet: z.optional(span),
  key: z.object({ isRefused: z.boolean(), pause: z.optional(z.extend(span, { reason: z.enum(failureReasons) })) }),
  /** The requests of the last minute. `client` is a hash. */
  requests: z.array(z.object({ at: z.number(), isOther: z.boolean(), client: z.optional(z.string()) })),
  feeds: z.record(z.string(), feedRecord),
});

export type SharedState = z.infer<typeof sharedState>;

export const emptySharedState: SharedState = {
  format: 1,
  id: '',
  key: { isRefused: false },
  requests: [],
  feeds: {},
};

/** Whose budget a request counts against; `none` for a source without a key. */
export type BudgetKind = 'none' | 'extension' | 'other';

export interface TurnRequest {
  readonly id: string;
  readonly source: string;
  readonly budget: BudgetKind;
  /** The client whose query it is, by a hash, and the client's own limit. */
  readonly client: { readonly hash: string; readonly perMinute: number } | undefined;
  /** After so many ms a turn that is not extended counts as lost. */
  readonly leaseMs: number;
  /** The next turn after a lost one, in ms after its begin. */
  readonly retryMs: number;
}

export interface SharedLimits {
  readonly upstreamPerMinute: number;
  readonly otherUpstreamPerMinute: number;
  /** Feeds that are none of the extension's. */
  readonly maxFeeds: number;
}

export interface TurnAnswer {
  readonly isGranted: boolean;
  readonly isBusy: boolean;
  readonly block: FailureCause | undefined;
  readonly waitMs: number;
  readonly record: SharedFeedRecord;
  /** Feeds that were dropped, least recently used first. */
  readonly dropped: readonly (readonly [source: string, record: SharedFeedRecord])[];
}

const minute = 60_000;
const noPause = { since: 0, until: 0 };

const newRecord = (isOther: boolean): SharedFeedRecord => ({
  isOther,
  usedAt: 0,
  pause: noPause,
  failures: 0,
  shrunken: 0,
});

/** What a change makes of the state; `undefined` where it stays as it is. */
export interface StateChange<T> {
  readonly state: SharedState | undefined;
  readonly result: T;
}

/** Grants a turn if nobody has it, the feed and the key are not paused, and the budgets allow it. */
export function takeTurn(
  state: SharedState,
  now: number,
  request: TurnRequest,
  limits: SharedLimits,
): StateChange<TurnAnswer> {
  const record = state.feeds[request.source] ?? newRecord(request.budget === 'other');
  const deny = (waitMs: number, isBusy: boolean, block?: FailureCause): StateChange<TurnAnswer> => ({
    state: undefined,
    result: { isGranted: false, isBusy, block, waitMs, record, dropped: [] },
  });
  const busyMs = record.turn ? remainingMs(record.turn, now) : 0;
  if (busyMs > 0) return deny(busyMs, true);
  const pausedMs = remainingMs(record.pause, now);
  if (pausedMs > 0) return deny(pausedMs, false);
  const requests = state.requests.filter(({ at }) => Math.abs(now - at) < minute);
  const usesKey = request.budget !== 'none';
  const quietMs = usesKey && state.quiet ? remainingMs(state.quiet, now) : 0;
  if (quietMs > 0) return deny(quietMs, false, { reason: 'budget' });
  const keyPause = usesKey ? state.key.pause : undefined;
  const keyMs = keyPause ? remainingMs(keyPause, now) : 0;
  if (keyPause && keyMs > 0) return deny(keyMs, false, { reason: keyPause.reason });
  const budgetMs = usesKey ? budgetWaitMs(requests, now, request, limits) : 0;
  if (budgetMs > 0) return deny(budgetMs, false, { reason: 'budget' });
  const granted: SharedFeedRecord = {
    ...record,
    usedAt: now,
    turn: { id: request.id, since: now, until: now + request.leaseMs },
    pause: { since: now, until: now + request.retryMs },
  };
  const feeds = { ...state.feeds, [request.source]: granted };
  const dropped = feedsToDrop(feeds, limits.maxFeeds);
  for (const [source] of dropped) delete feeds[source];
  const made = { at: now, isOther: request.budget === 'other', client: request.client?.hash };
  return {
    state: { ...state, requests: usesKey ? [...requests, made] : requests, feeds },
    result: { isGranted: true, isBusy: false, block: undefined, waitMs: 0, record, dropped },
  };
}

function budgetWaitMs(
  requests: SharedState['requests'],
  now: number,
  { budget, client }: TurnRequest,
  limits: SharedLimits,
): number {
  const waitOf = (used: SharedState['requests'], limit: number): number => {
    // The request whose minute has to end before there is room for another one.
    const blocking = used.length < limit ? undefined : used.map(({ at }) => at).sort((a, b) => b - a)[limit - 1];
    if (limit <= 0) return minute;
    return blocking === undefined ? 0 : Math.max(1, remainingMs({ since: blocking, until: blocking + minute }, now));
  };
  const waits = [waitOf(requests, limits.upstreamPerMinute)];
  if (budget === 'other') {
    const others = requests.filter(({ isOther }) => isOther);
    waits.push(waitOf(others, limits.otherUpstreamPerMinute));
    if (client)
      waits.push(
        waitOf(
          others.filter((made) => made.client === client.hash),
          client.perMinute,
        ),
      );
  }
  return Math.max(...waits);
}

function feedsToDrop(feeds: SharedState['feeds'], max: number): [string, SharedFeedRecord][] {
  const others = Object.entries(feeds).filter(([, { isOther }]) => isOther);
  return others.sort(([, a], [, b]) => a.usedAt - b.usedAt).slice(0, Math.max(0, others.length - max));
}

export interface TurnEnd extends Pick<SharedFeedRecord, 'failures' | 'shrunken' | 'failure'> {
  readonly id: string;
  readonly source: string;
  readonly pauseMs: number;
  readonly data: SharedFeedRecord['data'];
}

/** Ends a turn and records what came of it. One that another relay has taken over meanwhile changes nothing. */
export function endTurn(state: SharedState, now: number, end: TurnEnd): StateChange<boolean> {
  const record = state.feeds[end.source];
  if (record?.turn?.id !== end.id) return { state: undefined, result: false };
  const { turn: _, ...rest } = record;
  const { failures, shrunken, failure, data = record.data } = end;
  const ended = { ...rest, failures, shrunken, failure, data, pause: { since: now, until: now + end.pauseMs } };
  return { state: { ...state, feeds: { ...state.feeds, [end.source]: ended } }, result: true };
}

/** Gives a turn back without a result. The feed stays paused, because upstream may have been asked. */
export function releaseTurn(state: SharedState, source: string, id: string): StateChange<void> {
  const record = state.feeds[source];
  if (record?.turn?.id !== id) return { state: undefined, result: undefined };
  const { turn: _, ...rest } = record;
  return { state: { ...state, feeds: { ...state.feeds, [source]: rest } }, result: undefined };
}

/** Extends the time of a turn that still runs. */
export function extendTurn(
  state: SharedState,
  now: number,
  source: string,
  id: string,
  leaseMs: number,
): StateChange<void> {
  const record = state.feeds[source];
  if (record?.turn?.id !== id) return { state: undefined, result: undefined };
  const extended = { ...record, turn: { id, since: now, until: now + leaseMs } };
  return { state: { ...state, feeds: { ...state.feeds, [source]: extended } }, result: undefined };
}

type KeyPause = NonNullable<SharedState['key']['pause']>;

/** Records what a relay learned of the key, and requests that it made while the store was away. */
export function noteKey(
  state: SharedState,
  now: number,
  learned: {
    readonly isRefused: boolean | undefined;
    readonly pause: { readonly reason: KeyPause['reason']; readonly ms: number } | undefined;
    readonly requestsAgoMs: readonly number[];
  },
): StateChange<void> {
  const { pause, requestsAgoMs } = learned;
  const isRefused = learned.isRefused ?? state.key.isRefused;
  const before = state.key.pause;
  const next: KeyPause | undefined = pause && { since: now, until: now + pause.ms, reason: pause.reason };
  const longest = next && before ? extendPause(before, next, now) : (next ?? before);
  if (isRefused === state.key.isRefused && longest === before && requestsAgoMs.length === 0) {
    return { state: undefined, result: undefined };
  }
  const made = requestsAgoMs.map((ago) => ({ at: now - ago, isOther: false }));
  return {
    state: { ...state, key: { isRefused, pause: longest }, requests: [...state.requests, ...made] },
    result: undefined,
  };
}
