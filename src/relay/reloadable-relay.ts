import type { NodeBindings } from '#protocol/node-server.ts';
import { createSampleFetch, samplePriceApi } from '#relay/admin/sample-prices.ts';
import { type Api, createApi } from '#relay/api/app.ts';
import type { PriceApi } from '#relay/config.ts';
import type { RelayDeps } from '#relay/deps.ts';
import type { Feeds } from '#relay/feeds/feeds.ts';
import type { KeyMemory } from '#relay/feeds/key-memory.ts';
import type { AnswerStore } from '#relay/store/answer-store.ts';
import type { SharedStore } from '#relay/store/shared-store.ts';
import { noStore } from '#relay/store/snapshot-store.ts';

/** What stays the same when the price API changes. */
export interface ReloadableRelayDeps
  extends Omit<RelayDeps, 'priceApi' | 'isSample' | 'store' | 'keyMemory' | 'signal' | 'sharedStore'> {
  /** Opens the store of one price API's answers. */
  readonly openStore: (priceApi: PriceApi) => AnswerStore;
  /** Opens what is kept of a key's use. */
  readonly openKeyMemory: (priceApi: PriceApi) => KeyMemory;
  /** Opens the store of the relays with the same key; `undefined` for a relay of its own. */
  readonly openSharedStore: ((priceApi: PriceApi) => SharedStore) | undefined;
}

/** A relay whose price API can change while it runs. */
export interface ReloadableRelay {
  readonly fetch: (request: Request, node: NodeBindings) => Response | Promise<Response>;
  readonly feeds: () => Feeds;
  /** Whether the prices are simulated. */
  readonly isSample: () => boolean;
  /**
   * Takes another price API, or sample prices for `undefined`. Its data start anew, so that nothing of the one mixes with
   * the other. Requests in flight are answered by the old one, but its requests to upstream are ended.
   */
  readonly use: (priceApi: PriceApi | undefined) => void;
  /** Ends requests to upstream; settles when the accepted answers are stored. */
  readonly close: () => Promise<void>;
}

/** The relay of one price API, or of samples. */
interface CurrentRelay extends Api {
  readonly priceApi: PriceApi | undefined;
  readonly close: () => Promise<void>;
}

/** @param priceApi `undefined` for sample prices */
export function createReloadableRelay(deps: ReloadableRelayDeps, priceApi: PriceApi | undefined): ReloadableRelay {
  const sampleFetch = createSampleFetch(deps.now);
  const start = (next: PriceApi | undefined) => startRelayOf(deps, next, sampleFetch);
  const closing: Promise<void>[] = [];
  let current = start(priceApi);
  return {
    fetch: (request, node) => current.app.fetch(request, node),
    feeds: () => current.feeds,
    isSample: () => current.priceApi === undefined,
    use(next) {
      if (next?.url === current.priceApi?.url && next?.key === current.priceApi?.key) return;
      closing.push(current.close());
      current = start(next);
    },
    async close() {
      await Promise.all([...closing, current.close()]);
    },
  };
}

function startRelayOf(
  { openStore, openKeyMemory, openSharedStore, ...deps }: ReloadableRelayDeps,
  priceApi: PriceApi | undefined,
  sampleFetch: RelayDeps['fetch'],
): CurrentRelay {
  const ending = new AbortController();
  const store = priceApi && openStore(priceApi);
  const keyMemory = priceApi && openKeyMemory(priceApi);
  // Sample prices are no use of the key, and have no past.
  const sample = { fetch: sampleFetch, reportOutcome: () => undefined, onConfirmed: undefined };
  const api = createApi({
    ...deps,
    ...(priceApi ? {} : sample),
    priceApi: priceApi ?? samplePriceApi,
    isSample: priceApi === undefined,
    history: () => priceApi && deps.history(),
    store: store ?? noStore,
    keyMemory,
    sharedStore: priceApi && openSharedStore?.(priceApi),
    signal: ending.signal,
  });
  return {
    ...api,
    priceApi,
    async close() {
      ending.abort();
      await Promise.all([store?.close(), keyMemory?.close()]);
    },
  };
}
