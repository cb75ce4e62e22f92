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
const ownTypes = {
  /** USD; 0: none. */
  cents: 'u32',
  /** The time of each price, since the epoch. */
  seconds: 'u32',
  /** 1: the market's own data flag the price. */
  flags: 'u8',
  /** Average of 7 days, USD cents, and listings on offer; 0: not told. */
  avg7: 'f64',
  counts: 'u32',
} as const;

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

export function ownOf({ about, columns }: OwnQuotes, number: number): Sources['own'] {
  const { cents, seconds, flags, avg7, counts } = columns;
  return (market) => {
    const nth = isReference(market) ? referenceMarkets.indexOf(market) : -1;
    const asOf = about.bodies[nth];
    if (!asOf) return undefined;
    const row = number * referenceMarkets.length + nth;
    const price = cents[row];
    if (!price) return { asOf };
    const told = { updatedAt: (seconds[row] ?? 0) * 1000, inflated: flags[row] === 1 };
    return { asOf, detail: { price, ...told, avg7: avg7[row] || undefined, count: counts[row] || undefined } };
  };
}

/**
 * Packs what the compared references' own data tell, where it has changed. Those that are not compared are not renewed, and
 * their old data say nothing. Never rejects; resolves to whether there is news.
 */
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
  const { cents, seconds, flags, avg7, counts } = packed.columns;
  for (const [nth, market] of referenceMarkets.entries()) {
    const about = abouts[nth];
    const told = about && (await readDetails(details, market, about).catch(() => undefined));
    for (let number = 0; told && number < about.rows; number++) {
      const detail = detailAt(told, number);
      if (!detail) continue;
      const row = number * referenceMarkets.length + nth;
      cents[row] = Math.round(detail.price);
      seconds[row] = (detail.updatedAt ?? about.updatedAt) / 1000;
      flags[row] = detail.inflated ? 1 : 0;
      avg7[row] = detail.avg7 ?? 0;
      counts[row] = detail.count ?? 0;
    }
  }
  const bodies = abouts.map((about) => about?.updatedAt ?? 0);
  // Without room in the store, they live as long as the worker.
  await own.write({ catalogue, inputs, version: crypto.randomUUID(), bodies }, packed).catch(() => undefined);
  return true;
}
