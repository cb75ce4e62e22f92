import type { ServerResponse } from 'node:http';
import { maxNames } from '#protocol/limits.ts';
import { endpoints } from '#protocol/price-api.ts';
import { startStubRelay } from '../data/stub-relay.ts';

/** How much of a response the relay sends. */
type AnswerPart = 'nothing' | 'half' | 'all';

/** A relay whose prices encode their version, and whose responses a test steps through. */
export interface VersionedRelay {
  readonly url: string;
  /** As many as one question may have. */
  readonly names: readonly string[];
  /** The current version. Raising it changes every price. */
  version: number;
  /** How much of its response a request for a path gets. */
  answerPart: (path: string) => AnswerPart;
  /** The path of each request that has got its part of a response, in their order. */
  readonly answered: readonly string[];
  /** Answers every request in full from now on, also those that got nothing so far. */
  readonly answerAll: () => void;
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

const open = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Expose-Headers': '*',
};

/** Starts the relay on loopback. */
export async function openVersionedRelay(): Promise<VersionedRelay> {
  const names = Array.from({ length: maxNames }, (_, at) => `Item ${at}`);
  const answered: string[] = [];
  const waiting: (() => void)[] = [];
  const answer = (path: string, etag: string | undefined, response: ServerResponse) => {
    const part = relay.answerPart(path);
    const done = () => void answered.push(path);
    const body = bodyOf(path, relay);
    const about = { ...open, ETag: `"${relay.version}"`, 'Last-Modified': new Date().toUTCString() };
    if (!body) return void response.writeHead(404, open).end('{"error":"not part of the test"}');
    if (part === 'nothing') {
      waiting.push(() => answer(path, etag, response));
      done();
    } else if (etag === about.ETag) response.writeHead(304, about).end(done);
    else if (part === 'all') response.writeHead(200, about).end(body, done);
    else response.writeHead(200, about).write(body.slice(0, body.length / 2), done);
  };
  const stub = await startStubRelay(({ method, url = '', headers }, response) => {
    if (method === 'OPTIONS') response.writeHead(204, open).end();
    else answer(url, headers['if-none-match'], response);
  });
  const relay: VersionedRelay = {
    url: stub.url,
    names,
    version: 0,
    answerPart: () => 'all',
    answered,
    answerAll: () => {
      relay.answerPart = () => 'all';
      for (const answerNow of waiting.splice(0)) answerNow();
    },
    close: stub.close,
  };
  return relay;
}

/** The prices of all markets or of one; `undefined` for anything else. */
function bodyOf(path: string, { names, version }: VersionedRelay): string | undefined {
  const market = /[?&]markets=(\w+)/.exec(path)?.[1];
  if (path !== endpoints.partner && market === undefined) return undefined;
  const rows = names.map((name, place) => {
    const cents = priceOf(place, version);
    const partner = { price_buff: cents, price_uu: cents, price_csfloat: cents, liquidity: 50, is_inflated: false };
    return [name, market === undefined ? partner : { [market]: { price: cents } }];
  });
  const items = Object.fromEntries(rows);
  return JSON.stringify(
    market === undefined ? items : { updated_at: new Date().toISOString(), markets: [market], items },
  );
}
