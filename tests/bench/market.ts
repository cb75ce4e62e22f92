import type { IncomingMessage, ServerResponse } from 'node:http';
import { endpoints } from '#protocol/price-api.ts';
import { writePartnerPrices } from '#service/bodies.ts';
import { readCatalogue } from '#service/simulated/catalogue.ts';
import { createSimulatedMarket } from '#service/simulated/simulated-market.ts';
import { startStubRelay } from '../prices/stub-relay.ts';

/** The simulated market at one moment, served by a relay that costs nothing to ask. */
export interface Market {
  readonly url: string;
  /** What `/api/get-partner-prices` answers: JSON. */
  readonly body: string;
  /** Names of weapons with a wear and nothing else, so that any marketplace's card can show them. */
  readonly names: readonly string[];
  /** Lets every price rise, under another ETag. */
  readonly move: () => void;
  readonly close: () => Promise<void>;
}

const plainWeapon = /^(?!StatTrak|Souvenir|★)[^|]+ \| [^()]+ \([A-Z][a-z]+[ -][A-Z][a-z]+\)$/;

/**
 * Opens the market on loopback, of every name unless it is told of which; the data's time is now, so that no look is
 * due for half an hour.
 */
export async function openMarket(of?: readonly string[]): Promise<Market> {
  const names = of ?? (await readCatalogue());
  const state = await createSimulatedMarket({ names, seed: 1, refreshMs: 3_600_000, now: Date.now })();
  if (!state) throw new Error('the simulated market has no state');
  const body = [...writePartnerPrices(state)].join('');
  const priced: object = JSON.parse(body);
  const said = { body, version: 0 };
  const relay = await startStubRelay((request, response) => answer(request, response, said));
  return {
    url: relay.url,
    body,
    names: names.filter((name) => plainWeapon.test(name) && Object.hasOwn(priced, name)),
    move: () => {
      said.body = dearer(body, ++said.version);
    },
    close: relay.close,
  };
}

/** The same prices, each higher by some cents. */
const dearer = (body: string, cents: number): string =>
  body.replace(/"price_(buff|uu|csfloat)":(\d+)/g, (_, market, was) => `"price_${market}":${Number(was) + cents}`);

const open = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Expose-Headers': '*',
};

interface Said {
  readonly body: string;
  readonly version: number;
}

function answer({ method, url, headers }: IncomingMessage, response: ServerResponse, { body, version }: Said): void {
  const about = { ...open, ETag: `"bench-${version}"`, 'Last-Modified': new Date().toUTCString() };
  if (method === 'OPTIONS') response.writeHead(204, open).end();
  else if (url !== endpoints.partner) response.writeHead(404, open).end('{"error":"not part of the bench"}');
  else if (headers['if-none-match'] === about.ETag) response.writeHead(304, about).end();
  else response.writeHead(200, { ...about, 'Content-Type': 'application/json' }).end(body);
}
