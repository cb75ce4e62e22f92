import { lazy } from '#core/lazy.ts';
import { lookKey } from '#prices/keys.ts';
import { type LookParts, look, type Outcome } from '#prices/refresh/refresh.ts';
import { clockWentBack, nextCheck } from '#prices/refresh/schedule.ts';
import type { Look } from '#prices/storage/stored-state.ts';
import { answerFrom, type Held, keep, loadHeld } from '#prices/table/loaded-table.ts';
import type { FaultReport, QuotesAnswer, RefreshAnswer, Status } from '#protocol/messages.ts';

export interface EngineParts extends LookParts {
  /** What is held, where somebody else reads it too; else it is loaded from the store. */
  readonly held?: (() => Promise<Held>) | undefined;
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

/** The owner of the price table: looks prices up, and keeps them fresh. One an extension. */
export function createEngine(parts: EngineParts): Engine {
  const held = parts.held ?? lazy(() => loadHeld(parts.store));
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
