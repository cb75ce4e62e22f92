import { type Guard, isObjectOf, isString } from '#core/asks/guards.ts';
import type { ExitQuote } from '#core/prices/quote.ts';
import { exitTypes, readExit } from '#data/exits/exit-columns.ts';
import {
  type ByName,
  byName,
  type Catalogue,
  type StoredColumns,
  storedColumns,
} from '#data/storage/stored-columns.ts';
import type { KeyValueStore } from '#data/storage/stored-state.ts';

interface AboutExits {
  /** Identifies all that the exits were computed from. */
  readonly inputs: string;
  readonly version: string;
}

const isAboutExits: Guard<AboutExits> = isObjectOf<AboutExits>({ inputs: isString, version: isString });

export interface StoredExits extends StoredColumns<AboutExits, typeof exitTypes> {
  /** `undefined` where none were computed for this catalogue. Never rejects. */
  readonly of: (table: Catalogue | undefined) => Promise<ByName<ExitQuote> | undefined>;
}

/** @param store opened on first use: without confirmed fees nothing is read */
export function openStoredExits(store: () => KeyValueStore): StoredExits {
  const stored = storedColumns(store, 'exits', exitTypes, isAboutExits);
  return {
    ...stored,
    of: async (table) => {
      const found = await stored.columns(table?.catalogue);
      return table && found && byName(table, found.about.version, (number) => readExit(found.columns, number));
    },
  };
}
