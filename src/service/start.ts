import * as z from 'zod/mini';
import {
  commaList,
  listen,
  numberFrom,
  portNumber,
  type RunningServer,
  readEnvironment,
  wholeNumber,
} from '#protocol/node-server.ts';
import { buildService } from '#service/app.ts';
import type { MarketSource } from '#service/market.ts';
import { readCatalogue } from '#service/simulated/catalogue.ts';
import { simulatedMarket } from '#service/simulated/simulated-market.ts';
import { snapshotMarket } from '#service/snapshot.ts';
import { openSnapshot } from '#service/snapshot-file.ts';

/** Ten years: longer than anybody runs this, and well inside what a Date can hold. */
const longestSeconds = 315_360_000;

const environment = z.object({
  SERVICE_HOST: z._default(z.string(), '127.0.0.1'),
  SERVICE_PORT: z._default(portNumber, 8788),
  SERVICE_API_KEYS: commaList.check(z.minLength(1, 'it names no key')),
  SERVICE_SNAPSHOT: z.optional(z.string()),
  SERVICE_REFRESH_SECONDS: z._default(numberFrom(0.001, longestSeconds), 1800),
  SERVICE_SEED: z._default(wholeNumber, 1),
});

type Settings = z.infer<typeof environment>;

type Report = (error: unknown) => void;

/**
 * Starts the price service as the environment says.
 * @throws StartError when a variable is missing or bad, or the address cannot be had.
 */
export async function startService(
  env: Record<string, string | undefined>,
  report: Report = (error) => console.error('service:', error),
): Promise<RunningServer> {
  const settings = readEnvironment(environment, env);
  const market = await marketOf(settings, report);
  const app = buildService({ market, keys: settings.SERVICE_API_KEYS, now: () => performance.now(), report });
  return listen({ fetch: app.fetch, host: settings.SERVICE_HOST, port: settings.SERVICE_PORT });
}

async function marketOf(settings: Settings, report: Report): Promise<MarketSource> {
  if (settings.SERVICE_SNAPSHOT) return snapshotMarket(openSnapshot(settings.SERVICE_SNAPSHOT), report);
  return simulatedMarket({
    names: await readCatalogue(),
    seed: settings.SERVICE_SEED,
    refreshMs: settings.SERVICE_REFRESH_SECONDS * 1000,
    now: Date.now,
  });
}
