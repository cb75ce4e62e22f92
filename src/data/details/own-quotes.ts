import { type Guarded, isArrayOf, isFiniteNumber, isObjectOf, isString } from '#core/asks/guards.ts';
import { isReference, type MarketId, referenceMarkets } from '#core/prices/markets.ts';
import type { Sources } from '#core/prices/offer.ts';
import type { PriceTable } from '#data/catalogue/price-table.ts';
import { detailAt, readDetails, readStoredMarkets } from '#data/details/detail-store.ts';
import { type ColumnStore, columnStore } from '#data/storage/column-store.ts';
import { packColumns } from '#data/storage/columns.ts';
import type { KeyValueStore } from '#data/storage/stored-value.ts';

/**
 * What the references' own data tell of each item's price there, packed beside the table: a worker that wakes reads no
 * details. One row a reference and name: that of a name's number times the number of references, and so on.
 */
const ownTypes = { price: 'u32', updatedAt: 'u32', inflated: 'u8', avg7: 'f64', count: 'u32' } as const;
const ownColumns = Object.keys(ownTypes) as (keyof typeof ownTypes)[];

const isAboutOwn = isObjectOf({
  /** Identifies the details from which they come. */
  inputs: isString,
  version: isString,
  /** The times of the references' data, ms since the epoch; 0: none are loaded. */
  bodies: isArrayOf(isFiniteNumber, referenceMarkets.length),
});

export type StoredOwn = ColumnStore<Guarded<typeof isAboutOwn>, typeof ownTypes>;

type OwnQuotes = NonNullable<Awaited<ReturnType<StoredOwn['columns']>>>;

export const openOwnQuotes = (store: () => KeyValueStore): StoredOwn =>
  columnStore(store, 'own-quotes', ownTypes, isAboutOwn);

export const ownOf =
  ({ about, columns }: OwnQuotes, number: number): Sources['own'] =>
  (market) => {
    const nth = isReference(market) ? referenceMarkets.indexOf(market) : -1;
    const asOf = about.bodies[nth];
    return asOf ? { asOf, detail: detailAt(columns, number * referenceMarkets.length + nth) } : undefined;
  };

/** References that are not compared are not renewed: their old data say nothing. Never rejects; tells whether there is news. */
export async function updateOwnQuotes(
  { details, own }: { readonly details: KeyValueStore; readonly own: Pick<StoredOwn, 'about' | 'write'> },
  { catalogue, rows }: Pick<PriceTable, 'catalogue' | 'rows'>,
  compared: readonly MarketId[],
): Promise<boolean> {
  const stored = await readStoredMarkets(details, referenceMarkets, catalogue).catch(() => []);
  const abouts = referenceMarkets.map((market, nth) => (compared.includes(market) ? stored[nth] : undefined));
  const inputs = JSON.stringify([rows, abouts.map((about) => about && [about.updatedAt, about.etag])]);
  const before = await own.about();
  if (before?.catalogue === catalogue && before.inputs === inputs) return false;
  const packed = packColumns(ownTypes, rows * referenceMarkets.length);
  for (const [nth, market] of referenceMarkets.entries()) {
    const about = abouts[nth];
    const told = about && (await readDetails(details, market, about).catch(() => undefined));
    for (let number = 0; told && number < about.rows; number++) {
      const row = number * referenceMarkets.length + nth;
      for (const id of ownColumns) packed.columns[id][row] = told[id][number] ?? 0;
      packed.columns.price[row] = Math.round(told.price[number] ?? 0);
    }
  }
  const bodies = abouts.map((about) => about?.updatedAt ?? 0);
  // Without room in the store, they live as long as the worker.
  await own.write({ catalogue, inputs, version: crypto.randomUUID(), bodies }, packed).catch(() => undefined);
  return true;
}
