import * as z from 'zod/mini';
import { faultKinds } from '#core/fault.ts';

/** Where the engine keeps things: values that survive the worker, each write whole or not at all. */
export interface Store {
  /** In the order of the keys; `undefined` for what is not there. Rejects when the storage is broken. */
  readonly read: (keys: readonly string[]) => Promise<readonly unknown[]>;
  /** All of the entries or none of them. Rejects when nothing was kept (no room, no storage). */
  readonly write: (entries: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** A table as it is kept, with all that belongs to it, so that one write replaces everything. */
export const storedTable = z.object({
  /** Base address of the relay that it came from: another relay's ETag means nothing. */
  relay: z.string(),
  etag: z.optional(z.string()),
  /** The time of the data, ms since the epoch. */
  asOf: z.number(),
  items: z.number(),
  badRows: z.number(),
  buffer: z.instanceof(ArrayBuffer),
});

export type StoredTable = z.infer<typeof storedTable>;

const fault = z.object({
  kind: z.enum(faultKinds),
  status: z.nullable(z.number()),
  detail: z.string(),
  at: z.number(),
  retryAt: z.nullable(z.number()),
});

/** What the engine remembers of its looks at the relay. */
export const storedLook = z.object({
  lastUseAt: z.optional(z.number()),
  lastCheckAt: z.optional(z.number()),
  outcome: z.optional(z.enum(['new', 'unchanged', 'failed'])),
  failures: z.number(),
  jitter: z.number(),
  fault: z.nullable(fault),
});

export type Look = z.infer<typeof storedLook>;

export const firstLook: Look = { failures: 0, jitter: 0, fault: null };
