import { type Guard, isArrayOf, isFiniteNumber, isObjectOf, isString, optional } from '#core/guards.ts';
import type { WeekChanges } from '#core/quote.ts';
import type { PriceTable } from '#data/catalogue/price-table.ts';
import {
  type ChangeSpan,
  type ChangeValues,
  changeSpans,
  changesAt,
  openChanges,
} from '#data/history/change-columns.ts';
import type { KeyValueStore } from '#data/storage/stored-state.ts';
import { type StoredValue, storedValue } from '#data/storage/stored-value.ts';

/** The packed changes. */
export interface StoredChanges {
  /** Of their numbers. */
  readonly catalogue: string;
  /** Base address of the relay that sent them. */
  readonly relay: string;
  readonly etag?: string | undefined;
  /** The time of the prices, ms since the epoch. */
  readonly updatedAt: number;
  /** In the order of `changeSpans`. */
  readonly spans: readonly Blob[];
}

const isStoredChanges: Guard<StoredChanges> = isObjectOf<StoredChanges>({
  catalogue: isString,
  relay: isString,
  etag: optional(isString),
  updatedAt: isFiniteNumber,
  spans: isArrayOf((value): value is Blob => value instanceof Blob, changeSpans.length),
});

export const changesKey = 'changes';

/** Age from which changes are not shown, ms: they no longer lead to the present price. */
const maxAgeMs = 6 * 60 * 60_000;

/** The changes of one version over 7 days. */
export interface LoadedWeek {
  readonly version: string;
  /** The changes of an item by its exact name; `undefined` when none is known. */
  readonly find: (name: string) => WeekChanges | undefined;
}

type Catalogue = Pick<PriceTable, 'catalogue' | 'numberOf'>;

/** The changes in the worker's memory. */
export interface LoadedChanges extends StoredValue<StoredChanges> {
  /** The changes of one span by the numbers of a catalogue; `undefined` without recent ones. Never rejects. */
  readonly span: (span: ChangeSpan, catalogue: string) => Promise<ChangeValues | undefined>;
  /** The changes over 7 days, loaded on first use; `undefined` without recent ones. Never rejects. */
  readonly week: (table: Catalogue | undefined) => Promise<LoadedWeek | undefined>;
}

/** @param store opened on first use: without the setting nothing is read */
export function openStoredChanges(store: () => KeyValueStore, now: () => number): LoadedChanges {
  const stored = storedValue(store, changesKey, isStoredChanges);
  let opened: { readonly changes: StoredChanges; readonly columns: Promise<ChangeValues | undefined> } | undefined;
  const open = async (changes: StoredChanges, span: ChangeSpan, catalogue: string) => {
    const bytes = changes.spans[changeSpans.indexOf(span)];
    const columns = bytes && (await openChanges(bytes, span, catalogue).catch(() => undefined));
    // Damaged changes are fetched again: their next check finds none.
    if (!columns && changes.catalogue === catalogue) await stored.write(undefined).catch(() => undefined);
    return columns;
  };
  const recent = async () => {
    const changes = await stored.read();
    return changes && now() - changes.updatedAt <= maxAgeMs ? changes : undefined;
  };
  return {
    ...stored,
    span: async (span, catalogue) => {
      const changes = await recent();
      return changes && open(changes, span, catalogue);
    },
    week: async (table) => {
      const changes = await recent();
      if (!changes || changes.catalogue !== table?.catalogue) return undefined;
      if (opened?.changes !== changes) opened = { changes, columns: open(changes, 7, table.catalogue) };
      const columns = await opened.columns;
      if (!columns) return undefined;
      const find = (name: string) => {
        const number = table.numberOf(name);
        return number === undefined ? undefined : changesAt(columns, number);
      };
      return { version: `${changes.etag ?? ''}${changes.updatedAt}`, find };
    },
  };
}

/** The changes of items in the order of their names. */
export const weekOf = (week: LoadedWeek, names: readonly string[]): (WeekChanges | undefined)[] =>
  names.map((name) => week.find(name));
