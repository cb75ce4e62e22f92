import { openStore } from '#platform/store.ts';
import { lookKey, ratesKey, tableKey } from '#prices/keys.ts';
import { readAhead } from '#prices/storage/prefetching-store.ts';

/**
 * The store of what a page asks for first. It begins to read when it is imported, so import it before anything else:
 * the disk takes as long as all other code of the worker takes to start, and so they do not wait for one another.
 */
export const hotStore = readAhead(openStore('prices'), [tableKey, lookKey, ratesKey]);
