import { isFiniteNumber, isObjectOf, isString, optional } from '#core/asks/guards.ts';
import { referenceMarkets } from '#core/prices/markets.ts';
import type { WeekChanges } from '#core/prices/quote.ts';
import { type ChangeSpan, changeSpans, maxChangeAgeMs } from '#core/rows/item-table.ts';
import { type NumberedNames, noNumber } from '#data/catalogue/pack-table.ts';
import { type ByName, byName, type Catalogue, columnStore } from '#data/storage/column-store.ts';
import { type Columns, type ColumnsOf, packColumns } from '#data/storage/columns.ts';
import type { KeyValueStore } from '#data/storage/stored-value.ts';

/** `rowValues` a number of name. */
const changeTypes = { values: 'i16' } as const;
type ChangeColumns = ColumnsOf<typeof changeTypes>;

/** "Unknown" in a column. Other values are per mille × 2, plus 1 for an item without a change over 30 days. */
export const noChange = -0x8000;
/** Larger changes do not fit and are unknown. */
export const maxPerMille = 0x3fff;

/** Changes by name: for each span one a reference market. */
export interface ChangeRows {
  readonly names: readonly string[];
  /** `rowValues` a name. */
  readonly values: Int16Array;
}

export const rowValues = changeSpans.length * referenceMarkets.length;

export function packChanges(rows: ChangeRows, { table, numbers }: NumberedNames): Columns<typeof changeTypes> {
  const packed = packColumns(changeTypes, table.rows * rowValues);
  const values = packed.columns.values.fill(noChange);
  for (let at = 0; at < rows.names.length; at++) {
    const number = numbers[at] ?? noNumber;
    // A name that found no room has no number.
    if (number < table.rows) values.set(rows.values.subarray(at * rowValues, (at + 1) * rowValues), number * rowValues);
  }
  return packed;
}

export function changesAt({ values }: ChangeColumns, number: number, span: ChangeSpan): WeekChanges | undefined {
  const from = number * rowValues + changeSpans.indexOf(span) * referenceMarkets.length;
  const found: { -readonly [market in keyof WeekChanges]: WeekChanges[market] } = {};
  for (const [index, market] of referenceMarkets.entries()) {
    const value = values[from + index] ?? noChange;
    if (value === noChange) continue;
    found[market] = { percent: (value >> 1) / 10, ...((value & 1) === 1 && { thin: true as const }) };
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

/** `updatedAt` is the time of the prices, ms since the epoch. */
const isAboutChanges = isObjectOf({ relay: isString, etag: optional(isString), updatedAt: isFiniteNumber });

export const changesKey = 'changes';

export type StoredChanges = ReturnType<typeof openStoredChanges>;

/** @param store opened on first use: without the setting nothing is read */
export function openStoredChanges(store: () => KeyValueStore, now: () => number) {
  const stored = columnStore(store, changesKey, changeTypes, isAboutChanges);
  const recent = async (catalogue: string | undefined) => {
    const found = await stored.columns(catalogue);
    return found && now() - found.about.updatedAt <= maxChangeAgeMs ? found : undefined;
  };
  return {
    ...stored,
    /** By the numbers of a catalogue; `undefined` without recent ones. Never rejects. */
    recent: async (catalogue: string | undefined) => (await recent(catalogue))?.columns,
    /** The changes over 7 days, loaded on first use; `undefined` without recent ones. Never rejects. */
    week: async (table: Catalogue | undefined): Promise<ByName<WeekChanges> | undefined> => {
      const found = await recent(table?.catalogue);
      if (!found || !table) return undefined;
      const { etag = '', updatedAt } = found.about;
      return byName(table, `${etag}${updatedAt}`, (number) => changesAt(found.columns, number, 7));
    },
  };
}
