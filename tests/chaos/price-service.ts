import { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import * as z from 'zod/mini';
import { listen, type NodeBindings } from '#protocol/node-server.ts';
import { endpoints, type PartnerRow, partnerRow } from '#protocol/price-api.ts';
import { createServiceApp } from '#service/app.ts';
import { writePartnerPrices } from '#service/bodies.ts';
import type { MarketState } from '#service/market.ts';
import { readCatalogue } from '#service/simulated/catalogue.ts';
import { createSimulatedMarket } from '#service/simulated/simulated-market.ts';
import { perDollar } from '../e2e/stack.ts';
import type { Script } from '../relay/upstream.ts';

/** All prices of the items that pages show, at one time: what the service said as long as they held. */
export interface Version {
  /** The time that the service states for them (`Last-Modified`), ms since the epoch, whole seconds. */
  readonly asOf: number;
  readonly rows: ReadonlyMap<string, PartnerRow>;
}

/** The real price API in this process, with prices that move and faults that come when told. */
export interface PriceService {
  readonly url: string;
  readonly ratesUrl: string;
  /** Every version that it ever served, the present one last. */
  readonly versions: readonly Version[];
  /** Moves every price; the new ones are younger than the old ones, and older than now. */
  readonly move: () => Promise<void>;
  /** What it does with requests from now on; `undefined`: it answers, and what hung is cut. */
  readonly play: (fault: Script | undefined) => void;
  /** Whether it has data; without, it says 503 itself. */
  readonly provide: (data: boolean) => void;
  /** Its own errors. */
  readonly problems: readonly string[];
  readonly close: () => Promise<void>;
}

const minute = 60_000;
/** The first prices are not too old for a verdict, and old enough for some moves of two minutes. */
const firstAgeMs = 80 * minute;
const versionMs = 2 * minute;

/** The time of the version after one, whole seconds: two minutes on, but half the way to now at most, however many come. */
export const timeAfter = (last: number, now: number): number =>
  last + Math.floor(Math.min(versionMs, (now - last) / 2) / 1000) * 1000;

/** Of the catalogue's names, one in so many is served besides those that pages show: refreshes are quicker. */
const thinning = 8;

/** Starts the service on loopback; `key` is the only one that is good, `items` are what pages show. */
export async function openPriceService(key: string, items: ReadonlySet<string>): Promise<PriceService> {
  const names = (await readCatalogue()).filter((name, at) => at % thinning === 0 || items.has(name));
  const start = Math.floor((Date.now() - firstAgeMs) / 1000) * 1000;
  const versions: Version[] = [];
  const problems: string[] = [];
  const kept = new Set<ServerResponse>();
  let state: MarketState | undefined;
  let provides = true;
  let fault: Script | undefined;

  const app = createServiceApp({
    market: async () => (provides ? state : undefined),
    keys: [key],
    now: () => performance.now(),
    report: (error) => problems.push(`the price service: ${String(error)}`),
  });
  const move = async () => {
    const last = versions.at(-1)?.asOf;
    const asOf = last === undefined ? start : timeAfter(last, Date.now());
    // Moved twice within two seconds: there is no time for the younger ones to be of.
    if (asOf === last) return;
    state = await createSimulatedMarket({ names, seed: versions.length + 1, refreshMs: minute, now: () => asOf })();
    if (state) versions.push({ asOf, rows: rowsOf(state, items) });
  };
  const fetch = async (request: Request, { incoming, outgoing }: NodeBindings): Promise<Response> => {
    if (fault && incoming instanceof IncomingMessage && outgoing instanceof ServerResponse) {
      kept.add(outgoing);
      outgoing.on('close', () => kept.delete(outgoing));
      fault(incoming, outgoing);
      return RESPONSE_ALREADY_SENT;
    }
    const { asOf = start } = versions.at(-1) ?? {};
    const answer = await app.fetch(request);
    if (answer.status === 200) answer.headers.set('Last-Modified', new Date(asOf).toUTCString());
    return answer;
  };
  await move();
  const service = await listen({ fetch, host: '127.0.0.1', port: 0 });
  const rates = await listen({ fetch: () => new Response(dailyRates()), host: '127.0.0.1', port: 0 });
  return {
    url: service.url,
    ratesUrl: rates.url,
    versions,
    move,
    play: (next) => {
      fault = next;
      for (const response of kept) response.destroy();
    },
    provide: (data) => {
      provides = data;
    },
    problems,
    close: async () => {
      await service.close(0);
      await rates.close(0);
    },
  };
}

const body = z.record(z.string(), partnerRow);

/** The rows of `/api/get-partner-prices`, from the service's own state. */
function rowsOf(state: MarketState, items: ReadonlySet<string>): Map<string, PartnerRow> {
  const rows = body.parse(JSON.parse([...writePartnerPrices(state)].join('')));
  return new Map(Object.entries(rows).filter(([name]) => items.has(name)));
}

/** Rates of today in the form of the European Central Bank's daily file: what one euro buys. */
function dailyRates(): string {
  const cubes = Object.entries(perDollar)
    .filter(([currency]) => currency !== 'EUR')
    .map(([currency, rate]) => `<Cube currency="${currency}" rate="${rate / (perDollar['EUR'] ?? 1)}"/>`);
  const day = `<Cube time="${new Date().toISOString().slice(0, 10)}">${cubes.join('')}</Cube>`;
  return `<?xml version="1.0" encoding="UTF-8"?><Envelope><Cube>${day}</Cube></Envelope>`;
}

/** Asks the relay for the prices, which makes it look at the service when that is due; answers their time. */
export async function askRelay(url: string): Promise<number | undefined> {
  const answer = await fetch(url + endpoints.partner, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.ok ? Date.parse(answer.headers.get('Last-Modified') ?? '') : undefined;
}
