import fs from 'node:fs';
import { parseJson } from '#core/asks/parse-json.ts';
import { localAuthority } from '#protocol/loopback.ts';
import {
  type ListenOptions,
  PortInUseError,
  type RunningServer,
  StartError,
  startServer,
} from '#protocol/node-server.ts';
import { readBody } from '#protocol/read-body.ts';
import type { ReloadableRelay } from '#relay/api/app.ts';
import { type Health, healthBody } from '#relay/api/health.ts';
import type { RelayConfig } from '#relay/config.ts';
import type { RelayLimits } from '#relay/limits.ts';

const [timeoutMs, maxBytes] = [3000, 64 * 1024];

/** What answers at an address of this machine, which may be another program; empty for nothing, much, or a redirect. */
export async function askNearby(url: string | URL, init: RequestInit = {}): Promise<string> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    return new TextDecoder().decode(await readBody(response, maxBytes));
  } catch {
    return '';
  }
}

/** What a relay on this machine says of itself; `undefined` where none answers. */
export const askHealth = async (authority: string): Promise<Health | undefined> =>
  healthBody.safeParse(parseJson(await askNearby(`http://${authority}/healthz`))).data;

const otherPorts = 10;

/** Each takes a descriptor, of which Linux may give few: a third for connections to either loopback, one for the relay. */
function connectionsWithin(most: number): number {
  // A report of Node would tell it everywhere, but waits for threads that hang.
  const text = process.platform === 'linux' ? fs.readFileSync('/proc/self/limits', 'utf8') : '';
  return Math.min(most, Math.floor(Number(/^Max open files +(\d+)/m.exec(text)?.[1] ?? Infinity) / 3));
}

/** The next free port, unless the environment insists. @throws StartError for a relay: two would use one key twice */
export async function takePort(config: RelayConfig, limits: RelayLimits, fetch: ReloadableRelay['fetch']) {
  const canMove = !config.isPortFixed && config.port > 0;
  const last = canMove ? Math.min(65_535, config.port + otherPorts) : config.port;
  const { idleTimeoutMs, requestHeadTimeoutMs: requestTimeout } = limits;
  const maxConnections = connectionsWithin(limits.maxConnections);
  const bounds = { requestTimeout, connectionsCheckingInterval: Math.min(requestTimeout, 5000), maxHeaderSize: 8192 };
  const options = { fetch, idleTimeoutMs, maxConnections, serverOptions: { ...bounds, optimizeEmptyRequests: true } };
  for (let port = config.port; ; port++) {
    try {
      const server = await startServer({ ...options, host: config.host, port });
      const takenPort = port === config.port ? undefined : config.port;
      if (!['127.0.0.1', '0.0.0.0'].includes(config.host)) return { server, takenPort, isLocalhostTaken: false };
      return { ...(await alsoOnIpv6(server, options)), takenPort };
    } catch (error) {
      if (!(error instanceof PortInUseError) || port >= last) throw error;
      if ((await askHealth(`${localAuthority(config.host)}:${port}`)) !== undefined)
        throw new StartError(`a relay already runs on port ${port}`);
    }
  }
}

/** A browser looks for `localhost` there first: another user's program would get the token and be taken for the relay. */
async function alsoOnIpv6(server: RunningServer, options: Omit<ListenOptions, 'host' | 'port'>) {
  try {
    const other = await startServer({ ...options, host: '::1', port: Number(new URL(server.url).port) });
    const close = async (graceMs?: number) => void (await Promise.all([server.close(graceMs), other.close(graceMs)]));
    return { server: { ...server, close }, isLocalhostTaken: false };
  } catch (error) {
    // Without IPv6 nobody is there.
    return { server, isLocalhostTaken: error instanceof PortInUseError };
  }
}
