import type { MarketId } from '#core/markets.ts';
import type { Quote } from '#core/quote.ts';
import type { AutostartProblem, AutostartState } from '#relay/admin/autostart.ts';
import type { AutostartFile } from '#relay/admin/autostart-file.ts';
import type { RolledUp } from '#relay/history/history.ts';
import type { ImportFile, ImportRefusal } from '#relay/history/import-file.ts';
import type { ObservedOffer, ObservedPrices } from '#relay/history/observed-prices.ts';
import type { HistoryQuery } from '#relay/history/read.ts';
import type { PresentHalfHour, Recorded } from '#relay/history/record.ts';
import type { Confirmation, LoadedAnswer, NewAnswer } from '#relay/store/answers.ts';
import type { StorageStatus } from '#relay/store/storage-file.ts';
import type { DocumentName } from '#relay/store/storage-options.ts';

/** What became of a file of older prices. */
export type ImportResult =
  | ({
      readonly isRead: true;
      readonly count: number;
      /** New names beyond the imports' share, which were left out with their prices. */
      readonly namesLeftOut: number;
    } & Omit<ImportFile, 'prices'>)
  | { readonly isRead: false; readonly refusal: ImportRefusal; readonly detail: string };

/** What the thread of the disk does: the types of the questions and of their answers. */
export interface StorageWork {
  loadAnswer: { request: { id: string }; result: LoadedAnswer | null };
  saveAnswer: { request: NewAnswer; result: string };
  confirmAnswer: { request: Confirmation; result: boolean };
  loadDocument: { request: { name: DocumentName }; result: string | null };
  saveDocument: { request: { name: DocumentName; text: string }; result: null };
  record: {
    request: { prices: ObservedPrices; markets: readonly MarketId[]; present: PresentHalfHour };
    result: Recorded;
  };
  rollUp: { request: { halfHour: number }; result: RolledUp };
  read: { request: { query: HistoryQuery; halfHour: number }; result: Uint8Array | null };
  changes: { request: { halfHour: number }; result: Uint8Array | null };
  importFile: { request: { bytes: Uint8Array }; result: ImportResult };
  /** The quotes of some items in prices that upstream has just confirmed. */
  quotes: { request: { prices: ObservedPrices; names: readonly string[] }; result: ReadonlyMap<string, Quote> };
  /** What a market asks for some items in its own data. */
  offers: {
    request: { prices: ObservedPrices; market: MarketId; names: readonly string[] };
    result: ReadonlyMap<string, ObservedOffer>;
  };
  status: { request: { halfHour: number }; result: StorageStatus };
  probeFolder: { request: { path: string }; result: null };
  readText: { request: { path: string }; result: string | null };
  writeText: { request: { path: string; text: string }; result: null };
  removeText: { request: { path: string; text: string }; result: null };
  autostartState: { request: { file: AutostartFile }; result: AutostartState };
  switchAutostart: { request: { file: AutostartFile; to: 'on' | 'off' }; result: AutostartProblem | null };
  close: { request: Record<never, never>; result: null };
}

export type StorageWorkKind = keyof StorageWork;

/** A question to the thread. `id` joins it to its reply. */
export type StorageRequest = {
  [K in StorageWorkKind]: { readonly id: number; readonly kind: K; readonly request: StorageWork[K]['request'] };
}[StorageWorkKind];

export type StorageReply =
  | { readonly id: number; readonly ok: true; readonly result: StorageWork[StorageWorkKind]['result'] }
  | { readonly id: number; readonly ok: false; readonly code: string };
