import type { HistoryStatus } from '#relay/history/history-file.ts';
import type { ImportFile, ImportRefusal } from '#relay/history/import-file.ts';
import type { RecordedBody } from '#relay/history/prices-of-body.ts';
import type { HistoryQuery } from '#relay/history/read.ts';

/** What became of a file of older prices. */
export type ImportResult =
  | ({ readonly isRead: true; readonly count: number } & Omit<ImportFile, 'prices'>)
  | { readonly isRead: false; readonly refusal: ImportRefusal; readonly detail: string };

/** What the history's thread can do: the types of the requests and of their results. */
export interface HistoryWork {
  record: { request: { body: RecordedBody; slot: number }; result: readonly string[] };
  rollUp: { request: { slot: number }; result: null };
  read: { request: { query: HistoryQuery; slot: number }; result: Uint8Array | null };
  changes: { request: { slot: number }; result: Uint8Array | null };
  importFile: { request: { bytes: Uint8Array }; result: ImportResult };
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
