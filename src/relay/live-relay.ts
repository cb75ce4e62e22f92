import type { NodeBindings } from '#protocol/node-server.ts';
import type { PriceApi } from '#relay/config.ts';
import { createRelayHandler, type RelayHandler } from '#relay/http/handler.ts';
import { createHonoApp } from '#relay/http/hono-app.ts';
import { targetOfUrl } from '#relay/http/request-target.ts';
import type { RelayParts } from '#relay/parts.ts';
import { createSampleFetch, samplePriceApi } from '#relay/setup/sample-prices.ts';
import type { DiskSnapshotStore } from '#relay/storage/disk-store.ts';
import { noStore } from '#relay/storage/store.ts';
import type { Feeds } from '#relay/upstream/feeds.ts';

/** What stays the same when the price API changes. */
export interface LiveRelayParts extends Omit<RelayParts, 'priceApi' | 'isSample' | 'store' | 'signal'> {
  /** Opens the store of one price API's answers. */
  readonly openStore: (priceApi: PriceApi) => DiskSnapshotStore;
}

/** A relay whose price API can change while it runs. */
export interface LiveRelay {
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

interface Generation {
  readonly app: ReturnType<typeof createNodeApp>;
  readonly feeds: Feeds;
  readonly priceApi: PriceApi | undefined;
  readonly close: () => Promise<void>;
}

/** @param priceApi `undefined` for sample prices */
export function createLiveRelay(parts: LiveRelayParts, priceApi: PriceApi | undefined): LiveRelay {
  const sampleFetch = createSampleFetch(parts.now);
  const start = (next: PriceApi | undefined) => startGeneration(parts, next, sampleFetch);
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

function startGeneration(
  { openStore, ...parts }: LiveRelayParts,
  priceApi: PriceApi | undefined,
  sampleFetch: RelayParts['fetch'],
): Generation {
  const ending = new AbortController();
  const store = priceApi && openStore(priceApi);
  // Sample prices are no use of the key.
  const sample = { fetch: sampleFetch, reportOutcome: () => undefined };
  const { feeds, ...handler } = createRelayHandler({
    ...parts,
    ...(priceApi ? {} : sample),
    priceApi: priceApi ?? samplePriceApi,
    isSample: priceApi === undefined,
    history: priceApi && parts.history,
    store: store ?? noStore,
    signal: ending.signal,
  });
  return {
    app: createNodeApp(handler),
    feeds,
    priceApi,
    async close() {
      ending.abort();
      await store?.close();
    },
  };
}

/** Reads targets and headers from Node's own request: a Web-standard one has a normalised URL, and is slower to read. */
export const createNodeApp = (handler: RelayHandler) =>
  createHonoApp<NodeBindings>(handler, {
    target: (_, { incoming }) => targetOfUrl(incoming.url ?? ''),
    header: (_, { incoming }, name) => {
      if (name === 'host') return allHosts(incoming.rawHeaders);
      const value = incoming.headers[name];
      return (typeof value === 'object' ? value[0] : value) ?? null;
    },
    address: (_, { incoming }) => incoming.socket.remoteAddress ?? '',
    respond: (body, init) => new Response(body, init),
  });

/** Every `Host` header, joined as other headers are. Node keeps the first one alone. */
export function allHosts(rawHeaders: readonly string[]): string | null {
  let hosts: string | null = null;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    const value = rawHeaders[at + 1] ?? '';
    hosts = hosts === null ? value : `${hosts}, ${value}`;
  }
  return hosts;
}
