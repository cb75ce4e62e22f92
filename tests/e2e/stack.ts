import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { listen, type RunningServer } from '#protocol/node-server.ts';
import { endpoints, type PartnerRow, partnerRow } from '#protocol/price-api.ts';
import { startRelay } from '#relay/node.ts';
import { startService } from '#service/start.ts';
import { freePort, openTap, type Tap, type Tapped } from './tap.ts';

const goodKey = 'e2e-key';

/** What one US dollar buys, by the source of rates that the stack's relay asks; of no other currency is a rate known. */
export const perDollar: Readonly<Record<string, number>> = { USD: 1, EUR: 0.8, CNY: 7.2, GBP: 0.75 };

/** What the service asks for an item; `undefined` when it does not know it. */
export type Prices = (item: string) => PartnerRow | undefined;

/** A real price service and a real relay on loopback, with a tap between the extension and the relay. */
export interface Stack {
  /** What the extension's settings name: the tap. */
  readonly relayUrl: string;
  /** What the extension asked of the relay so far. */
  readonly requests: () => readonly Tapped[];
  /** What the service says now, asked over HTTP with its key. */
  readonly prices: () => Promise<Prices>;
  /** Lets all prices move: another service takes the place of the one that runs. */
  readonly movePrices: () => Promise<void>;
  /** Starts the relay, as its user would who had forgotten it; with another key the price API refuses it. */
  readonly raiseRelay: (key?: string) => Promise<void>;
  readonly dropRelay: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface StackOptions {
  /** Default: the relay runs. */
  readonly relay?: boolean | undefined;
  /** Where the extension finds it; default: any free port. */
  readonly port?: number | undefined;
  /** What the relay wants of its clients; default: nothing. */
  readonly tokens?: string | undefined;
}

/** Starts the stack on free ports. */
export async function openStack({ relay = true, port, tokens = '' }: StackOptions = {}): Promise<Stack> {
  const cacheDir = await mkdtemp(join(tmpdir(), 'skinlens-e2e-'));
  const ports = { service: await freePort(), relay: await freePort(), tap: port ?? (await freePort()) };
  const rates = await serveRates();
  let seed = 1;
  let service = await startSeeded(ports.service, seed);
  let up: { relay: RunningServer; tap: Tap } | undefined;
  const past: Tapped[] = [];

  const raiseRelay = async (key = goodKey) => {
    const relay = await startRelay({
      PRICE_API_URL: service.url,
      PRICE_API_KEY: key,
      RELAY_PORT: String(ports.relay),
      RELAY_CACHE_DIR: cacheDir,
      RELAY_RATES_URL: rates.url,
      RELAY_TOKENS: tokens,
      RELAY_LOG: 'off',
      RELAY_POLL_SECONDS: '0.1',
    });
    up = { relay, tap: await openTap(ports.tap, ports.relay) };
  };
  const dropRelay = async () => {
    past.push(...(up?.tap.requests ?? []));
    await up?.tap.close();
    await up?.relay.close(0);
    up = undefined;
  };
  if (relay) await raiseRelay();

  return {
    relayUrl: `http://localhost:${ports.tap}`,
    requests: () => [...past, ...(up?.tap.requests ?? [])],
    prices: () => askPrices(service.url, goodKey),
    movePrices: async () => {
      await service.close(0);
      seed++;
      service = await startSeeded(ports.service, seed);
    },
    raiseRelay,
    dropRelay,
    close: async () => {
      await dropRelay();
      await service.close(0);
      await rates.close(0);
      await rm(cacheDir, { recursive: true, force: true });
    },
  };
}

/** Serves rates of today in the form of the European Central Bank's daily file: what one euro buys. */
function serveRates(): Promise<RunningServer> {
  const cubes = Object.entries(perDollar)
    .filter(([currency]) => currency !== 'EUR')
    .map(([currency, rate]) => `<Cube currency="${currency}" rate="${rate / (perDollar['EUR'] ?? 1)}"/>`);
  const day = `<Cube time="${new Date().toISOString().slice(0, 10)}">${cubes.join('')}</Cube>`;
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Envelope><Cube>${day}</Cube></Envelope>`;
  return listen({ fetch: () => new Response(xml), host: '127.0.0.1', port: 0 });
}

const startSeeded = (port: number, seed: number): Promise<RunningServer> =>
  startService({ SERVICE_API_KEYS: goodKey, SERVICE_PORT: String(port), SERVICE_SEED: String(seed) });

/** What a price service asks now. */
export async function askPrices(url: string, key: string): Promise<Prices> {
  const answer = await fetch(url + endpoints.partner, { headers: { authorization: `Bearer ${key}` } });
  if (!answer.ok) throw new Error(`the service answered ${answer.status}`);
  const rows = z.record(z.string(), z.unknown()).parse(await answer.json());
  return (item) => (Object.hasOwn(rows, item) ? partnerRow.parse(rows[item]) : undefined);
}
