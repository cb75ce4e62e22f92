import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lazy } from '#core/asks/lazy.ts';
import { type FillHistory, fetchPrices, type PriceLookup } from '#demo/sample-history.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { type RunningServer, startServer } from '#protocol/node-server.ts';
import { startRelay } from '#relay/relay.ts';
import { createServiceApp } from '#service/app.ts';
import { readAsks } from '#service/simulated/catalogue.ts';
import { createSimulatedMarket } from '#service/simulated/market-columns.ts';
import { startService } from '#service/snapshot.ts';
import { expectationsIn } from '../sites/expectation.ts';
import { samples } from './browser.ts';
import { openRecordingProxy, type RecordedRequest, type RecordingProxy } from './recording-proxy.ts';
import { freePort } from './servers.ts';

const thinning = 8;

const itemsOn = (pages: readonly SamplePage[]): ReadonlySet<string> =>
  new Set(pages.flatMap(({ html }) => expectationsIn(html).flatMap((one) => one?.item ?? [])));

/** The items on sample pages and every eighth other name of the catalogue, so that refreshes are quick. */
async function fewNames(pages: readonly SamplePage[]): Promise<readonly string[]> {
  const items = itemsOn(pages);
  return [...(await readAsks()).keys()].filter((name, at) => at % thinning === 0 || items.has(name));
}

export const goodKey = 'e2e-key';

/** What one US dollar buys, by the stack's source of exchange rates. It has no other rates. */
export const perDollar: Readonly<Record<string, number>> = { USD: 1, EUR: 0.87, CNY: 7.2, GBP: 0.75 };

export type Stack = Awaited<ReturnType<typeof openStack>>;

export interface StackOptions {
  /** Whether the relay runs from the start; default: it does. */
  readonly relay?: boolean | undefined;
  /** The tokens that the relay accepts; default: it needs none. */
  readonly tokens?: string | undefined;
  /** `few`, the default: on sample pages and every eighth other one; a list besides these; `all`: costs seconds. */
  readonly names?: 'all' | 'few' | readonly string[] | undefined;
  /** Fills the file of the relay's history before the relay starts; default: it keeps none. */
  readonly history?: FillHistory | undefined;
}

/** A real price service and a real relay on loopback, with a recording proxy between the extension and the relay. */
export async function openStack(options: StackOptions = {}) {
  const { relay = true, tokens = '', names = 'few', history } = options;
  const startSeeded = names === 'all' ? startWithAll : startWithFew(names === 'few' ? undefined : names);
  const cacheDir = await mkdtemp(join(tmpdir(), 'skinlens-e2e-'));
  const ports = { service: await freePort(), relay: await freePort(), proxy: await freePort() };
  const historyFile = join(cacheDir, 'history.db');
  const rates = await serveRates();
  let seed = 1;
  let service = await startSeeded(ports.service, seed);
  let up: { relay: RunningServer; proxy: RecordingProxy } | undefined;
  let prices: Promise<PriceLookup> | undefined;
  const past: RecordedRequest[] = [];

  const start = async (key = goodKey) => {
    const env = {
      PRICE_API_URL: service.url,
      PRICE_API_KEY: key,
      RELAY_PORT: String(ports.relay),
      RELAY_CACHE_DIR: cacheDir,
      RELAY_RATES_URL: rates.url,
      RELAY_HISTORY: history ? historyFile : 'off',
      RELAY_TOKENS: tokens,
      RELAY_LOG: 'off',
      RELAY_POLL_SECONDS: '0.1',
    };
    const relay = await startRelay(env, {}, { configPath: join(cacheDir, 'relay.json') });
    up = { relay, proxy: await openRecordingProxy(ports.proxy, ports.relay) };
  };
  const stop = async () => {
    past.push(...(up?.proxy.requests ?? []));
    await up?.proxy.close();
    await up?.relay.close(0);
    up = undefined;
  };
  await history?.(historyFile, await fetchPrices(service.url, goodKey));
  if (relay) await start();

  return {
    relayUrl: `http://localhost:${ports.proxy}`,
    requests: () => [...past, ...(up?.proxy.requests ?? [])],
    /** The service's current prices, fetched over HTTP once until they move. */
    prices: () => (prices ??= fetchPrices(service.url, goodKey)),
    /** Changes all prices: a service with another seed takes over. */
    movePrices: async () => {
      await service.close(0);
      seed++;
      service = await startSeeded(ports.service, seed);
      prices = undefined;
    },
    /** The price API refuses any key but the default one. */
    startRelay: start,
    stopRelay: stop,
    close: async () => {
      await stop();
      await service.close(0);
      await rates.close(0);
      await rm(cacheDir, { recursive: true, force: true });
    },
  };
}

/** Serves today's rates in the format of the European Central Bank's daily file: what one euro buys. */
function serveRates(): Promise<RunningServer> {
  const cubes = Object.entries(perDollar)
    .filter(([currency]) => currency !== 'EUR')
    .map(([currency, rate]) => `<Cube currency="${currency}" rate="${(rate / (perDollar['EUR'] ?? 1)).toFixed(8)}"/>`);
  const day = `<Cube time="${new Date().toISOString().slice(0, 10)}">${cubes.join('')}</Cube>`;
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Envelope><Cube>${day}</Cube></Envelope>`;
  return startServer({ fetch: () => new Response(xml), host: '127.0.0.1', port: 0 });
}

type StartSeeded = (port: number, seed: number) => Promise<RunningServer>;

const startWithAll: StartSeeded = (port, seed) =>
  startService({ SERVICE_API_KEYS: goodKey, SERVICE_PORT: String(port), SERVICE_SEED: String(seed) });

const few = lazy(async () => ({ names: await fewNames(samples), asks: await readAsks() }));

/** Starts a price service with few names on a port of loopback. It takes `goodKey`. */
export const startWithFew =
  (more: readonly string[] = []): StartSeeded =>
  async (port, seed) => {
    const { names, asks } = await few();
    const sold = [...new Set([...names, ...more])];
    const market = createSimulatedMarket({ names: sold, asks, seed, refreshMs: 1_800_000, now: Date.now });
    const report = (error: unknown) => console.error('service:', error);
    const app = createServiceApp({ market, keys: [goodKey], now: () => performance.now(), report });
    return startServer({ fetch: app.fetch, host: '127.0.0.1', port });
  };
