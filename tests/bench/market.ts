import { endpoints } from '#protocol/price-api.ts';
import { parsePricesQuery } from '#protocol/price-query.ts';
import { writePartnerPrices, writePrices } from '#service/bodies.ts';
import { readAsks } from '#service/simulated/catalogue.ts';
import { createSimulatedMarket } from '#service/simulated/market-columns.ts';
import { startStubRelay } from '../data/stub-relay.ts';

export interface Market {
  readonly url: string;
  readonly body: string;
  readonly pricesAt: (path: string) => string;
  /** Weapons with a wear and nothing else: the card of any marketplace can show them. */
  readonly names: readonly string[];
  readonly close: () => Promise<void>;
}

const plainWeapon = /^(?!StatTrak|Souvenir|★)[^|]+ \| [^()]+ \([A-Z][a-z]+[ -][A-Z][a-z]+\)$/;

const headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Expose-Headers': '*',
  'Content-Type': 'application/json',
};

/** Prices are of now: the worker checks them in half an hour. `hasDetails`: it tells each market's own data as well. */
export async function openMarket(hasDetails = false): Promise<Market> {
  const asks = await readAsks();
  const state = await createSimulatedMarket({ asks, seed: 1, refreshMs: 3_600_000, now: Date.now })();
  if (!state) throw new Error('the simulated market has no state');
  const body = [...writePartnerPrices(state)].join('');
  const priced: object = JSON.parse(body);
  const pricesAt = (path: string) =>
    [...writePrices(state, parsePricesQuery(new URL(path, 'http://127.0.0.1').searchParams))].join('');
  const { url, close } = await startStubRelay(({ method, url = '' }, response) => {
    const told = { ...headers, ETag: '"bench"', 'Last-Modified': new Date().toUTCString() };
    if (method === 'OPTIONS') response.writeHead(204, headers).end();
    else if (url === endpoints.partner) response.writeHead(200, told).end(body);
    else if (hasDetails && url.startsWith(`${endpoints.prices}?`)) response.writeHead(200, told).end(pricesAt(url));
    else response.writeHead(404, headers).end('{"error":"not in the bench"}');
  });
  const weapons = [...asks.keys()].filter((name) => plainWeapon.test(name) && Object.hasOwn(priced, name));
  return { url, body, pricesAt, names: weapons, close };
}
