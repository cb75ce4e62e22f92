import { LRUCache } from 'lru-cache';
import { HttpError } from '#protocol/http-error.ts';
import { retryAfterHeader } from '#protocol/retry-after.ts';
import type { BodyProcessor } from '#relay/feeds/body.ts';
import type { FeedContext } from '#relay/feeds/feed-state.ts';
import type { PriceQuery } from '#relay/feeds/price-query.ts';
import type { Snapshot } from '#relay/feeds/snapshot.ts';

/**
 * Returns the snapshot with only the items in the query's range. Throws HttpError 429 over `maxConcurrentFilters` and
 * `maxFiltersPerClient`.
 * @param client tells clients apart
 */
export type FilterSnapshot = (query: PriceQuery, snapshot: Snapshot, client: string) => Promise<Snapshot>;

interface RunningFilter {
  readonly name: string;
  readonly source: Snapshot;
  /** Who began it. Others who ask for the same join. */
  readonly client: string;
  readonly pending: Promise<Snapshot>;
}

interface FilteredSnapshot {
  readonly source: Snapshot;
  readonly result: Snapshot;
}

/** Filters each snapshot once for each range and shares the result. */
export function createSnapshotFilter({
  bodyProcessor,
  createSnapshot,
  limits,
}: Pick<FeedContext, 'createSnapshot' | 'limits'> & { readonly bodyProcessor: BodyProcessor }): FilterSnapshot {
  const filtered = new LRUCache<string, FilteredSnapshot>({
    max: limits.maxFilteredSnapshots,
    maxSize: limits.maxFilteredBytes,
    sizeCalculation: ({ result }) => result.bytes.length,
  });
  let running: readonly RunningFilter[] = [];
  const checkRoom = (client: string): void => {
    const own = running.filter((filter) => filter.client === client);
    if (running.length < limits.maxConcurrentFilters && own.length < limits.maxFiltersPerClient) return;
    throw new HttpError(429, 'too many different bounds at once', retryAfterHeader(1000));
  };
  return async ({ endpoint, name, range }, source, client) => {
    if (!range) return source;
    const known = filtered.get(name);
    if (known?.source === source) return known.result;
    const joined = running.find((filter) => filter.name === name && filter.source === source);
    if (joined) return joined.pending;
    checkRoom(client);
    const { lastModified } = source;
    const pending = bodyProcessor
      .filterByPrice(source.bytes, endpoint, range)
      .then((bytes) => createSnapshot({ bytes, lastModified }, known?.result))
      .finally(() => {
        running = running.filter((filter) => filter.pending !== pending);
      });
    running = [...running, { name, source, client, pending }];
    pending.then(
      (result) => filtered.set(name, { source, result }),
      () => undefined,
    );
    return pending;
  };
}
