import type { NodeBindings } from '#protocol/node-server.ts';
import { createSampleFetch, samplePriceApi } from '#relay/admin/sample-prices.ts';
import { createApi } from '#relay/api/app.ts';
import type { PriceApi } from '#relay/config.ts';
import type { RelayDeps } from '#relay/deps.ts';
import type { KeyMemory } from '#relay/feeds/key-memory.ts';
import type { AnswerStore } from '#relay/store/answer-store.ts';
import type { SharedStore } from '#relay/store/shared-store.ts';

/** What stays the same when the price API changes. */
export interface ReloadableRelayDeps
  extends Omit<RelayDeps, 'priceApi' | 'isSample' | 'store' | 'keyMemory' | 'signal' | 'sharedStore'> {
  /** What belongs to one price API and its key. */
  readonly open: (priceApi: PriceApi) => {
    readonly store: AnswerStore;
    readonly keyMemory: KeyMemory;
    readonly sharedStore: SharedStore | undefined;
  };
}

/** A relay whose price API can change while it runs. */
export type ReloadableRelay = ReturnType<typeof createReloadableRelay>;

/** @param priceApi `undefined` for sample prices */
export function createReloadableRelay(deps: ReloadableRelayDeps, priceApi: PriceApi | undefined) {
  const sampleFetch = createSampleFetch(deps.now);
  const start = (next: PriceApi | undefined) => startRelayOf(deps, next, sampleFetch);
  const closing: Promise<void>[] = [];
  let current = start(priceApi);
  return {
    fetch: (request: Request, node: NodeBindings) => current.app.fetch(request, node),
    feeds: () => current.feeds,
    /** `undefined` for sample prices. */
    priceApi: () => current.priceApi,
    /**
     * Takes another price API, or sample prices for `undefined`. Its data start anew, so that nothing of the one mixes with
     * the other. Requests in flight are answered by the old one, but its requests to upstream are ended.
     */
    use(next: PriceApi | undefined): void {
      if (next?.url === current.priceApi?.url && next?.key === current.priceApi?.key) return;
      closing.push(current.close());
      current = start(next);
    },
    /** Ends requests to upstream; settles when the accepted answers are stored. */
    async close(): Promise<void> {
      await Promise.all([...closing, current.close()]);
    },
  };
}

/** The relay of one price API, or of samples. */
function startRelayOf(
  { open, ...deps }: ReloadableRelayDeps,
  priceApi: PriceApi | undefined,
  sampleFetch: RelayDeps['fetch'],
) {
  const ending = new AbortController();
  const opened = priceApi && open(priceApi);
  // Sample prices are no use of the key, and have no past.
  const sample = { fetch: sampleFetch, reportOutcome: () => undefined, onConfirmed: undefined, store: undefined };
  const api = createApi({
    ...deps,
    ...(opened ?? sample),
    priceApi: priceApi ?? samplePriceApi,
    isSample: priceApi === undefined,
    history: () => priceApi && deps.history(),
    signal: ending.signal,
  });
  return {
    ...api,
    priceApi,
    async close(): Promise<void> {
      ending.abort();
      await Promise.all([opened?.store.close(), opened?.keyMemory.close()]);
    },
  };
}
