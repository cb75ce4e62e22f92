import type { IncomingMessage, ServerResponse } from 'node:http';
import { endpoints } from '#protocol/price-api.ts';
import { readCatalogue } from '#service/simulated/catalogue.ts';
import { startStubRelay } from '../prices/stub-relay.ts';

/** How much of a response the relay sends. */
export type AnswerPart = 'nothing' | 'half' | 'all';

/** A relay whose prices encode their version. */
export interface VersionedRelay {
  readonly url: string;
  readonly names: readonly string[];
  /** The current version. Raising it changes every price. */
  version: number;
  answerPart: AnswerPart;
  /** Answers every request in full from now on, also those that got nothing so far. */
  readonly answerAll: () => void;
  /** Resolves when `answerPart` of the next response was sent. */
  readonly nextAnswer: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** More versions than a test makes: a price encodes item and version. */
const mostVersions = 1000;

/** The price of an item by its index among the names, in cents. */
const priceOf = (place: number, version: number): number => (place + 1) * mostVersions + version;

/** The version of a price; NaN for another item's price. */
export const versionOf = (cents: number, place: number): number => {
  const version = cents - priceOf(place, 0);
  return version >= 0 && version < mostVersions ? version : Number.NaN;
};

/** Starts the relay on loopback with every item of the catalogue. */
export async function openVersionedRelay(): Promise<VersionedRelay> {
  const names = await readCatalogue();
  let arrived = () => {};
  const waiting: (() => void)[] = [];
  const stub = await startStubRelay((request, response) => {
    answer(request, response, relay, () => arrived());
    if (isUnanswered(request, relay)) waiting.push(() => answer(request, response, relay, () => undefined));
  });
  const relay: VersionedRelay = {
    url: stub.url,
    names,
    version: 0,
    answerPart: 'all',
    answerAll: () => {
      relay.answerPart = 'all';
      for (const answerNow of waiting.splice(0)) answerNow();
    },
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

/** Whether a request gets nothing. */
const isUnanswered = ({ method, url }: IncomingMessage, { answerPart }: VersionedRelay): boolean =>
  answerPart === 'nothing' && method !== 'OPTIONS' && url === endpoints.partner;

function answer(request: IncomingMessage, response: ServerResponse, relay: VersionedRelay, arrived: () => void): void {
  const { version, answerPart } = relay;
  const etag = `"${version}"`;
  if (request.method === 'OPTIONS') response.writeHead(204, open).end();
  else if (request.url !== endpoints.partner) response.writeHead(404, open).end('{"error":"not part of the test"}');
  else if (isUnanswered(request, relay)) arrived();
  else if (request.headers['if-none-match'] === etag) response.writeHead(304, { ...open, ETag: etag }).end(arrived);
  else {
    const about = { ETag: etag, 'Content-Type': 'application/json', 'Last-Modified': new Date().toUTCString() };
    response.writeHead(200, { ...open, ...about });
    const body = bodyOf(relay);
    if (answerPart === 'all') response.end(body, arrived);
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
