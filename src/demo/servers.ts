import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { defaultRelayUrl } from '#core/settings/relay-address.ts';
import { startSampleRates } from '#demo/sample-rates.ts';
import type { EnvironmentVariables } from '#protocol/environment.ts';
import { type RunningServer, StartError } from '#protocol/node-server.ts';
import { startRelay } from '#relay/relay.ts';
import { startService } from '#service/snapshot.ts';

export type DemoServers = Awaited<ReturnType<typeof startServers>>;

/** Upstream is the environment's price API, else a simulated market. `homeUrl` is the default address. */
export async function startServers(
  env: EnvironmentVariables,
  cacheDir: string,
  stack: AsyncDisposableStack,
  homeUrl: string = defaultRelayUrl,
) {
  const close = (server: RunningServer) => stack.defer(() => server.close(0));
  const upstream = realUpstream(env) ?? (await simulatedUpstream(close));
  const rates = upstream.simulated && !env['RELAY_RATES_URL'] ? await startSampleRates() : undefined;
  if (rates) close(rates);
  const home = new URL(homeUrl);
  const start = (port: string) =>
    startRelay(
      {
        PRICE_API_URL: upstream.url,
        PRICE_API_KEY: upstream.key,
        RELAY_CACHE_DIR: cacheDir,
        RELAY_PORT: port,
        RELAY_RATES_URL: rates?.url ?? env['RELAY_RATES_URL'],
        RELAY_HISTORY: env['RELAY_HISTORY'],
        RELAY_LOG: env['RELAY_LOG'] ?? 'off',
      },
      {},
      { configPath: join(cacheDir, 'relay.json') },
    );
  const relay = await start(home.port).catch(() => start('0'));
  close(relay);
  const { port } = new URL(relay.url);
  // The extension needs the address in its settings then.
  const usesOtherPort = port !== home.port;
  const relayUrl = `${home.protocol}//${home.hostname}:${port}`;
  return { relayUrl, usesOtherPort, simulated: upstream.simulated, sampleRates: rates !== undefined };
}

function realUpstream(env: EnvironmentVariables) {
  const { PRICE_API_URL: url, PRICE_API_KEY: key } = env;
  if (!url && !key) return undefined;
  if (!url || !key) throw new StartError(`${url ? 'PRICE_API_KEY' : 'PRICE_API_URL'} is missing`);
  return { url, key, simulated: false };
}

async function simulatedUpstream(close: (server: RunningServer) => void) {
  const key = randomUUID();
  const service = await startService({ SERVICE_API_KEYS: key, SERVICE_PORT: '0' });
  close(service);
  return { url: service.url, key, simulated: true };
}
