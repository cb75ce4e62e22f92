import { codeOf } from '#relay/error-code.ts';
import { backoff, leftOf, type Wait } from '#relay/rate-limit.ts';
import type { Publish, Snapshot } from '#relay/snapshot/snapshot.ts';
import type { Store, Stored } from '#relay/storage/store.ts';
import type { Bytes, Inspected } from '#relay/upstream/body.ts';
import type { Failure, Outcome, Reason } from '#relay/upstream/fetch-upstream.ts';
import type { Barred, Gate } from '#relay/upstream/key-limits.ts';

/** Data that upstream gave and last confirmed at `confirmedAt` (ms since 1970). */
interface Held {
  readonly snapshot: Snapshot;
  readonly items: number;
  readonly confirmedAt: number;
  readonly etag: string | undefined;
}

/** Why there is nothing newer. */
export interface Trouble {
  readonly reason: Reason | 'budget';
  /** What upstream answered, where it did. */
  readonly status?: number | undefined;
}

export interface Answer {
  readonly held: Held;
  /** `hit`: it was there. `miss`: it was fetched for this request. `collapsed`: for another that came first. */
  readonly how: 'hit' | 'miss' | 'collapsed';
  /** When the data stop being fresh, ms since 1970. */
  readonly freshUntil: number;
  readonly trouble: Trouble | undefined;
}

/** No data, for this reason; try again after so many ms. */
export class Unavailable extends Error {
  readonly trouble: Trouble;
  readonly retryAfterMs: number;

  constructor(trouble: Trouble, retryAfterMs: number) {
    super(trouble.reason);
    this.trouble = trouble;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface FeedParts {
  /** Names the data, in the store too. */
  readonly source: string;
  readonly pollMs: number;
  /** The first wait after a failure, in ms. */
  readonly retryMs: number;
  /** Longest `Retry-After` that is believed, in ms. */
  readonly maxPauseMs: number;
  /** After so many ms a request that did not settle is given up; a Worker's may end with the request that began it. */
  readonly giveUpMs: number;
  /** One upstream request. */
  readonly ask: (etag: string | undefined) => Promise<Outcome>;
  /** Judges a body: what it holds, or the failure that it amounts to. */
  readonly inspect: (bytes: Bytes) => Promise<Inspected | Failure>;
  readonly publish: Publish;
  readonly store: Store;
  readonly gate: Gate;
  readonly now: () => number;
  readonly random: () => number;
  /** Work that goes on after the answer. */
  readonly background: (work: Promise<unknown>) => void;
  readonly problem: (problem: string, code: string) => void;
  /** Hears of every upstream request. */
  readonly report: (outcome: Outcome) => void;
}

interface State {
  held: Held | undefined;
  loading: Promise<void> | undefined;
  flight: Flight | undefined;
  /** Until when this data is not asked for again. */
  wait: Wait;
  failures: number;
  trouble: Trouble | undefined;
  /** How many flights took off, and the last of them that landed. */
  flights: number;
  landed: number;
}

interface Flight {
  readonly landed: Promise<void>;
  readonly wait: Wait;
}

/** One kind of data from upstream: asked for by the clients' requests, at upstream's pace. */
export interface Feed {
  /**
   * The data that is held, at once, while a refresh goes on behind; only where nothing is held it waits for upstream.
   * @throws Unavailable when there is nothing to give
   */
  readonly read: () => Answer | Promise<Answer>;
  readonly held: () => Held | undefined;
}

/** Starts with nothing held, and asks neither disk nor upstream before the first `read`. */
export function createFeed(parts: FeedParts): Feed {
  const never: Wait = { since: 0, until: 0 };
  const state: State = {
    held: undefined,
    loading: undefined,
    flight: undefined,
    wait: never,
    failures: 0,
    trouble: undefined,
    flights: 0,
    landed: 0,
  };
  let loaded = false;
  const load = async (): Promise<Answer> => {
    state.loading ??= restore(parts, state);
    await state.loading;
    loaded = true;
    return read(parts, state);
  };
  return { read: () => (loaded ? read(parts, state) : load()), held: () => state.held };
}

/** Takes up what the store has; what it cannot give is fetched. */
async function restore(parts: FeedParts, state: State): Promise<void> {
  try {
    await takeUp(parts, state);
  } catch (error) {
    parts.problem('a stored answer could not be taken up', codeOf(error));
  }
}

async function takeUp(parts: FeedParts, state: State): Promise<void> {
  const stored = await parts.store.load(parts.source);
  const inspected = stored && (await parts.inspect(stored.bytes));
  if (!stored || !inspected || 'kind' in inspected) return;
  const { lastModified, etag } = stored;
  const snapshot = await parts.publish({ bytes: stored.bytes, lastModified }, undefined);
  const confirmedAt = Math.min(stored.confirmedAt, parts.now());
  state.held = { snapshot, items: inspected.items, confirmedAt, etag };
  state.wait = { since: confirmedAt, until: confirmedAt + parts.pollMs };
}

function read(parts: FeedParts, state: State): Answer | Promise<Answer> {
  const now = parts.now();
  const joins = state.flight !== undefined && leftOf(state.flight.wait, now) > 0;
  const due = !joins && leftOf(state.wait, now) === 0;
  const barred = due ? takeOff(parts, state) : undefined;
  const ready = answer(parts, state, 'hit', barred);
  if (ready) return ready;
  if (!state.flight) throw unavailable(parts, state, barred);
  return state.flight.landed.then(() => {
    const fetched = answer(parts, state, joins ? 'collapsed' : 'miss', undefined);
    if (fetched) return fetched;
    throw unavailable(parts, state, undefined);
  });
}

/** What is held, unless the key is refused: then its owner has to know, and old prices would hide it. */
function answer(parts: FeedParts, state: State, how: Answer['how'], barred: Barred | undefined): Answer | undefined {
  const { held, trouble } = state;
  if (!held || parts.gate.refused()) return undefined;
  return { held, how, freshUntil: held.confirmedAt + parts.pollMs, trouble: barred ?? trouble };
}

function unavailable(parts: FeedParts, { wait, trouble }: State, barred: Barred | undefined): Unavailable {
  const now = parts.now();
  const refused: Trouble | undefined = parts.gate.refused() ? { reason: 'unauthorized', status: 401 } : undefined;
  const why = refused ?? barred ?? trouble ?? { reason: 'unreachable' };
  return new Unavailable(why, Math.max(barred?.leftMs ?? 0, parts.gate.pausedFor(now), leftOf(wait, now)));
}

/** Starts the one request that may be under way, if the gate lets it. */
function takeOff(parts: FeedParts, state: State): Barred | undefined {
  const now = parts.now();
  const barred = parts.gate.enter(now);
  if (barred) return barred;
  const landed = fly(parts, state).finally(() => {
    if (state.flight === flight) state.flight = undefined;
  });
  const flight: Flight = { landed, wait: { since: now, until: now + parts.giveUpMs } };
  state.flight = flight;
  parts.background(landed);
  return undefined;
}

async function fly(parts: FeedParts, state: State): Promise<void> {
  const mine = ++state.flights;
  const outcome = await parts.ask(state.held?.etag);
  const landed = outcome.kind === 'fresh' ? await landSafely(parts, state.held, outcome) : outcome;
  const now = parts.now();
  const judged = 'snapshot' in landed ? outcome : landed;
  parts.gate.note(judged, now);
  // What was given up and comes after its successor says nothing new.
  if (mine > state.landed) {
    state.landed = mine;
    if (judged.kind === 'failed') fail(parts, state, judged, now);
    else succeed(parts, state, 'snapshot' in landed ? landed : state.held, now);
  }
  parts.report(judged);
}

function succeed(parts: FeedParts, state: State, held: Held | undefined, now: number): void {
  const changed = held?.snapshot !== state.held?.snapshot;
  state.failures = 0;
  state.trouble = undefined;
  state.wait = { since: now, until: now + parts.pollMs };
  if (!held) return;
  state.held = { ...held, confirmedAt: now };
  parts.background(keep(parts, state.held, changed));
}

function fail(parts: FeedParts, state: State, { reason, status, retryAfterMs = 0 }: Failure, now: number): void {
  state.failures++;
  state.trouble = { reason, status };
  const asked = Math.min(retryAfterMs, parts.maxPauseMs);
  state.wait = { since: now, until: now + Math.max(asked, backoff(state.failures, parts.retryMs, parts.random)) };
}

type Fresh = Extract<Outcome, { kind: 'fresh' }>;

/** A fault of the relay's own, such as no memory, is a failure like any other: the next answer may fare better. */
async function landSafely(parts: FeedParts, before: Held | undefined, fresh: Fresh): Promise<Held | Failure> {
  try {
    return await land(parts, before, fresh);
  } catch (error) {
    parts.problem('an upstream answer could not be processed', codeOf(error));
    return { kind: 'failed', reason: 'internal' };
  }
}

/** Makes a body that came the one that is held; a body without items does not take the place of one with. */
async function land(
  parts: FeedParts,
  before: Held | undefined,
  { bytes, etag, ...fresh }: Fresh,
): Promise<Held | Failure> {
  const inspected = await parts.inspect(bytes);
  if ('kind' in inspected) return inspected;
  const { items, updatedAt } = inspected;
  if (items === 0 && before && before.items > 0) return { kind: 'failed', reason: 'emptied', status: 200 };
  const now = parts.now();
  const lastModified = Math.min(fresh.lastModified ?? updatedAt ?? now, now);
  const snapshot = await parts.publish({ bytes, lastModified }, before?.snapshot);
  return { snapshot, items, confirmedAt: now, etag };
}

async function keep({ store, source }: FeedParts, held: Held, changed: boolean): Promise<void> {
  const { bytes, lastModified } = held.snapshot;
  const stored: Stored = { bytes, lastModified, etag: held.etag, confirmedAt: held.confirmedAt };
  await (changed ? store.save(source, stored) : store.confirm(source, stored));
}
