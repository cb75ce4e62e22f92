import { type Guard, isObject, isString } from '#core/asks/guards.ts';
import { type Columns, type ColumnTypes, openColumns, seal } from '#data/storage/columns.ts';

type About<A> = A & { readonly catalogue: string };

/** Columns in one value with what is known about them. A Blob is read 1 ms (Chromium) to 4 ms (Firefox) faster than a buffer. */
export type StoredColumns<A> = About<A> & { readonly bytes: Blob };

/** Checks everything but the bytes. */
export const isStoredColumns =
  <A>(isAbout: Guard<A>): Guard<StoredColumns<A>> =>
  (value): value is StoredColumns<A> =>
    isObject(value) && isString(value['catalogue']) && value['bytes'] instanceof Blob && isAbout(value);

/** Columns by number of name that are stored as a whole. Memory keeps those that were opened while it has room. */
export type ColumnStore<A, T extends ColumnTypes> = ReturnType<typeof columnStore<A, T>>;

/** @param store opened on first use */
export function columnStore<A, T extends ColumnTypes>(
  store: () => KeyValueStore,
  key: string,
  types: T,
  isAbout: Guard<A>,
) {
  const stored = storedValue(store, key, isStoredColumns(isAbout));
  const identityOf = ({ catalogue }: About<A>): string => `${catalogue} ${key}`;
  let opened: { readonly of: StoredColumns<A>; readonly columns: WeakRef<ReturnType<typeof open>> } | undefined;
  const open = async (found: StoredColumns<A>) => {
    const buffer = await found.bytes.arrayBuffer().catch(() => undefined);
    return buffer && openColumns(types, buffer, identityOf(found))?.columns;
  };
  const find = async (isWanted: (about: About<A>) => boolean) => {
    const about = await stored.read();
    if (!about || !isWanted(about)) return undefined;
    const opening = (opened?.of === about && opened.columns.deref()) || open(about);
    opened = { of: about, columns: new WeakRef(opening) };
    const columns = await opening;
    return columns && { about, columns };
  };
  return {
    /** `undefined`: there are none that can be opened. Never rejects. */
    about: async (): Promise<About<A> | undefined> => (await find(() => true))?.about,
    /** Those of a catalogue, opened on first use. Never rejects. */
    columns: (wanted: string | undefined) => find(({ catalogue }) => catalogue === wanted),
    /** Replaces all in memory, then in the store. Rejects when the store refuses. */
    write: (about: About<A>, { buffer }: Columns<T>): Promise<void> =>
      stored.write({ ...about, bytes: new Blob([seal(buffer, identityOf(about))]) }),
    /** Never rejects. Resolves to whether there were any. */
    forget: async () => {
      const before = await stored.read();
      if (before) await stored.write(undefined).catch(() => undefined);
      return before !== undefined;
    },
  };
}

export interface ByName<V> {
  readonly version: string;
  /** Of an item of exactly this name. */
  readonly find: (name: string) => V | undefined;
}

export interface Catalogue {
  readonly catalogue: string;
  readonly numberOf: (name: string) => number | undefined;
}

export const byName = <V>(
  { numberOf }: Catalogue,
  version: string,
  at: (number: number) => V | undefined,
): ByName<V> => ({
  version,
  find: (name) => {
    const number = numberOf(name);
    return number === undefined ? undefined : at(number);
  },
});

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
