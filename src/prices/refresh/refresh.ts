import { Fault } from '#core/fault.ts';
import { withTimeout } from '#core/timeout.ts';
import { type ParsedPartnerPrices, parsePartnerPrices } from '#prices/refresh/parse-partner-prices.ts';
import {
  fetchFromRelay,
  type PriceRequest,
  type RelayTarget,
  responseTimeoutMs,
} from '#prices/refresh/relay-client.ts';
import { maxRetryMs } from '#prices/refresh/schedule.ts';
import {
  type KeyValueStore,
  refreshStateKey,
  type StoredTable,
  type TableInfo,
  tableKey,
} from '#prices/storage/stored-state.ts';
import { dayOf } from '#prices/table/layout.ts';
import { type LoadedPrices, openLoadedTable, persist } from '#prices/table/loaded-table.ts';
import { packTable, withKnownNames } from '#prices/table/write-table.ts';
import type { FaultReport } from '#protocol/messages.ts';
import { endpoints } from '#protocol/price-api.ts';
import { isSuddenLoss } from '#protocol/row-check.ts';

export interface RefreshParts {
  readonly fetch: typeof fetch;
  /** Time limit of a response, ms; `responseTimeoutMs` when absent. */
  readonly timeoutMs?: number | undefined;
  /** Ms since the epoch. */
  readonly now: () => number;
  /** 0 to 1. */
  readonly random: () => number;
  readonly store: KeyValueStore;
  /** The relay of the settings. @throws Fault when its address cannot be used. */
  readonly relay: () => Promise<RelayTarget>;
  /** Called when prices, their age or the fault changed. */
  readonly onChange: () => void;
  /** Called when the relay answered: market details may be refreshed. */
  readonly onSuccess: () => void;
  /** Called with the names of a new table once it is stored. */
  readonly onTable?: ((names: readonly string[]) => void) | undefined;
}

export type RefreshResult =
  | { readonly outcome: 'new' | 'unchanged' }
  | { readonly outcome: 'failed'; readonly fault: FaultReport };

/** Time limit of a refresh beyond its response, ms: for settings, packing and disk. */
const overheadMs = 20_000;

/**
 * Refreshes the table once. The table is replaced whole or not at all, and the outcome is stored either way. Always
 * ends, because later refreshes wait for it.
 * @param signal ends the refresh without storing its outcome.
 */
export async function runRefresh(
  parts: RefreshParts,
  prices: LoadedPrices,
  signal: AbortSignal,
): Promise<RefreshResult> {
  const before = { version: prices.table?.version, fault: prices.refreshState.fault?.kind };
  const outcome = await attempt(parts, prices, signal);
  if (signal.aborted) return outcome;
  const fault = outcome.outcome === 'failed' ? outcome.fault : null;
  prices.refreshState = {
    lastUseAt: prices.refreshState.lastUseAt,
    lastCheckAt: parts.now(),
    outcome: outcome.outcome,
    failures: fault ? prices.refreshState.failures + 1 : 0,
    shrunken: fault ? prices.refreshState.shrunken : 0,
    jitter: parts.random(),
    fault,
  };
  await persist(prices, parts.store, refreshStateKey, prices.refreshState);
  if (!fault) parts.onSuccess();
  if (before.version !== prices.table?.version || before.fault !== fault?.kind) parts.onChange();
  return outcome;
}

async function attempt(parts: RefreshParts, prices: LoadedPrices, signal: AbortSignal): Promise<RefreshResult> {
  const ended = new AbortController();
  try {
    const either = AbortSignal.any([signal, ended.signal]);
    const limit = (parts.timeoutMs ?? responseTimeoutMs) + overheadMs;
    return await withTimeout(replaceTable(parts, prices, either), limit, signal);
  } catch (error) {
    return { outcome: 'failed', fault: toFaultReport(error, parts.now()) };
  } finally {
    ended.abort();
  }
}

async function replaceTable(parts: RefreshParts, prices: LoadedPrices, signal: AbortSignal): Promise<RefreshResult> {
  const relay = await parts.relay();
  const downloaded = await download({ ...parts, relay, signal }, prices.table);
  signal.throwIfAborted();
  if (!downloaded) return { outcome: 'unchanged' };
  // No await between reading the known names and replacing the table.
  const { table } = prices;
  const { rows, bad } = downloaded.parsed;
  const { buffer, items } = packTable(rows, table?.table.verifiedColumns(), dayOf(parts.now()));
  const info = { ...downloaded.info, items, badRows: bad };
  refuseSuddenLoss(prices, info);
  const versionBefore = table?.version;
  prices.table = openLoadedTable(info, buffer);
  await storeTable(parts, prices, info, buffer);
  parts.onTable?.(rows.names);
  return { outcome: prices.table.version === versionBefore ? 'unchanged' : 'new' };
}

async function storeTable(
  { store }: Pick<RefreshParts, 'store'>,
  prices: LoadedPrices,
  { relay, etag, asOf, items, badRows }: TableInfo,
  buffer: ArrayBuffer,
): Promise<void> {
  const stored: StoredTable = { relay, etag, asOf, items, badRows, bytes: new Blob([buffer]) };
  await persist(prices, store, tableKey, stored);
}

/**
 * Adds names that another feed told to the known names of the table. Without a table they are not kept: prices come
 * first, and the other feed tells its names again.
 */
export async function rememberNames(
  parts: Pick<RefreshParts, 'store' | 'now' | 'onChange'>,
  prices: LoadedPrices,
  names: readonly string[],
): Promise<void> {
  const columns = prices.table?.table.verifiedColumns();
  const buffer = columns && withKnownNames(columns, names, dayOf(parts.now()));
  if (!prices.table || !buffer) return;
  prices.table = openLoadedTable(prices.table, buffer);
  await storeTable(parts, prices, prices.table, buffer);
  parts.onChange();
}

/** @throws Fault `malformed` when the relay's table has suddenly lost over half of its items. */
function refuseSuddenLoss(prices: LoadedPrices, { relay, items }: TableInfo): void {
  const { table, refreshState } = prices;
  const { shrunken = 0 } = refreshState;
  if (table?.relay !== relay || !isSuddenLoss(items, table.items, shrunken)) return;
  prices.refreshState = { ...refreshState, shrunken: shrunken + 1 };
  throw new Fault('malformed', `only ${items} of ${table.items} items are left`);
}

interface DownloadedTable {
  readonly info: Pick<TableInfo, 'relay' | 'etag' | 'asOf'>;
  readonly parsed: ParsedPartnerPrices;
}

/** Fetches and parses a table; `undefined` when the relay says that the current one is up to date. */
async function download(
  request: Omit<PriceRequest, 'path' | 'etag'>,
  current: Pick<TableInfo, 'relay' | 'etag' | 'asOf'> | undefined,
): Promise<DownloadedTable | undefined> {
  const { href } = request.relay.base;
  const etag = current?.relay === href ? current.etag : undefined;
  const wholeTable: PriceRequest = { ...request, path: endpoints.partner };
  const first = await fetchFromRelay({ ...wholeTable, etag });
  // A wrong clock may have given the stored table a wrong time, which no 304 would correct.
  const isMistimed = !first.changed && first.asOf !== undefined && first.asOf !== current?.asOf;
  const response = isMistimed ? await fetchFromRelay(wholeTable) : first;
  if (!response.changed) return undefined;
  const parsed = parsePartnerPrices(response.body);
  return { info: { relay: href, etag: response.etag, asOf: response.asOf }, parsed };
}

/** An error that is no Fault is a bug of the extension and is reported as `malformed`. */
export function toFaultReport(error: unknown, now: number): FaultReport {
  const fault = error instanceof Fault ? error : new Fault('malformed', String(error), { cause: error });
  const { kind, status = null, retryAfterMs } = fault;
  const retryAt = retryAfterMs === undefined ? null : now + Math.min(retryAfterMs, maxRetryMs);
  return { kind, status, detail: fault.message.slice(0, 300), at: now, retryAt };
}
