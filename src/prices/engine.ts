import { Fault } from '#core/fault.ts';
import { lazily } from '#core/lazily.ts';
import { type FeedRequest, fetchFeed, type Relay } from '#prices/feed.ts';
import { answerFrom, type Held, keep, loadHeld, openHeld } from '#prices/held.ts';
import { lookKey, tableKey } from '#prices/keys.ts';
import type { Look, Store, StoredTable, TableFacts } from '#prices/memory.ts';
import { packTable } from '#prices/pack.ts';
import { parsePartner } from '#prices/partner.ts';
import { clockWentBack, longestRetryMs, nextCheck } from '#prices/schedule.ts';
import type { FaultReport, QuotesAnswer, RefreshAnswer, Status } from '#protocol/messages.ts';
import { endpoints } from '#protocol/price-api.ts';

export interface EngineParts {
  readonly fetch: typeof fetch;
  /** Longest that an answer may take; the feed's own limit when absent. */
  readonly timeoutMs?: number | undefined;
  /** ms since the epoch. */
  readonly now: () => number;
  /** 0 to 1. */
  readonly random: () => number;
  readonly store: Store;
  /** What is held, where somebody else reads it too; else it is loaded from the store. */
  readonly held?: (() => Promise<Held>) | undefined;
  /** The relay of the settings. Throws a Fault when its address cannot be used. */
  readonly relay: () => Promise<Relay>;
  /** Prices, their age or the fault changed: open pages want to know. */
  readonly onChange: () => void;
  /** The relay answered well: the second feed may follow. */
  readonly onGoodLook: () => void;
  /** A new table was kept: these are the names that it is made of. */
  readonly onTable?: ((names: readonly string[]) => void) | undefined;
  /** When the next look is due; `undefined`: not before somebody looks at prices. */
  readonly onSchedule: (at: number | undefined) => void;
  /** Somebody wants to hear of prices that move: that counts as looking at them. Never rejects. */
  readonly isWatched?: (() => Promise<boolean>) | undefined;
}

export interface Engine {
  /** Prices of items by name, at once from what is held; looks at the relay behind it when that is due. */
  readonly quotes: (names: readonly string[]) => Promise<QuotesAnswer>;
  /** Somebody looked at prices: looks at the relay when that is due. */
  readonly used: () => Promise<void>;
  /** Prices from what is held, without a look at the relay, and without that counting as a use. */
  readonly peek: (names: readonly string[]) => Promise<QuotesAnswer>;
  readonly status: () => Promise<Status>;
  /** The status, without being a use. */
  readonly glance: () => Promise<Status>;
  /** Looks at the relay now, unless it asked to be left alone. Never rejects. */
  readonly refresh: () => Promise<RefreshAnswer>;
  /** Looks at the relay now for all that it has, changed or not: something else of the answer is wanted. Never rejects. */
  readonly refetch: () => Promise<void>;
  /** Looks at the relay if a look is due, and says when the next one is. */
  readonly nudge: () => Promise<void>;
  /** Another relay or token was chosen: what went wrong with the old one no longer counts. */
  readonly relayChanged: () => Promise<void>;
}

/** Uses are written down no more often than this; the idle limit is six times as long. */
const useNoteMs = 5 * 60_000;

type Outcome = { readonly outcome: 'new' | 'unchanged' } | { readonly outcome: 'failed'; readonly fault: FaultReport };

/** The owner of the price table: looks prices up, and keeps them fresh. One an extension. */
export function createEngine(parts: EngineParts): Engine {
  const held = parts.held ?? lazily(() => loadHeld(parts.store));
  const { refresh, nudge, due, isUnderWay, startOver } = createLooks(parts, held);
  const status = async () => describe(await held(), await due(), isUnderWay());
  const used = async () => {
    void noteUse(parts, await held());
    await nudge();
  };

  return {
    used,
    quotes: async (names) => {
      const said = answerFrom(await held(), names);
      // Nobody waits for a disk: what is written down and looked at comes behind the answer.
      void used();
      return said;
    },
    peek: async (names) => answerFrom(await held(), names),
    status: async () => {
      await noteUse(parts, await held());
      await nudge();
      return status();
    },
    glance: status,
    refresh: async () => {
      const outcome = await refresh();
      await nudge();
      return { ...outcome, status: await status() };
    },
    refetch: async () => {
      const state = await held();
      if (state.table) state.table = { ...state.table, etag: undefined };
      await refresh();
    },
    nudge,
    relayChanged: async () => {
      await startOver();
      const state = await held();
      state.look = { ...state.look, failures: 0, fault: null, lastCheckAt: undefined };
      parts.onChange();
      await nudge();
    },
  };
}

/** The engine's looks at the relay, of which never two are under way. */
function createLooks(parts: EngineParts, held: () => Promise<Held>) {
  let refreshing: Promise<Outcome> | undefined;
  let chosen = new AbortController();

  const refresh = async (): Promise<Outcome> => {
    const state = await held();
    const barred = stillBarred(state.look, parts.now());
    if (barred) return { outcome: 'failed', fault: barred };
    // No await between the question whether a look is under way and its start.
    refreshing ??= look(parts, state, chosen.signal).finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };

  const due = async () => {
    const [watched, { look: last, table }] = await Promise.all([parts.isWatched?.(), held()]);
    const now = parts.now();
    return nextCheck({ ...clockwork(last), ...(watched && { lastUseAt: now }), asOf: table?.asOf, now });
  };

  const nudge = async () => {
    const at = await due();
    if (at !== undefined && at <= parts.now()) void refresh().then(nudge);
    else parts.onSchedule(at);
  };

  /** Ends the look that is under way: it asks a relay that is not the chosen one any more. */
  const startOver = async () => {
    chosen.abort();
    chosen = new AbortController();
    await refreshing;
  };

  return { refresh, nudge, due, startOver, isUnderWay: () => refreshing !== undefined };
}

/** The fault that forbids asking now: the relay's `Retry-After` has not passed. */
const stillBarred = ({ fault, lastCheckAt }: Look, now: number): FaultReport | undefined =>
  fault?.kind === 'rate-limited' && (fault.retryAt ?? 0) > now && !clockWentBack(lastCheckAt, now) ? fault : undefined;

const clockwork = ({ lastUseAt, lastCheckAt, failures, fault, jitter }: Look) => ({
  lastUseAt,
  lastCheckAt,
  failures,
  retryAt: fault?.retryAt ?? undefined,
  jitter,
});

async function noteUse(parts: EngineParts, held: Held): Promise<void> {
  const now = parts.now();
  const noted = held.look.lastUseAt ?? Number.NEGATIVE_INFINITY;
  if (Math.abs(now - noted) < useNoteMs) return;
  held.look = { ...held.look, lastUseAt: now };
  await keep(held, parts.store, lookKey, held.look);
}

function describe({ table, look, problems }: Held, nextAt: number | undefined, checking: boolean): Status {
  const { version = '', asOf = 0, items = 0, badRows = 0 } = table ?? {};
  return {
    table: table ? { version, asOf, items, badRows } : null,
    lastCheck: look.lastCheckAt && look.outcome ? { at: look.lastCheckAt, outcome: look.outcome } : null,
    fault: look.fault,
    nextCheckAt: nextAt ?? null,
    checking,
    storageProblem: [...problems.values()][0] ?? null,
  };
}

/** One look at the relay: the table is replaced whole or stays; what came of it is remembered either way. */
async function look(parts: EngineParts, held: Held, signal: AbortSignal): Promise<Outcome> {
  const before = { version: held.table?.version, fault: held.look.fault?.kind };
  const outcome = await attempt(parts, held, signal);
  if (signal.aborted) return outcome;
  const failed = outcome.outcome === 'failed' ? outcome.fault : null;
  held.look = {
    lastUseAt: held.look.lastUseAt,
    lastCheckAt: parts.now(),
    outcome: outcome.outcome,
    failures: failed ? held.look.failures + 1 : 0,
    jitter: parts.random(),
    fault: failed,
  };
  await keep(held, parts.store, lookKey, held.look);
  if (!failed) parts.onGoodLook();
  if (before.version !== held.table?.version || before.fault !== failed?.kind) parts.onChange();
  return outcome;
}

async function attempt(parts: EngineParts, held: Held, signal: AbortSignal): Promise<Outcome> {
  try {
    const relay = await parts.relay();
    const answer = await download({ ...parts, relay, signal }, held);
    if (!answer) return { outcome: 'unchanged' };
    const { facts, buffer, names } = answer;
    const same = held.table?.version;
    held.table = openHeld(facts, buffer);
    const stored: StoredTable = { ...facts, bytes: new Blob([buffer]) };
    await keep(held, parts.store, tableKey, stored);
    parts.onTable?.(names);
    return { outcome: held.table.version === same ? 'unchanged' : 'new' };
  } catch (error) {
    return { outcome: 'failed', fault: report(error, parts.now()) };
  }
}

/** A new table. */
interface Download {
  readonly facts: TableFacts;
  readonly buffer: ArrayBuffer;
  readonly names: readonly string[];
}

/** Fetches, validates and packs; `undefined` when the relay says that what is held is still right. */
async function download(
  request: Pick<FeedRequest, 'fetch' | 'relay' | 'signal' | 'now' | 'timeoutMs'>,
  held: Held,
): Promise<Download | undefined> {
  const { href } = request.relay.base;
  const etag = held.table?.relay === href ? held.table.etag : undefined;
  const asked = { ...request, path: endpoints.partner };
  const first = await fetchFeed({ ...asked, etag });
  // A clock that was wrong when the table came gave it a wrong age, which no 304 would ever mend.
  const mistimed = !first.changed && first.asOf !== undefined && first.asOf !== held.table?.asOf;
  const answer = mistimed ? await fetchFeed(asked) : first;
  if (!answer.changed) return undefined;
  const { rows, bad } = parsePartner(answer.body);
  const { buffer, items } = packTable(rows);
  const facts = { relay: href, etag: answer.etag, asOf: answer.asOf, items, badRows: bad };
  return { facts, buffer, names: rows.names };
}

/** A fault in words; what is no Fault is a mistake of ours and counts as an answer that could not be used. */
export function report(error: unknown, now: number): FaultReport {
  const fault = error instanceof Fault ? error : new Fault('malformed', String(error), { cause: error });
  const { kind, status = null, retryAfterMs } = fault;
  const retryAt = retryAfterMs === undefined ? null : now + Math.min(retryAfterMs, longestRetryMs);
  return { kind, status, detail: fault.message.slice(0, 300), at: now, retryAt };
}
