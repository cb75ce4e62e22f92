import { type Guard, isFiniteNumber, isObjectOf, isString, optional } from '#core/guards.ts';
import type { WeekChanges } from '#core/quote.ts';
import { type ChangeTable, loadChanges } from '#prices/history/load-changes.ts';
import type { KeyValueStore } from '#prices/storage/stored-state.ts';
import { type StoredValue, storedValue } from '#prices/storage/stored-value.ts';

/** The packed changes. */
export interface StoredChanges {
  /** Base address of the relay that sent them. */
  readonly relay: string;
  readonly etag?: string | undefined;
  /** The time of the prices, ms since the epoch. */
  readonly updatedAt: number;
  readonly bytes: Blob;
}

const isStoredChanges: Guard<StoredChanges> = isObjectOf<StoredChanges>({
  relay: isString,
  etag: optional(isString),
  updatedAt: isFiniteNumber,
  bytes: (value): value is Blob => value instanceof Blob,
});

export const changesKey = 'changes';

/** Age from which changes are not shown, ms: they no longer lead to the present price. */
const maxAgeMs = 6 * 60 * 60_000;

/** The changes of one version over 7 days. */
export interface LoadedWeek extends ChangeTable {
  readonly version: string;
}

/** The changes in the worker's memory. */
export interface LoadedChanges extends StoredValue<StoredChanges> {
  /** The packed changes; `undefined` without recent ones. Never rejects. */
  readonly recent: () => Promise<Blob | undefined>;
  /** The changes over 7 days, loaded on first use; `undefined` without recent ones. Never rejects. */
  readonly week: () => Promise<LoadedWeek | undefined>;
}

/** @param store opened on first use: without the setting nothing is read */
export function openStoredChanges(store: () => KeyValueStore, now: () => number): LoadedChanges {
  const stored = storedValue(store, changesKey, isStoredChanges);
  let opened: { readonly bytes: Blob; readonly table: Promise<ChangeTable | undefined> } | undefined;
  return {
    ...stored,
    recent: async () => recentOf(await stored.read(), now()),
    week: async () => {
      const changes = await stored.read();
      const bytes = recentOf(changes, now());
      if (!bytes) return undefined;
      if (opened?.bytes !== bytes) opened = { bytes, table: loadChanges(bytes, 7).catch(() => undefined) };
      const table = await opened.table;
      return table && { ...table, version: `${changes?.etag ?? ''}${changes?.updatedAt ?? 0}` };
    },
  };
}

const recentOf = (changes: StoredChanges | undefined, now: number): Blob | undefined =>
  now - (changes?.updatedAt ?? 0) <= maxAgeMs ? changes?.bytes : undefined;

/** The changes of items in the order of their names. */
export const weekOf = (week: LoadedWeek, names: readonly string[]): (WeekChanges | undefined)[] =>
  names.map((name) => week.find(name));
