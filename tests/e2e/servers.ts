import { createServer, type Server } from 'node:http';
import type { AddressInfo, Server as AnyServer } from 'node:net';

export function listenOn(server: AnyServer, port: number): Promise<number> {
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

/** None of the ports that the system hands out (from 32768 on Linux, from 49152 elsewhere): no connection takes one. */
const blocks = { first: 14_000, size: 300, count: 60 };
let ownBlock: Promise<number> | undefined;
let used = 0;

/** Whoever listens on the first port of a block has it alone: processes that test side by side share no port. */
async function takeBlock(): Promise<number> {
  for (let block = 0; block < blocks.count; block++) {
    const holder = createServer();
    const first = await listenOn(holder, blocks.first + block * blocks.size).catch(() => undefined);
    if (first === undefined) continue;
    holder.unref();
    return first;
  }
  throw new Error('no free ports');
}

/** A loopback port that nobody uses now, and nobody else takes. @throws Error when all ports of this process are taken */
export async function freePort(): Promise<number> {
  ownBlock ??= takeBlock();
  const first = await ownBlock;
  for (let attempt = 1; attempt < blocks.size; attempt++) {
    used = (used % (blocks.size - 1)) + 1;
    const server = createServer();
    const port = await listenOn(server, first + used).catch(() => undefined);
    if (port === undefined) continue;
    await closeServer(server);
    return port;
  }
  throw new Error('no free port');
}
