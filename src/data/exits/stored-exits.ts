import type { ExitQuote } from '#core/quote.ts';
import type { PriceTable } from '#data/catalogue/price-table.ts';
import {
  type ExitColumns,
  exitsKey,
  isStoredExits,
  openExits,
  readExit,
  type StoredExits,
} from '#data/exits/exit-columns.ts';
import type { KeyValueStore } from '#data/storage/stored-state.ts';
import { type StoredValue, storedValue } from '#data/storage/stored-value.ts';

/** The exits of the loaded table. */
export interface TableExits {
  readonly version: string;
  /** The exit of an item of exactly this name. */
  readonly find: (name: string) => ExitQuote | undefined;
}

export interface LoadedExits extends StoredValue<StoredExits> {
  /** `undefined` where none were computed for this catalogue. Never rejects. */
  readonly of: (table: Pick<PriceTable, 'catalogue' | 'numberOf'> | undefined) => Promise<TableExits | undefined>;
}

/** @param store opened on first use: without confirmed fees nothing is read */
export function openStoredExits(store: () => KeyValueStore): LoadedExits {
  const stored = storedValue(store, exitsKey, isStoredExits);
  let opened: { readonly exits: StoredExits; readonly columns: Promise<ExitColumns | undefined> } | undefined;
  const open = async (exits: StoredExits) => {
    const columns = await openExits(exits).catch(() => undefined);
    // Damaged exits are computed again.
    if (!columns) await stored.write(undefined).catch(() => undefined);
    return columns;
  };
  return {
    ...stored,
    of: async (table) => {
      const exits = table && (await stored.read());
      if (!exits || exits.catalogue !== table.catalogue) return undefined;
      if (opened?.exits !== exits) opened = { exits, columns: open(exits) };
      const columns = await opened.columns;
      if (!columns) return undefined;
      const find = (name: string) => {
        const number = table.numberOf(name);
        return number === undefined ? undefined : readExit(columns, number);
      };
      return { version: exits.version, find };
    },
  };
}
