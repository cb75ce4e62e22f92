import * as z from 'zod/mini';
import {
  commaList,
  type EnvironmentVariables,
  numberFrom,
  portNumber,
  readEnvironment,
  wholeNumber,
} from '#protocol/environment.ts';
import { type RunningServer, startServer } from '#protocol/node-server.ts';
import { createServiceApp, respondToBadRequest } from '#service/app.ts';
import type { MarketSource } from '#service/market.ts';
import { readCatalogue, readSteamAsks } from '#service/simulated/catalogue.ts';
import { createSimulatedMarket } from '#service/simulated/simulated-market.ts';
import { createSnapshotMarket } from '#service/snapshot.ts';
import { openSnapshot } from '#service/snapshot-file.ts';

/** Ten years, well within the range of a Date. */
const longestSeconds = 315_360_000;

const environment = z.object({
  SERVICE_HOST: z._default(z.string(), '127.0.0.1'),
  SERVICE_PORT: z._default(portNumber, 8788),
  SERVICE_API_KEYS: commaList.check(z.minLength(1, 'it names no key')),
  SERVICE_SNAPSHOT: z.optional(z.string()),
  SERVICE_REFRESH_SECONDS: z._default(numberFrom(0.001, longestSeconds), 1800),
  SERVICE_SEED: z._default(wholeNumber, 1),
});

type ServiceConfig = z.infer<typeof environment>;

type Report = (error: unknown) => void;

/**
 * Starts the price service from environment variables.
 * @throws StartError when a variable is missing or bad, or the address cannot be bound
 */
export async function startService(
  env: EnvironmentVariables,
  report: Report = (error) => console.error('service:', error),
): Promise<RunningServer> {
  const config = readEnvironment(environment, env);
  const market = await createMarket(config, report);
  const app = createServiceApp({ market, keys: config.SERVICE_API_KEYS, now: () => performance.now(), report });
  return startServer({
    fetch: app.fetch,
    host: config.SERVICE_HOST,
    port: config.SERVICE_PORT,
    respondToBadRequest,
  });
}

async function createMarket(config: ServiceConfig, report: Report): Promise<MarketSource> {
  if (config.SERVICE_SNAPSHOT) return createSnapshotMarket(openSnapshot(config.SERVICE_SNAPSHOT), report);
  return createSimulatedMarket({
    names: await readCatalogue(),
    asks: await readSteamAsks(),
    seed: config.SERVICE_SEED,
    refreshMs: config.SERVICE_REFRESH_SECONDS * 1000,
    now: Date.now,
  });
}
