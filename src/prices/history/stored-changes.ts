import { type Guard, isFiniteNumber, isObjectOf, isString, optional } from '#core/guards.ts';
import type { WeekChanges } from '#core/quote.ts';
import { type ChangeTable, loadChanges } from '#prices/history/load-changes.ts';
import type { KeyValueStore } from '#prices/storage/stored-state.ts';

/** The packed changes and the state of their refreshes. Times in ms since the epoch. */
export interface StoredChanges {
  /** Base address of the relay that sent them. */
  readonly relay: string;
  readonly etag?: string | undefined;
  readonly lastCheckAt: number;
  /** Failed requests since the last success. */
  readonly failures: number;
  /** The end of the relay's `Retry-After`. */
  readonly retryAt?: number | undefined;
  /** The time of the prices; absent without changes. */
  readonly updatedAt?: number | undefined;
  /** Absent: the relay has none. */
  readonly bytes?: Blob | undefined;
}

const isStoredChanges: Guard<StoredChanges> = isObjectOf<StoredChanges>({
  relay: isString,
  etag: optional(isString),
  lastCheckAt: isFiniteNumber,
  failures: isFiniteNumber,
  retryAt: optional(isFiniteNumber),
  updatedAt: optional(isFiniteNumber),
  bytes: optional((value): value is Blob => value instanceof Blob),
});

export const changesKey = 'changes';

/** Age from which changes are not shown, ms: they no longer lead to the present price. */
const maxAgeMs = 6 * 60 * 60_000;

/** The changes of one version over 7 days. */
export interface LoadedWeek extends ChangeTable {
  readonly version: string;
}

/** The changes in the worker's memory. */
export interface LoadedChanges {
  /** Never rejects. */
  readonly stored: () => Promise<StoredChanges | undefined>;
  /** Replaces them in memory only. */
  readonly replace: (changes: StoredChanges | undefined) => void;
  /** The packed changes; `undefined` without recent ones. Never rejects. */
  readonly recent: () => Promise<Blob | undefined>;
  /** The changes over 7 days, loaded on first use; `undefined` without recent ones. Never rejects. */
  readonly week: () => Promise<LoadedWeek | undefined>;
}

/** @param store opened on first use: without the setting nothing is read */
export function openStoredChanges(store: () => KeyValueStore, now: () => number): LoadedChanges {
  let reading: Promise<StoredChanges | undefined> | undefined;
  let opening: Promise<ChangeTable | undefined> | undefined;
  const stored = () => (reading ??= readStored(store));
  return {
    stored,
    replace: (changes) => {
      reading = Promise.resolve(changes);
      opening = undefined;
    },
    recent: async () => recentOf(await stored(), now()),
    week: async () => {
      const changes = await stored();
      const bytes = recentOf(changes, now());
      if (!bytes) return undefined;
      opening ??= loadChanges(bytes, 7).catch(() => undefined);
      const table = await opening;
      return table && { ...table, version: `${changes?.etag ?? ''}${changes?.updatedAt ?? 0}` };
    },
  };
}

const recentOf = (changes: StoredChanges | undefined, now: number): Blob | undefined =>
  now - (changes?.updatedAt ?? 0) <= maxAgeMs ? changes?.bytes : undefined;

async function readStored(store: () => KeyValueStore): Promise<StoredChanges | undefined> {
  try {
    const [stored] = await store().read([changesKey]);
    return isStoredChanges(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** The changes of items in the order of their names. */
export const weekOf = (week: LoadedWeek, names: readonly string[]): (WeekChanges | undefined)[] =>
  names.map((name) => week.find(name));
