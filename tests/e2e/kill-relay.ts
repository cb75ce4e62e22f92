import type { IncomingMessage, ServerResponse } from 'node:http';
import { endpoints } from '#protocol/price-api.ts';
import { readCatalogue } from '#service/simulated/catalogue.ts';
import { startStubRelay } from '../prices/stub-relay.ts';

/** How far the relay goes with an answer: nothing comes, half of the body comes, or all of it. */
export type Manner = 'nothing' | 'half' | 'all';

/** A relay whose prices all say which version they are of. */
export interface VersionedRelay {
  readonly url: string;
  readonly names: readonly string[];
  /** What the relay has now; raising it moves every price. */
  version: number;
  manner: Manner;
  /** When the next answer has gone as far as it goes. */
  readonly nextAnswer: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** More versions than a test makes, so that item and version can be told apart in a price. */
const mostVersions = 1000;

/** The price of an item by its place among the names, in cents. */
const priceOf = (place: number, version: number): number => (place + 1) * mostVersions + version;

/** The version that a price is of; NaN for another item's. */
export const versionOf = (cents: number, place: number): number => {
  const version = cents - priceOf(place, 0);
  return version >= 0 && version < mostVersions ? version : Number.NaN;
};

/** Opens the relay on loopback, with as many items as there are. */
export async function openVersionedRelay(): Promise<VersionedRelay> {
  const names = await readCatalogue();
  let arrived = () => {};
  const stub = await startStubRelay((request, response) => answer(request, response, relay, () => arrived()));
  const relay: VersionedRelay = {
    url: stub.url,
    names,
    version: 0,
    manner: 'all',
    nextAnswer: () =>
      new Promise((resolve) => {
        arrived = resolve;
      }),
    close: stub.close,
  };
  return relay;
}

const open = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Expose-Headers': '*',
};

function answer(request: IncomingMessage, response: ServerResponse, relay: VersionedRelay, arrived: () => void): void {
  const { version, manner } = relay;
  const etag = `"${version}"`;
  if (request.method === 'OPTIONS') response.writeHead(204, open).end();
  else if (request.url !== endpoints.partner) response.writeHead(404, open).end('{"error":"not part of the test"}');
  else if (manner === 'nothing') arrived();
  else if (request.headers['if-none-match'] === etag) response.writeHead(304, { ...open, ETag: etag }).end(arrived);
  else {
    const about = { ETag: etag, 'Content-Type': 'application/json', 'Last-Modified': new Date().toUTCString() };
    response.writeHead(200, { ...open, ...about });
    const body = bodyOf(relay);
    if (manner === 'all') response.end(body, arrived);
    else response.write(body.slice(0, body.length / 2), () => arrived());
  }
}

function bodyOf({ names, version }: VersionedRelay): string {
  const rows = names.map((name, place) => {
    const cents = priceOf(place, version);
    return [name, { price_buff: cents, price_uu: cents, price_csfloat: cents, liquidity: 50, is_inflated: false }];
  });
  return JSON.stringify(Object.fromEntries(rows));
}
