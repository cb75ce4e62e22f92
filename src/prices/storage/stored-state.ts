import { faultKinds } from '#core/fault.ts';
import { type Guard, hasShape, isReal, isText, maybe, oneOf, orNull } from '#core/guards.ts';
import type { FaultReport } from '#protocol/messages.ts';

/** Where the engine keeps things: values that survive the worker, each write whole or not at all. */
export interface Store {
  /** In the order of the keys; `undefined` for what is not there. Rejects when the storage is broken. */
  readonly read: (keys: readonly string[]) => Promise<readonly unknown[]>;
  /** All of the entries or none of them. Rejects when nothing was kept (no room, no storage). */
  readonly write: (entries: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** What belongs to a table. */
export interface TableFacts {
  /** Base address of the relay that it came from: another relay's ETag means nothing. */
  readonly relay: string;
  readonly etag?: string | undefined;
  /** The time of the data, ms since the epoch. */
  readonly asOf: number;
  readonly items: number;
  readonly badRows: number;
}

/** A table as it is kept, with all that belongs to it, so that one write replaces everything. */
export interface StoredTable extends TableFacts {
  /** The packed table. Read out of a Blob it is there 1 ms (Chromium) to 4 ms (Firefox) sooner than as an ArrayBuffer. */
  readonly bytes: Blob;
}

/** Whether what was kept is a table with all that belongs to it; its bytes are not looked at. */
export const isStoredTable: Guard<StoredTable> = hasShape<StoredTable>({
  relay: isText,
  etag: maybe(isText),
  asOf: isReal,
  items: isReal,
  badRows: isReal,
  bytes: (value): value is Blob => value instanceof Blob,
});

/** What the engine remembers of its looks at the relay. */
export interface Look {
  readonly lastUseAt?: number | undefined;
  readonly lastCheckAt?: number | undefined;
  readonly outcome?: 'new' | 'unchanged' | 'failed' | undefined;
  readonly failures: number;
  readonly jitter: number;
  readonly fault: FaultReport | null;
}

/** Whether what was kept is what was remembered. */
export const isLook: Guard<Look> = hasShape<Look>({
  lastUseAt: maybe(isReal),
  lastCheckAt: maybe(isReal),
  outcome: maybe(oneOf('new', 'unchanged', 'failed')),
  failures: isReal,
  jitter: isReal,
  fault: orNull(
    hasShape<FaultReport>({
      kind: oneOf(...faultKinds),
      status: orNull(isReal),
      detail: isText,
      at: isReal,
      retryAt: orNull(isReal),
    }),
  ),
});

export const firstLook: Look = { failures: 0, jitter: 0, fault: null };
