import type { Quote } from '#core/quote.ts';
import { lookKey, tableKey } from '#prices/keys.ts';
import { firstLook, type Look, type Store, type StoredTable, storedLook, storedTable } from '#prices/memory.ts';
import { openTable, type Table } from '#prices/table.ts';

/** A table ready for look-ups, with what belongs to it. */
export interface HeldTable extends Omit<StoredTable, 'buffer'> {
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
    const parsedLook = storedLook.safeParse(look);
    return {
      table: openStored(table),
      look: parsedLook.success ? parsedLook.data : firstLook,
      problems: new Map(),
    };
  } catch (error) {
    return { table: undefined, look: firstLook, problems: new Map([[tableKey, String(error)]]) };
  }
}

function openStored(stored: unknown): HeldTable | undefined {
  const parsed = storedTable.safeParse(stored);
  if (!parsed.success) return undefined;
  try {
    return openHeld(parsed.data);
  } catch {
    return undefined;
  }
}

/** @throws Error when the table cannot be opened. */
export function openHeld({ buffer, ...about }: StoredTable): HeldTable {
  const table = openTable(buffer);
  return { ...about, table, version: `${table.fingerprint}-${about.asOf}` };
}

/**
 * One quote a name, in order; `null`: not in the table. `undefined` without a table, which from here on is so when it
 * proves damaged.
 */
export function findQuotes(held: Held, names: readonly string[]): (Quote | null)[] | undefined {
  const { table } = held;
  try {
    return table && names.map((name) => table.table.find(name) ?? null);
  } catch {
    held.table = undefined;
    return undefined;
  }
}

/**
 * Keeps a value; when the storage refuses, prices go on from memory and the popup says so, until the same can be kept:
 * where a table finds no room, a note still may.
 */
export async function keep(held: Held, store: Store, key: string, value: unknown): Promise<void> {
  try {
    await store.write({ [key]: value });
    held.problems.delete(key);
  } catch (error) {
    held.problems.set(key, String(error));
  }
}
