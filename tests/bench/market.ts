import type { IncomingMessage, ServerResponse } from 'node:http';
import { endpoints } from '#protocol/price-api.ts';
import { partnerBody } from '#service/bodies.ts';
import { readCatalogue } from '#service/simulated/catalogue.ts';
import { simulatedMarket } from '#service/simulated/simulated-market.ts';
import { startStubRelay } from '../prices/stub-relay.ts';

/** The simulated market at one moment, served by a relay that costs nothing to ask. */
export interface Market {
  readonly url: string;
  /** What `/api/get-partner-prices` answers: JSON. */
  readonly body: string;
  /** Names of weapons with a wear and nothing else, so that any marketplace's card can show them. */
  readonly names: readonly string[];
  readonly close: () => Promise<void>;
}

const plainWeapon = /^(?!StatTrak|Souvenir|★)[^|]+ \| [^()]+ \([A-Z][a-z]+[ -][A-Z][a-z]+\)$/;

/** Opens the market on loopback; the data's time is now, so that no look is due for half an hour. */
export async function openMarket(): Promise<Market> {
  const names = await readCatalogue();
  const state = await simulatedMarket({ names, seed: 1, refreshMs: 3_600_000, now: Date.now })();
  if (!state) throw new Error('the simulated market has no state');
  const body = [...partnerBody(state)].join('');
  const priced: object = JSON.parse(body);
  const headers = { ETag: '"bench"', 'Last-Modified': new Date().toUTCString() };
  const relay = await startStubRelay((request, response) => answer(request, response, body, headers));
  return {
    url: relay.url,
    body,
    names: names.filter((name) => plainWeapon.test(name) && Object.hasOwn(priced, name)),
    close: relay.close,
  };
}

const open = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Expose-Headers': '*',
};

function answer(
  { method, url, headers }: IncomingMessage,
  response: ServerResponse,
  body: string,
  about: { readonly ETag: string },
): void {
  if (method === 'OPTIONS') response.writeHead(204, open).end();
  else if (url !== endpoints.partner) response.writeHead(404, open).end('{"error":"not part of the bench"}');
  else if (headers['if-none-match'] === about.ETag) response.writeHead(304, { ...open, ...about }).end();
  else response.writeHead(200, { ...open, ...about, 'Content-Type': 'application/json' }).end(body);
}
