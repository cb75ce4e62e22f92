import { type Guard, isObject, isString } from '#core/asks/guards.ts';
import { type Columns, type ColumnsOf, type ColumnTypes, openColumns, seal } from '#data/catalogue/columns.ts';
import type { PriceTable } from '#data/catalogue/price-table.ts';
import type { KeyValueStore } from '#data/storage/stored-state.ts';
import { storedValue } from '#data/storage/stored-value.ts';

type About<A> = A & {
  /** Of their numbers. */
  readonly catalogue: string;
};

type Stored<A> = About<A> & { readonly bytes: Blob };

/** Columns by number of name that are stored as a whole. Memory keeps those that were opened while it has room. */
export interface StoredColumns<A, T extends ColumnTypes> {
  /** `undefined`: there are none. Never rejects. */
  readonly about: () => Promise<About<A> | undefined>;
  /** Those of a catalogue, opened on first use; damaged ones are forgotten. Never rejects. */
  readonly columns: (
    catalogue: string | undefined,
  ) => Promise<{ readonly about: A; readonly columns: ColumnsOf<T> } | undefined>;
  /** Replaces all in memory, then in the store. Rejects when the store refuses. */
  readonly write: (about: About<A>, packed: Columns<T>) => Promise<void>;
  /** Never rejects. Resolves to whether there were any. */
  readonly forget: () => Promise<boolean>;
}

/** Values of the loaded table's items. */
export interface ByName<V> {
  readonly version: string;
  /** Of an item of exactly this name. */
  readonly find: (name: string) => V | undefined;
}

/** The catalogue to whose numbers values belong. */
export type Catalogue = Pick<PriceTable, 'catalogue' | 'numberOf'>;

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

/** @param store opened on first use */
export function storedColumns<A, T extends ColumnTypes>(
  store: () => KeyValueStore,
  key: string,
  types: T,
  isAbout: Guard<A>,
): StoredColumns<A, T> {
  const isStored: Guard<Stored<A>> = (value): value is Stored<A> =>
    isObject(value) && isString(value['catalogue']) && value['bytes'] instanceof Blob && isAbout(value);
  const stored = storedValue(store, key, isStored);
  const identityOf = (catalogue: string): string => `${catalogue} ${key}`;
  let opened: { readonly of: Stored<A>; readonly columns: WeakRef<ReturnType<typeof open>> } | undefined;
  const forget = async () => {
    const before = await stored.read();
    if (before) await stored.write(undefined).catch(() => undefined);
    return before !== undefined;
  };
  const open = async (found: Stored<A>) => {
    const buffer = await found.bytes.arrayBuffer().catch(() => undefined);
    const packed = buffer && openColumns(types, buffer, identityOf(found.catalogue));
    // Others may have been written meanwhile.
    if (!packed && (await stored.read()) === found) await forget();
    return packed?.columns;
  };
  return {
    about: stored.read,
    columns: async (catalogue) => {
      const found = await stored.read();
      if (!found || found.catalogue !== catalogue) return undefined;
      const opening = (opened?.of === found && opened.columns.deref()) || open(found);
      opened = { of: found, columns: new WeakRef(opening) };
      const columns = await opening;
      return columns && { about: found, columns };
    },
    write: (about, { buffer }) =>
      stored.write({ ...about, bytes: new Blob([seal(buffer, identityOf(about.catalogue))]) }),
    forget,
  };
}
