import { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import * as z from 'zod/mini';
import type { SamplePage } from '#demo/sample-pages.ts';
import { type NodeBindings, startServer } from '#protocol/node-server.ts';
import { endpoints, type PartnerRow } from '#protocol/price-api.ts';
import { isPartnerRow } from '#protocol/row-check.ts';
import { createServiceApp } from '#service/app.ts';
import { writePartnerPrices } from '#service/bodies.ts';
import type { MarketState } from '#service/market.ts';
import { readAsks } from '#service/simulated/catalogue.ts';
import { createSimulatedMarket } from '#service/simulated/market-columns.ts';
import { serveRates } from '../e2e/stack.ts';
import { fewNames, itemsOn } from '../few-names.ts';
import type { Script } from '../relay/upstream.ts';

/** Prices of the items on the sample pages at one time. */
export interface PriceVersion {
  /** `Last-Modified` of the response, ms since the epoch, whole seconds. */
  readonly asOf: number;
  readonly rows: ReadonlyMap<string, PartnerRow>;
}

/** The simulated price API in this process, with prices that move and faults on demand. */
export interface FaultyPriceApi {
  readonly url: string;
  readonly ratesUrl: string;
  /** Every version that it ever served, the current one last. */
  readonly versions: readonly PriceVersion[];
  /** Moves every price. The new version is newer than the last one and older than now. */
  readonly movePrices: () => Promise<void>;
  /** Applies a fault to every request from now on and cuts hanging responses; `undefined`: no fault. */
  readonly setFault: (fault: Script | undefined) => void;
  /** Without data it responds with 503. */
  readonly setHasData: (data: boolean) => void;
  readonly problems: readonly string[];
  readonly close: () => Promise<void>;
}

const minute = 60_000;
/** Young enough for price differences, and old enough for several versions two minutes apart. */
const firstAgeMs = 80 * minute;
const versionMs = 2 * minute;

/** Time of the next version, whole seconds: two minutes later, but at most half the time to now, so that none is of the future. */
const nextVersionTime = (last: number, now: number): number =>
  last + Math.floor(Math.min(versionMs, (now - last) / 2) / 1000) * 1000;

/** Starts the price API on loopback. `key` is the only valid key; the versions hold the items on these sample pages. */
export async function startFaultyPriceApi(key: string, pages: readonly SamplePage[]): Promise<FaultyPriceApi> {
  const items = itemsOn(pages);
  const names = await fewNames(pages);
  const asks = await readAsks();
  const start = Math.floor((Date.now() - firstAgeMs) / 1000) * 1000;
  const versions: PriceVersion[] = [];
  const problems: string[] = [];
  const open = new Set<ServerResponse>();
  let state: MarketState | undefined;
  let provides = true;
  let fault: Script | undefined;

  const app = createServiceApp({
    market: async () => (provides ? state : undefined),
    keys: [key],
    now: () => performance.now(),
    report: (error) => problems.push(`the price API: ${String(error)}`),
  });
  const movePrices = async () => {
    const last = versions.at(-1)?.asOf;
    const asOf = last === undefined ? start : nextVersionTime(last, Date.now());
    // Twice within two seconds: no whole second is left between the last version and now.
    if (asOf === last) return;
    state = await createSimulatedMarket({
      names,
      asks,
      seed: versions.length + 1,
      refreshMs: minute,
      now: () => asOf,
    })();
    if (state) versions.push({ asOf, rows: rowsOf(state, items) });
  };
  const fetch = async (request: Request, { incoming, outgoing }: NodeBindings): Promise<Response> => {
    if (fault && incoming instanceof IncomingMessage && outgoing instanceof ServerResponse) {
      open.add(outgoing);
      outgoing.on('close', () => open.delete(outgoing));
      fault(incoming, outgoing);
      return RESPONSE_ALREADY_SENT;
    }
    const { asOf = start } = versions.at(-1) ?? {};
    const answer = await app.fetch(request);
    if (answer.status === 200) answer.headers.set('Last-Modified', new Date(asOf).toUTCString());
    return answer;
  };
  await movePrices();
  const service = await startServer({ fetch, host: '127.0.0.1', port: 0 });
  const rates = await serveRates();
  return {
    url: service.url,
    ratesUrl: rates.url,
    versions,
    movePrices,
    setFault: (next) => {
      fault = next;
      for (const response of open) response.destroy();
    },
    setHasData: (data) => {
      provides = data;
    },
    problems,
    close: async () => {
      await service.close(0);
      await rates.close(0);
    },
  };
}

const body = z.record(z.string(), z.custom<PartnerRow>(isPartnerRow));

function rowsOf(state: MarketState, items: ReadonlySet<string>): Map<string, PartnerRow> {
  const rows = body.parse(JSON.parse([...writePartnerPrices(state)].join('')));
  return new Map(Object.entries(rows).filter(([name]) => items.has(name)));
}

/** Requests all prices from the relay, which refreshes them when that is due. Answers their time, ms. */
export async function requestPrices(url: string): Promise<number | undefined> {
  const answer = await fetch(url + endpoints.partner, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.ok ? Date.parse(answer.headers.get('Last-Modified') ?? '') : undefined;
}
