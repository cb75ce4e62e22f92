import type { ExitQuote } from '#core/quote.ts';
import {
  type ExitColumns,
  exitsKey,
  isStoredExits,
  openExitColumns,
  readExit,
  type StoredExits,
} from '#prices/exits/exit-columns.ts';
import type { KeyValueStore } from '#prices/storage/stored-state.ts';
import { type StoredValue, storedValue } from '#prices/storage/stored-value.ts';
import type { LoadedTable } from '#prices/table/loaded-table.ts';

/** The exits of the loaded table. */
export interface TableExits {
  readonly version: string;
  /** The exit of an item of exactly this name. */
  readonly find: (name: string) => ExitQuote | undefined;
}

export interface LoadedExits extends StoredValue<StoredExits> {
  /** `undefined` where none were computed for this table. Never rejects. */
  readonly of: (table: LoadedTable | undefined) => Promise<TableExits | undefined>;
}

/** @param store opened on first use: without confirmed fees nothing is read */
export function openStoredExits(store: () => KeyValueStore): LoadedExits {
  const stored = storedValue(store, exitsKey, isStoredExits);
  let opened: { readonly bytes: Blob; readonly columns: Promise<ExitColumns | undefined> } | undefined;
  return {
    ...stored,
    of: async (loaded) => {
      const exits = loaded && (await stored.read());
      if (!exits || exits.table !== loaded.table.fingerprint) return undefined;
      const { table } = loaded;
      const { bytes, version } = exits;
      if (opened?.bytes !== bytes)
        opened = {
          bytes,
          columns: bytes
            .arrayBuffer()
            .then(openExitColumns)
            .catch(() => undefined),
        };
      const columns = await opened.columns;
      if (columns?.codes.length !== table.rows) return undefined;
      const find = (name: string) => {
        const row = table.rowOf(name);
        return row === undefined ? undefined : readExit(columns, row);
      };
      return { version, find };
    },
  };
}
