import { Fault, type FaultKind, type FaultReport, toFault } from '#core/asks/fault.ts';
import { withTimeout } from '#core/asks/timeout.ts';
import { type checkIn, type FeedCheck, noCheck } from '#data/refresh/feed-check.ts';
import {
  fetchFromRelay,
  isSameTarget,
  type PriceRequest,
  type PriceResponse,
  type RelayTarget,
  responseTimeoutMs,
} from '#data/refresh/relay-client.ts';
import { clockWentBack, maxRetryMs, nextCheckAt } from '#data/refresh/schedule.ts';
import { type AboutRelay, aboutRelay } from '#protocol/relay-headers.ts';
import { isSuddenLoss } from '#protocol/row-check.ts';

export interface FeedDeps {
  readonly fetch: typeof fetch;
  readonly now: () => number;
  /** 0 to 1. */
  readonly random: () => number;
  /** The relay of the settings. @throws Fault when its address cannot be used. */
  readonly relay: () => Promise<RelayTarget>;
}

interface FeedData {
  /** Base address of the relay that sent them. An ETag is valid for this relay only. */
  readonly relay: string;
  readonly etag?: string | undefined;
  /** The time of the data, ms since the epoch. */
  readonly asOf?: number | undefined;
  /** The time that the relay's header gave them, where it differs. */
  readonly statedAt?: number | undefined;
  readonly items?: number | undefined;
  /** The prices are made up: a relay without a key sent them. */
  readonly sample?: boolean | undefined;
}

interface FeedAnswer {
  readonly about: FeedData & { readonly asOf: number };
  /** Parses the body. @throws Fault */
  readonly body: () => unknown;
  /**
   * Sample prices say nothing about how many real ones there are, nor does one relay about another.
   * @throws Fault `malformed` when over half of the items are suddenly gone
   */
  readonly refuseLoss: (items: number) => void;
  /** Aborts when the data are no longer wanted. */
  readonly signal: AbortSignal;
}

export interface FeedDescription extends ReturnType<typeof checkIn> {
  readonly path: string;
  /** About the last good data. Never rejects. */
  readonly data: () => Promise<FeedData | undefined>;
  /** Replaces the last good data whole, or throws a Fault. Resolves to whether they are other ones. */
  readonly replace: (answer: FeedAnswer) => Promise<boolean>;
  /** Another relay was chosen, or it has none (404). Never rejects. Without `forget`, 404 is a fault, and old data stay. */
  readonly forget?: () => Promise<void>;
  /** Called after a check, unless another relay was chosen meanwhile. */
  readonly onChecked?: (after: FeedCheck, before: FeedCheck) => void;
  /** Time between two checks, ms; without it the time of the data says when they are due (`halfHourMs`). */
  readonly pauseMs?: number;
}

/** `fault` is why a check has failed. */
type FeedResult = Required<Pick<FeedCheck, 'fault'>> & { readonly outcome: NonNullable<FeedCheck['outcome']> };

export type RelayFeed = ReturnType<typeof createRelayFeed>;

const faultsOfRelay: ReadonlySet<FaultKind> = new Set(['unreachable', 'timeout', 'unauthorized', 'rate-limited']);

/** Whether a fault is the relay's as a whole, and not one of some data. */
export const isOfRelay = ({ kind }: FaultReport): boolean => faultsOfRelay.has(kind);

/** Time limit of a check, ms: besides its response for settings, packing and disk. */
const limitMs = responseTimeoutMs + 20_000;

/** Keeps one kind of data up to date, one check at a time. What it knows is stored: the worker may end at any moment. */
export function createRelayFeed(deps: FeedDeps, description: FeedDescription) {
  let running: Promise<FeedResult> | undefined;
  let relayChange = new AbortController();
  const { lastCheck, saveCheck, data, forget, pauseMs } = description;

  const forgetFault = async () => saveCheck({ ...noCheck, outcome: (await lastCheck()).outcome });
  const dueAt = async () => {
    const [{ lastCheckAt, failures, fault, jitter }, about] = await Promise.all([lastCheck(), data()]);
    // Real prices may replace samples at any time.
    const asOf = about?.sample ? undefined : about?.asOf;
    return nextCheckAt({ now: deps.now(), lastCheckAt, asOf, failures, retryAt: fault?.retryAt, jitter, pauseMs });
  };
  const check = async (): Promise<FeedResult> => {
    const { fault, lastCheckAt } = await lastCheck();
    const now = deps.now();
    const mustWait = fault?.kind === 'rate-limited' && (fault.retryAt ?? 0) > now && !clockWentBack(lastCheckAt, now);
    if (mustWait) return { outcome: 'failed', fault };
    // No await between the test for a running check and the start of one.
    running ??= runCheck(deps, description, relayChange.signal).finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    /** Ms since the epoch; a past time means now. */
    dueAt,
    /** Checks now, unless the relay's `Retry-After` forbids it. Joins a running check. Never rejects. */
    check,
    /** `undefined`: not due. Never rejects. */
    checkIfDue: async () => ((await dueAt()) <= deps.now() ? check() : undefined),
    isRunning: () => running !== undefined,
    /** The relay answers again: forgets a fault that was the relay's as a whole. Never rejects. */
    relayAnswered: async () => {
      const { fault } = await lastCheck();
      if (fault && fault.retryAt === null && isOfRelay(fault)) await forgetFault();
    },
    /** Another relay or token was chosen: ends the running check, and forgets the faults of the old one. Never rejects. */
    relayChanged: async () => {
      relayChange.abort();
      relayChange = new AbortController();
      await running;
      await forgetFault();
      await forget?.();
    },
  };
}

/** Checks once, and stores the outcome. Always ends, because later checks wait for it. */
async function runCheck(deps: FeedDeps, description: FeedDescription, change: AbortSignal): Promise<FeedResult> {
  const before = await description.lastCheck();
  const losses = { count: before.shrunken ?? 0 };
  const ended = new AbortController();
  const signal = AbortSignal.any([change, ended.signal]);
  let next: FeedCheck & FeedResult;
  try {
    const success = await withTimeout(attempt(deps, description, losses, signal), limitMs, change);
    next = { ...success, failures: 0, fault: null, jitter: deps.random(), lastCheckAt: deps.now() };
  } catch (error) {
    const fault = toFaultReport(error, deps.now());
    // The outcome says nothing about the relay that was chosen meanwhile.
    if (change.aborted || error instanceof OtherRelayError) return { outcome: 'failed', fault };
    const about = { ...aboutRelay(before), failures: before.failures + 1, shrunken: losses.count };
    next = { outcome: 'failed', fault, jitter: deps.random(), lastCheckAt: deps.now(), ...about };
  } finally {
    ended.abort();
  }
  await description.saveCheck(next);
  description.onChecked?.(next, before);
  return next;
}

/** Another relay was chosen while the old one answered. */
class OtherRelayError extends Error {}

/** @param losses answers refused in succession because they had under half of the items */
async function attempt(
  deps: FeedDeps,
  { path, data, replace, forget }: FeedDescription,
  losses: { count: number },
  signal: AbortSignal,
): Promise<AboutRelay & { readonly outcome: 'new' | 'unchanged' }> {
  const relay = await deps.relay();
  const current = await data();
  const known = current?.relay === relay.base.href ? current : undefined;
  const asked = { ...deps, relay, path, signal };
  const response = await ask(asked, known).catch(async (error) => {
    if (forget && error instanceof Fault && error.status === 404) return undefined;
    throw error;
  });
  signal.throwIfAborted();
  if (!isSameTarget(await deps.relay(), relay)) throw new OtherRelayError();
  if (!response) await forget?.();
  const said = aboutRelay(response ?? {});
  if (!response?.changed) return { ...said, outcome: 'unchanged' };
  const { sample, etag, asOf, body } = response;
  const refuseLoss = (items: number) => {
    const isComparable = known?.items !== undefined && (known.sample ?? false) === sample;
    if (!isComparable || !isSuddenLoss(items, known.items, losses.count)) return;
    losses.count++;
    throw new Fault('malformed', `only ${items} of ${known.items} items are left`);
  };
  const about = { relay: relay.base.href, etag, asOf, ...(sample && { sample }) };
  const isNew = await replace({ about, body, refuseLoss, signal });
  return { ...said, outcome: isNew ? 'new' : 'unchanged' };
}

/** Asks for data by the ETag of the known ones; for the whole where these cannot be confirmed. */
async function ask(request: Omit<PriceRequest, 'etag'>, known: FeedData | undefined): Promise<PriceResponse> {
  const first = await fetchFromRelay({ ...request, etag: known?.etag });
  if (first.changed) return first;
  // A wrong clock may have given the known data a wrong time, which no 304 would correct.
  const before = known?.statedAt ?? known?.asOf;
  const isMistimed = first.asOf !== undefined && before !== undefined && first.asOf !== before;
  // Sample prices never pass as real ones, nor real ones as samples.
  const isOtherKind = first.sample !== (known?.sample ?? false);
  return isMistimed || isOtherKind ? fetchFromRelay(request) : first;
}

export function toFaultReport(error: unknown, now: number): FaultReport {
  const { kind, status = null, retryAfterMs, message } = toFault(error);
  const retryAt = retryAfterMs === undefined ? null : now + Math.min(retryAfterMs, maxRetryMs);
  return { kind, status, detail: message.slice(0, 300), at: now, retryAt };
}
