import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on loopback. Returns the port. */
export function listenOn(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(portOf(server.address())));
  });
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/**
 * A loopback port that nobody uses now. It is none of those that the system hands out (from 32768 on Linux, from 49152
 * elsewhere), so that no other connection takes it before its server starts.
 * @throws Error when a hundred ports are taken
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const server = createServer();
    const port = await listenOn(server, randomInt(20_000, 32_000)).catch(() => undefined);
    if (port === undefined) continue;
    await closeServer(server);
    return port;
  }
  throw new Error('no free port');
}
