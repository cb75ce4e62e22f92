/** How a field of a market's entry is told, stored and shown (src/protocol/price-api.md, "Optional fields"). */
export interface EntryField {
  /** Its name in the price API. */
  readonly key: string;
  readonly type: keyof Values;
  /** Of an average: over so many days. */
  readonly days?: number;
  /** Younger than the first relays: asked only of a relay that says that it knows the field. */
  readonly isNew?: true;
  /** Head of its column in the panel and in Explore, and what explains it there. Without words it is no column. */
  readonly words?: readonly [head: string, title: string];
  /** Its name in a copied comparison. */
  readonly copied?: string;
  /** The id of its column in Explore's table, and what explains it; without one the table says it otherwise. */
  readonly explore?: readonly [id: string, title: string];
}

/** The values by type. Cents are USD, times ms since the epoch, and a link is an https address on the market's own host. */
interface Values {
  readonly cents: number;
  readonly count: number;
  readonly flag: boolean;
  readonly time: number;
  readonly link: string;
}

/** All that a market tells of an item besides its price. Parsers, columns, messages, the panel and Explore follow it. */
export const entryFields = {
  avg7: {
    key: 'avg_7',
    type: 'cents',
    days: 7,
    words: ['panelAvg7', 'panelAvg7Title'],
    copied: 'average_7_days',
  },
  avg30: {
    key: 'avg_30',
    type: 'cents',
    days: 30,
    words: ['panelAvg30', 'panelAvg30Title'],
    copied: 'average_30_days',
  },
  count: {
    key: 'count',
    type: 'count',
    words: ['wordListings', 'panelCountTitle'],
    copied: 'offers',
    explore: ['offers', 'exploreOffersTitle'],
  },
  /** The price API flags the price as an outlier. */
  inflated: { key: 'is_inflated', type: 'flag' },
  /** The market's own last update. */
  updatedAt: { key: 'updated_at', type: 'time' },
  link: { key: 'link', type: 'link' },
} as const satisfies Readonly<Record<string, EntryField>>;

type Fields = typeof entryFields;
export type FieldId = keyof Fields;
type FieldsWith<T> = { readonly [id in FieldId]: Fields[id] extends T ? id : never }[FieldId];

/** One market's entry for one item. */
export type Detail = {
  /** USD cents; coins for a market that counts in coins. */
  readonly price: number;
  readonly inflated: boolean;
} & { readonly [id in Exclude<FieldId, 'inflated'>]?: Values[Fields[id]['type']] | undefined };

/** What a comparison takes from an entry as it is. */
export type DetailExtras = Partial<Omit<Detail, 'price' | 'inflated' | 'updatedAt'>>;

export const fieldIds = Object.keys(entryFields) as readonly FieldId[];
export const entryField = (id: FieldId): EntryField => entryFields[id];

export type ColumnField = FieldsWith<{ readonly words: unknown }>;
export const isColumnField = (id: string): id is ColumnField => columnFields.some((field) => field === id);
/** The fields that are columns of the panel and of Explore's page of an item, in their order. */
export const columnFields = fieldIds.filter((id): id is ColumnField => entryField(id).words !== undefined);

export type ExploreColumn = {
  readonly [id in FieldId]: Fields[id] extends { explore: readonly [infer C, string] } ? C : never;
}[FieldId];
type ExploreField = FieldsWith<{ readonly explore: unknown }>;
const exploreFields = fieldIds.filter((id): id is ExploreField => entryField(id).explore !== undefined);
/** The columns of Explore's table that are fields. */
export const exploreColumns = exploreFields.map((id) => entryField(id).explore?.[0]) as readonly ExploreColumn[];

/** A value for each of Explore's columns that is a field of an entry. */
export const byExploreField = <T>(of: (id: ExploreField) => T): Readonly<Record<ExploreColumn, T>> =>
  Object.fromEntries(exploreFields.map((id) => [entryField(id).explore?.[0], of(id)])) as Record<ExploreColumn, T>;

/** How the fields lie in columns. 0 is not known, a flag is 0 or 1, and a time is in seconds. */
const columnTypes = { cents: 'f64', count: 'u32', flag: 'u8', time: 'u32' } as const;

export type StoredField = Exclude<FieldId, FieldsWith<{ readonly type: 'link' }>>;
export const storedFields = fieldIds.filter((id): id is StoredField => entryField(id).type !== 'link');

type StoredTypes = { readonly [id in StoredField]: (typeof columnTypes)[Fields[id]['type']] };
export const storedTypes = Object.fromEntries(
  storedFields.map((id) => [id, columnTypes[entryFields[id].type]]),
) as StoredTypes;

const arrays = { f64: Float64Array, u32: Uint32Array, u8: Uint8Array } as const;
export type EntryColumns = { readonly [id in StoredField]: InstanceType<(typeof arrays)[StoredTypes[id]]> };

export const emptyColumns = (rows: number): EntryColumns =>
  Object.fromEntries(storedFields.map((id) => [id, new arrays[storedTypes[id]](rows)])) as EntryColumns;

const maxCount = 0xffff_ffff;

export function writeFields(columns: EntryColumns, row: number, detail: Pick<Detail, StoredField>): void {
  for (const id of storedFields) {
    const value = Number(detail[id] ?? 0);
    const { type } = entryFields[id];
    columns[id][row] =
      type === 'time' ? Math.floor(value / 1000) : type === 'count' ? Math.min(value, maxCount) : value;
  }
}

/** What the columns tell of a row besides its price and its link. */
export function fieldsAt(columns: EntryColumns, row: number): Omit<Detail, 'price' | 'link'> {
  const told: Partial<Record<StoredField, number | boolean>> = {};
  for (const id of storedFields) {
    const value = columns[id][row];
    const { type } = entryFields[id];
    if (type === 'flag') told[id] = value === 1;
    else if (value) told[id] = type === 'time' ? value * 1000 : value;
  }
  return told as Omit<Detail, 'price' | 'link'>;
}
