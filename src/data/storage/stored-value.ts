import type { Guard } from '#core/asks/guards.ts';

/** Values that survive the worker. Each write is atomic. */
export interface KeyValueStore {
  /** Values in the order of the keys; `undefined` for a missing one. Rejects when the storage is broken. */
  readonly read: (keys: readonly string[]) => Promise<readonly unknown[]>;
  /** Stores all entries or none. Rejects when nothing was stored (no room, no storage). */
  readonly write: (entries: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** One value of a store, read once and then kept in memory: the worker is its only writer. */
export type StoredValue<T> = ReturnType<typeof storedValue<T>>;

/** @param store opened on first use */
export function storedValue<T>(store: () => KeyValueStore, key: string, guard: Guard<T>) {
  let value: Promise<T | undefined> | undefined;
  const load = async () => {
    try {
      const [stored] = await store().read([key]);
      return guard(stored) ? stored : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    /** `undefined` when the store holds none, one of another shape, or fails. Never rejects. */
    read: (): Promise<T | undefined> => (value ??= load()),
    /** Replaces the value in memory, then in the store. Rejects when the store refuses. */
    write: (next: T | undefined): Promise<void> => {
      value = Promise.resolve(next);
      return store().write({ [key]: next });
    },
  };
}
