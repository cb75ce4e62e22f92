import { Fault } from '#core/fault.ts';
import { withTimeout } from '#core/timeout.ts';
import { lookKey, tableKey } from '#prices/keys.ts';
import { parsePartner } from '#prices/refresh/parse-partner-prices.ts';
import { answerMs, type FeedRequest, fetchFeed, type Relay } from '#prices/refresh/relay-client.ts';
import { longestRetryMs } from '#prices/refresh/schedule.ts';
import type { Store, StoredTable, TableFacts } from '#prices/storage/stored-state.ts';
import { type Held, keep, openHeld } from '#prices/table/loaded-table.ts';
import { packTable } from '#prices/table/write-table.ts';
import type { FaultReport } from '#protocol/messages.ts';
import { endpoints } from '#protocol/price-api.ts';

/** What a look at the relay is made with. */
export interface LookParts {
  readonly fetch: typeof fetch;
  /** Longest that an answer may take; the feed's own limit when absent. */
  readonly timeoutMs?: number | undefined;
  /** ms since the epoch. */
  readonly now: () => number;
  /** 0 to 1. */
  readonly random: () => number;
  readonly store: Store;
  /** The relay of the settings. Throws a Fault when its address cannot be used. */
  readonly relay: () => Promise<Relay>;
  /** Prices, their age or the fault changed: open pages want to know. */
  readonly onChange: () => void;
  /** The relay answered well: the second feed may follow. */
  readonly onGoodLook: () => void;
  /** A new table was kept: these are the names that it is made of. */
  readonly onTable?: ((names: readonly string[]) => void) | undefined;
}

/** What a look at the relay came to. */
export type Outcome =
  | { readonly outcome: 'new' | 'unchanged' }
  | { readonly outcome: 'failed'; readonly fault: FaultReport };

/** How much longer than its answer a look may take, ms: for the settings, the packing and the disk. */
const besidesMs = 20_000;

/**
 * One look at the relay, until the signal: the table is replaced whole or stays; what came of it is remembered either
 * way. It ends, whatever becomes of what it waits for, for every later look waits for it.
 */
export async function look(parts: LookParts, held: Held, signal: AbortSignal): Promise<Outcome> {
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

async function attempt(parts: LookParts, held: Held, signal: AbortSignal): Promise<Outcome> {
  const ended = new AbortController();
  try {
    const all = AbortSignal.any([signal, ended.signal]);
    const limit = (parts.timeoutMs ?? answerMs) + besidesMs;
    return await withTimeout(take(parts, held, all), limit, signal);
  } catch (error) {
    return { outcome: 'failed', fault: report(error, parts.now()) };
  } finally {
    ended.abort();
  }
}

/** Takes over what the relay has, unless the signal comes first. */
async function take(parts: LookParts, held: Held, signal: AbortSignal): Promise<Outcome> {
  const relay = await parts.relay();
  const answer = await download({ ...parts, relay, signal }, held);
  signal.throwIfAborted();
  if (!answer) return { outcome: 'unchanged' };
  const { facts, buffer, names } = answer;
  const same = held.table?.version;
  held.table = openHeld(facts, buffer);
  const stored: StoredTable = { ...facts, bytes: new Blob([buffer]) };
  await keep(held, parts.store, tableKey, stored);
  parts.onTable?.(names);
  return { outcome: held.table.version === same ? 'unchanged' : 'new' };
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
