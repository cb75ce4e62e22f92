import { type Guarded, isFiniteNumber, isObjectOf, isString, optional } from '#core/asks/guards.ts';
import type { WeekChanges } from '#core/prices/quote.ts';
import { maxChangeAgeMs } from '#core/rows/item-table.ts';
import { type ChangeColumns, changesAt, changeTypes } from '#data/history/change-columns.ts';
import {
  type ByName,
  byName,
  type Catalogue,
  type StoredColumns,
  storedColumns,
} from '#data/storage/stored-columns.ts';
import type { KeyValueStore } from '#data/storage/stored-state.ts';

/** `updatedAt` is the time of the prices, ms since the epoch. */
const isAboutChanges = isObjectOf({ relay: isString, etag: optional(isString), updatedAt: isFiniteNumber });

export const changesKey = 'changes';

export interface StoredChanges extends StoredColumns<Guarded<typeof isAboutChanges>, typeof changeTypes> {
  /** By the numbers of a catalogue; `undefined` without recent ones. Never rejects. */
  readonly recent: (catalogue: string | undefined) => Promise<ChangeColumns | undefined>;
  /** The changes over 7 days, loaded on first use; `undefined` without recent ones. Never rejects. */
  readonly week: (table: Catalogue | undefined) => Promise<ByName<WeekChanges> | undefined>;
}

/** @param store opened on first use: without the setting nothing is read */
export function openStoredChanges(store: () => KeyValueStore, now: () => number): StoredChanges {
  const stored = storedColumns(store, changesKey, changeTypes, isAboutChanges);
  const recent = async (catalogue: string | undefined) => {
    const found = await stored.columns(catalogue);
    return found && now() - found.about.updatedAt <= maxChangeAgeMs ? found : undefined;
  };
  return {
    ...stored,
    recent: async (catalogue) => (await recent(catalogue))?.columns,
    week: async (table) => {
      const found = await recent(table?.catalogue);
      if (!found || !table) return undefined;
      const { etag = '', updatedAt } = found.about;
      return byName(table, `${etag}${updatedAt}`, (number) => changesAt(found.columns, number, 7));
    },
  };
}
