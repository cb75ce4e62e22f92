import type { Quote } from '#core/quote.ts';
import { withTimeout } from '#core/timeout.ts';
import { lookKey, tableKey } from '#prices/keys.ts';
import {
  firstLook,
  isLook,
  isStoredTable,
  type Look,
  type Store,
  type TableFacts,
} from '#prices/storage/stored-state.ts';
import { openTable, rehearse, type Table } from '#prices/table/read-table.ts';
import type { QuotesAnswer } from '#protocol/messages.ts';

/** A table ready for look-ups, with what belongs to it. */
export interface HeldTable extends TableFacts {
  readonly table: Table;
  /** Differs whenever a price or its time may differ. */
  readonly version: string;
}

/** What the worker holds while it lives. */
export interface Held {
  table: HeldTable | undefined;
  look: Look;
  /** What cannot be kept on disk, by its key, and why. */
  readonly problems: Map<string, string>;
}

/** Opens what was kept; a table that is cut or of an older form counts as none. Never rejects. */
export async function loadHeld(store: Store): Promise<Held> {
  try {
    const [table, look] = await store.read([tableKey, lookKey]);
    return { table: await openStored(table), look: isLook(look) ? look : firstLook, problems: new Map() };
  } catch (error) {
    return { table: undefined, look: firstLook, problems: new Map([[tableKey, String(error)]]) };
  }
}

async function openStored(stored: unknown): Promise<HeldTable | undefined> {
  if (!isStoredTable(stored)) return undefined;
  try {
    const { bytes, ...facts } = stored;
    const reading = bytes.arrayBuffer();
    rehearse();
    return openHeld(facts, await reading);
  } catch {
    return undefined;
  }
}

/** A packed table and what belongs to it, ready for look-ups. @throws Error when the table cannot be opened. */
export function openHeld(facts: TableFacts, buffer: ArrayBuffer): HeldTable {
  const table = openTable(buffer);
  return { ...facts, table, version: `${table.fingerprint}-${facts.asOf}` };
}

/**
 * One quote a name, in order; `null`: not in the table. `undefined` without a table, which from here on is so when it
 * proves damaged.
 */
function findQuotes(held: Held, names: readonly string[]): (Quote | null)[] | undefined {
  const { table } = held;
  try {
    return table && names.map((name) => table.table.find(name) ?? null);
  } catch {
    held.table = undefined;
    return undefined;
  }
}

/** What a page is told of the prices of items by name. */
export function answerFrom(held: Held, names: readonly string[]): QuotesAnswer {
  const quotes = findQuotes(held, names) ?? [];
  const { table, look } = held;
  return { table: table ? { version: table.version, asOf: table.asOf } : null, fault: look.fault, quotes };
}

/** Longest that a write is waited for, ms. */
const writeMs = 10_000;

/**
 * Keeps a value; when the storage refuses or does not answer, prices go on from memory and the popup says so, until the
 * same can be kept: where a table finds no room, a note still may.
 */
export async function keep(held: Held, store: Store, key: string, value: unknown): Promise<void> {
  try {
    await withTimeout(store.write({ [key]: value }), writeMs);
    held.problems.delete(key);
  } catch (error) {
    held.problems.set(key, String(error));
  }
}
