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
  | { readonly outcome: 'new' | 'unchanged'; readonly relayName?: string | undefined }
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
    relayName: outcome.outcome === 'failed' ? prices.refreshState.relayName : outcome.relayName,
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
  const { table: fresh, relayName } = downloaded;
  if (!fresh) return { outcome: 'unchanged', relayName };
  // No await between reading the known names and replacing the table.
  const { table } = prices;
  const { rows, bad } = fresh.parsed;
  // Names of samples are no known names beside real prices.
  const isSameKind = (table?.sample ?? false) === (fresh.info.sample ?? false);
  const known = isSameKind ? table?.table.verifiedColumns() : undefined;
  const { buffer, items } = packTable(rows, known, dayOf(parts.now()));
  const info = { ...fresh.info, items, badRows: bad };
  refuseSuddenLoss(prices, info);
  const versionBefore = table?.version;
  prices.table = openLoadedTable(info, buffer);
  await storeTable(parts, prices, info, buffer);
  parts.onTable?.(rows.names);
  return { outcome: prices.table.version === versionBefore ? 'unchanged' : 'new', relayName };
}

async function storeTable(
  { store }: Pick<RefreshParts, 'store'>,
  prices: LoadedPrices,
  { relay, etag, asOf, items, badRows, sample }: TableInfo,
  buffer: ArrayBuffer,
): Promise<void> {
  const stored: StoredTable = {
    relay,
    etag,
    asOf,
    items,
    badRows,
    ...(sample && { sample }),
    bytes: new Blob([buffer]),
  };
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

/**
 * Sample prices say nothing about how many real ones there are.
 * @throws Fault `malformed` when the relay's table has suddenly lost over half of its items.
 */
function refuseSuddenLoss(prices: LoadedPrices, { relay, items, sample = false }: TableInfo): void {
  const { table, refreshState } = prices;
  const { shrunken = 0 } = refreshState;
  if (table?.relay !== relay || (table.sample ?? false) !== sample || !isSuddenLoss(items, table.items, shrunken))
    return;
  prices.refreshState = { ...refreshState, shrunken: shrunken + 1 };
  throw new Fault('malformed', `only ${items} of ${table.items} items are left`);
}

interface DownloadedTable {
  readonly info: Pick<TableInfo, 'relay' | 'etag' | 'asOf' | 'sample'>;
  readonly parsed: ParsedPartnerPrices;
}

interface Download {
  /** `undefined` when the relay says that the current table is up to date. */
  readonly table?: DownloadedTable;
  readonly relayName: string | undefined;
}

/** Fetches and parses a table. */
async function download(
  request: Omit<PriceRequest, 'path' | 'etag'>,
  current: Pick<TableInfo, 'relay' | 'etag' | 'asOf' | 'sample'> | undefined,
): Promise<Download> {
  const { href } = request.relay.base;
  const etag = current?.relay === href ? current.etag : undefined;
  const wholeTable: PriceRequest = { ...request, path: endpoints.partner };
  const first = await fetchFromRelay({ ...wholeTable, etag });
  // A wrong clock may have given the stored table a wrong time, which no 304 would correct.
  const isMistimed = !first.changed && first.asOf !== undefined && first.asOf !== current?.asOf;
  // Sample prices never pass as real ones, nor real ones as samples.
  const isOtherKind = !first.changed && first.sample !== (current?.sample ?? false);
  const response = isMistimed || isOtherKind ? await fetchFromRelay(wholeTable) : first;
  const { sample, relayName } = response;
  if (!response.changed) return { relayName };
  const parsed = parsePartnerPrices(response.body);
  const info = { relay: href, etag: response.etag, asOf: response.asOf, ...(sample && { sample }) };
  return { table: { info, parsed }, relayName };
}

/** An error that is no Fault is a bug of the extension and is reported as `malformed`. */
export function toFaultReport(error: unknown, now: number): FaultReport {
  const fault = error instanceof Fault ? error : new Fault('malformed', String(error), { cause: error });
  const { kind, status = null, retryAfterMs } = fault;
  const retryAt = retryAfterMs === undefined ? null : now + Math.min(retryAfterMs, maxRetryMs);
  return { kind, status, detail: fault.message.slice(0, 300), at: now, retryAt };
}
