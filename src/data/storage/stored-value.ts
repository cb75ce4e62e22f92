import type { Guard } from '#core/asks/guards.ts';
import type { KeyValueStore } from '#data/storage/stored-state.ts';

/** One value of a store, read once and then kept in memory: the worker is its only writer. */
export interface StoredValue<T> {
  /** `undefined` when the store holds none, one of another shape, or fails. Never rejects. */
  readonly read: () => Promise<T | undefined>;
  /** Replaces the value in memory, then in the store. Rejects when the store refuses. */
  readonly write: (value: T | undefined) => Promise<void>;
}

/** @param store opened on first use */
export function storedValue<T>(store: () => KeyValueStore, key: string, guard: Guard<T>): StoredValue<T> {
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
    read: () => (value ??= load()),
    write: (next) => {
      value = Promise.resolve(next);
      return store().write({ [key]: next });
    },
  };
}
