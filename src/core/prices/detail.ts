export interface DetailExtras {
  /** Averages over so many days, USD cents. */
  readonly avg7?: number | undefined;
  readonly avg30?: number | undefined;
  /** Listings on offer. */
  readonly count?: number | undefined;
  /** An https address on the market's own host. */
  readonly link?: string | undefined;
}

/** One market's entry for one item. */
export interface Detail extends DetailExtras {
  /** USD cents; coins for a market that counts in coins. */
  readonly price: number;
  /** The price API flags the price as an outlier. */
  readonly inflated: boolean;
  /** The market's own last update, ms since the epoch. */
  readonly updatedAt?: number | undefined;
}

export type FieldId = Exclude<keyof Detail, 'price'>;

/** How a field of a market's entry is told and shown (src/protocol/price-api.md, "Optional fields"). */
export interface EntryField {
  /** Its name in the price API. */
  readonly key: string;
  readonly type: 'cents' | 'count' | 'flag' | 'time' | 'link';
  /** Of an average: over so many days. */
  readonly days?: number;
}

/** Parsers, columns, messages, the panel and Explore follow it. */
export const entryFields = {
  avg7: { key: 'avg_7', type: 'cents', days: 7 },
  avg30: { key: 'avg_30', type: 'cents', days: 30 },
  count: { key: 'count', type: 'count' },
  inflated: { key: 'is_inflated', type: 'flag' },
  updatedAt: { key: 'updated_at', type: 'time' },
  link: { key: 'link', type: 'link' },
} as const satisfies Readonly<Record<FieldId, EntryField>>;

export const fieldIds = Object.keys(entryFields) as readonly FieldId[];
export const entryField = (id: FieldId): EntryField => entryFields[id];

/** The fields that are columns of the panel and of Explore's page of an item, in their order. */
export const columnFields = ['avg7', 'avg30', 'count'] as const;
export type ColumnField = (typeof columnFields)[number];

export type StoredField = Exclude<FieldId, 'link'>;

/** How the fields lie in columns. 0 is not known, a flag is 0 or 1, and a time is in seconds. */
export const storedTypes = {
  avg7: 'f64',
  avg30: 'f64',
  count: 'u32',
  inflated: 'u8',
  updatedAt: 'u32',
} as const satisfies Record<StoredField, string>;
export const storedFields = Object.keys(storedTypes) as readonly StoredField[];

export type EntryColumns = Readonly<ReturnType<typeof emptyColumns>>;

export const emptyColumns = (rows: number) => ({
  avg7: new Float64Array(rows),
  avg30: new Float64Array(rows),
  count: new Uint32Array(rows),
  inflated: new Uint8Array(rows),
  updatedAt: new Uint32Array(rows),
});

const maxCount = 0xffff_ffff;

export function writeFields(columns: EntryColumns, row: number, detail: Pick<Detail, StoredField>): void {
  for (const id of storedFields) {
    const value = Number(detail[id] ?? 0);
    const { type } = entryFields[id];
    columns[id][row] =
      type === 'time' ? Math.floor(value / 1000) : type === 'count' ? Math.min(value, maxCount) : value;
  }
}

export function fieldsAt(columns: Partial<EntryColumns>, row: number): Omit<Detail, 'price' | 'link'> {
  const told: Partial<Record<StoredField, number | boolean>> = {};
  for (const id of storedFields) {
    const value = columns[id]?.[row];
    const { type } = entryFields[id];
    if (type === 'flag') told[id] = value === 1;
    else if (value) told[id] = type === 'time' ? value * 1000 : value;
  }
  return told as Omit<Detail, 'price' | 'link'>;
}
