import { referenceMarkets } from '#core/markets.ts';
import type { WeekChanges } from '#core/quote.ts';
import { type ColumnsOf, openColumns, packColumns, seal } from '#data/catalogue/columns.ts';
import type { NumberedNames } from '#data/catalogue/pack-table.ts';

/** Spans of the changes, days. */
export const changeSpans = [1, 7, 30] as const;
export type ChangeSpan = (typeof changeSpans)[number];

const changeTypes = { buff163: 'i16', youpin: 'i16', csfloat: 'i16' } as const;
/** The changes of one span by number of name. */
export type ChangeValues = ColumnsOf<typeof changeTypes>;

/** "Unknown" in a column. Other values are per mille × 2, plus 1 for an item without a change over 30 days. */
export const noChange = -0x8000;
/** Larger changes do not fit and are unknown. */
export const maxPerMille = 0x3fff;

/** Changes by name: values as in the columns, for each span one a reference market. */
export interface ChangeRows {
  readonly names: readonly string[];
  /** `rowValues` a name. */
  readonly values: Int16Array;
}

/** Values of a row. */
export const rowValues = changeSpans.length * referenceMarkets.length;

const identityOf = (catalogue: string, span: number): string => `${catalogue} changes ${span}`;

/** The columns of each span. */
export function packChanges({ names, values }: ChangeRows, { table, numbers }: NumberedNames): ArrayBuffer[] {
  return changeSpans.map((span, index) => {
    const { buffer, columns } = packColumns(changeTypes, table.rows);
    for (const [market, id] of referenceMarkets.entries()) {
      const column = columns[id].fill(noChange);
      const from = index * referenceMarkets.length + market;
      // A number beyond the column's end, of a name that found no room, is ignored.
      for (let at = 0; at < names.length; at++) column[numbers[at] ?? 0] = values[at * rowValues + from] ?? noChange;
    }
    return seal(buffer, identityOf(table.catalogue, span));
  });
}

/** Opens the columns of a span; `undefined` for damaged ones and those of another catalogue. Rejects when they are lost. */
export async function openChanges(bytes: Blob, span: ChangeSpan, catalogue: string): Promise<ChangeValues | undefined> {
  return openColumns(changeTypes, await bytes.arrayBuffer(), identityOf(catalogue, span))?.columns;
}

/** The changes of an item; `undefined` when none is known. */
export function changesAt(columns: ChangeValues, number: number): WeekChanges | undefined {
  const found: { -readonly [market in keyof WeekChanges]: WeekChanges[market] } = {};
  for (const market of referenceMarkets) {
    const value = columns[market][number] ?? noChange;
    if (value === noChange) continue;
    found[market] = { percent: (value >> 1) / 10, ...((value & 1) === 1 && { thin: true as const }) };
  }
  return Object.keys(found).length > 0 ? found : undefined;
}
