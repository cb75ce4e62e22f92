import { once } from 'node:events';
import { connect } from 'node:net';
import { localAuthority } from '#protocol/loopback.ts';
import { PortInUseError, StartError, startServer } from '#protocol/node-server.ts';
import type { ReloadableRelay } from '#relay/api/app.ts';
import { type Health, healthBody } from '#relay/api/health.ts';
import type { RelayConfig } from '#relay/config.ts';
import type { RelayLimits } from '#relay/limits.ts';

const timeoutMs = 3000;

/** What the relay of a configuration says of itself, which listens on this machine; `undefined` where none answers. */
export async function askHealth({ host, port }: Pick<RelayConfig, 'host' | 'port'>): Promise<Health | undefined> {
  try {
    const url = `http://${localAuthority(host)}:${port}/healthz`;
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    return healthBody.parse(await response.json());
  } catch {
    return undefined;
  }
}

const otherPorts = 10;

/** The next free port, unless the environment insists. @throws StartError for a relay: two would use one key twice */
export async function takePort(
  config: RelayConfig,
  limits: RelayLimits,
  fetch: ReloadableRelay['fetch'],
  mayMove: boolean,
) {
  const canMove = mayMove && !config.isPortFixed && config.port > 0;
  const last = canMove ? Math.min(65_535, config.port + otherPorts) : config.port;
  const { idleTimeoutMs, requestHeadTimeoutMs: requestTimeout } = limits;
  const bounds = { requestTimeout, connectionsCheckingInterval: Math.min(requestTimeout, 5000), maxHeaderSize: 8192 };
  const options = { idleTimeoutMs, serverOptions: { ...bounds, optimizeEmptyRequests: true } };
  for (let port = config.port; ; port++) {
    try {
      const server = await startServer({ ...options, fetch, host: config.host, port });
      return { server, takenPort: port === config.port ? undefined : config.port };
    } catch (error) {
      if (!(error instanceof PortInUseError) || port >= last) throw error;
      if ((await askHealth({ ...config, port })) !== undefined)
        throw new StartError(`a relay already runs on port ${port}`);
    }
  }
}

/** Whether another program has the port on IPv6's loopback: there a browser looks for `localhost` first. */
export async function isLocalhostTaken(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  if (hostname !== '127.0.0.1') return false;
  const socket = connect(Number(port), '::1');
  const connected = once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) });
  return connected
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}
