import type { HistoryStatus } from '#relay/history/history-file.ts';
import type { ImportedPrice } from '#relay/history/import.ts';
import type { RecordedBody } from '#relay/history/prices-of-body.ts';
import type { HistoryQuery, MarketHistory } from '#relay/history/read.ts';

/** What the history's thread can do: the types of the requests and of their results. */
export interface HistoryWork {
  record: { request: { body: RecordedBody; slot: number }; result: readonly string[] };
  rollUp: { request: { slot: number }; result: null };
  read: { request: { query: HistoryQuery; slot: number }; result: Record<string, MarketHistory> | null };
  changes: { request: Record<never, never>; result: Uint8Array | null };
  import: { request: { prices: readonly ImportedPrice[] }; result: null };
  status: { request: Record<never, never>; result: HistoryStatus };
  close: { request: Record<never, never>; result: null };
}

export type HistoryWorkKind = keyof HistoryWork;

/** A request to the thread. `id` joins it to its reply. */
export type HistoryRequest = {
  [K in HistoryWorkKind]: { readonly id: number; readonly kind: K } & HistoryWork[K]['request'];
}[HistoryWorkKind];

export type HistoryReply =
  | { readonly id: number; readonly ok: true; readonly result: HistoryWork[HistoryWorkKind]['result'] }
  | { readonly id: number; readonly ok: false; readonly error: string };
