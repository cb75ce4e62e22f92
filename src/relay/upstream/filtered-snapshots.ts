import { LRUCache } from 'lru-cache';
import { HttpError } from '#protocol/http-error.ts';
import { retryAfterHeader } from '#protocol/retry-after.ts';
import type { RelayLimits } from '#relay/limits.ts';
import type { PriceQuery } from '#relay/price-query.ts';
import type { CreateSnapshot, Snapshot } from '#relay/snapshot/snapshot.ts';
import type { BodyProcessor } from '#relay/upstream/body.ts';

export interface FilterParts {
  readonly bodyProcessor: BodyProcessor;
  readonly createSnapshot: CreateSnapshot;
  readonly limits: RelayLimits;
}

/** Returns the snapshot with only the items in the query's range. Throws HttpError 429 over `maxConcurrentFilters`. */
export type FilterSnapshot = (query: PriceQuery, snapshot: Snapshot) => Snapshot | Promise<Snapshot>;

/** A snapshot that holds the items in a price range of another one. */
interface FilteredSnapshot {
  readonly source: Snapshot;
  readonly pending: Promise<Snapshot>;
  result: Snapshot | undefined;
}

/** Filters each snapshot once for each range and shares the result. */
export function createSnapshotFilter({ bodyProcessor, createSnapshot, limits }: FilterParts): FilterSnapshot {
  const cache = new LRUCache<string, FilteredSnapshot>({
    max: limits.maxFilteredSnapshots,
    maxSize: limits.maxFilteredBytes,
  });
  let running = 0;
  return ({ endpoint, name, range }, source) => {
    if (!range) return source;
    const known = cache.get(name);
    if (known?.source === source) return known.result ?? known.pending;
    if (running >= limits.maxConcurrentFilters) {
      throw new HttpError(429, 'too many different bounds at once', retryAfterHeader(1000));
    }
    running++;
    const { lastModified } = source;
    const pending = bodyProcessor
      .filterByPrice(source.bytes, endpoint, range)
      .then((bytes) => createSnapshot({ bytes, lastModified }, known?.result))
      .finally(() => running--);
    const filtered: FilteredSnapshot = { source, pending, result: undefined };
    cache.set(name, filtered, { size: 1 });
    pending.then(
      (result) => {
        filtered.result = result;
        if (cache.peek(name) === filtered) cache.set(name, filtered, { size: result.bytes.length });
      },
      () => cache.peek(name) === filtered && cache.delete(name),
    );
    return pending;
  };
}
