import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { StartError } from '#protocol/environment.ts';

export { commaList, numberFrom, portNumber, readEnvironment, StartError, wholeNumber } from '#protocol/environment.ts';

/** A server that listens. */
export interface RunningServer {
  /** Base address without a slash at the end, such as `http://127.0.0.1:8787`. */
  readonly url: string;
  /** Stops accepting, finishes what is in flight, and cuts what is left after `graceMs`. */
  readonly close: (graceMs?: number) => Promise<void>;
}

/** What Node itself has of a request. */
export type NodeBindings = HttpBindings | Http2Bindings;

export interface ListenOptions {
  readonly fetch: (request: Request, node: NodeBindings) => Response | Promise<Response>;
  /** Answers a request before `fetch` is asked, on Node's own response; `false` leaves it to `fetch`. */
  readonly direct?: ((incoming: IncomingMessage, outgoing: ServerResponse) => boolean) | undefined;
  readonly host: string;
  readonly port: number;
  /** Passed on to `http.createServer`: time-outs and head limits. */
  readonly serverOptions?: Record<string, unknown> | undefined;
  /** Cuts a connection on which nothing moved for so long, in ms; a client that never reads holds none for ever. */
  readonly idleMs?: number | undefined;
}

/**
 * Opens a socket and answers its requests.
 * @throws StartError when the address cannot be had (in use, not ours, forbidden).
 */
export function listen(options: ListenOptions): Promise<RunningServer> {
  const { fetch, direct, host, port, serverOptions = {}, idleMs } = options;
  const listener = getRequestListener(fetch, { hostname: host });
  const server = createServer(serverOptions, (incoming, outgoing) => {
    if (!direct?.(incoming, outgoing)) void listener(incoming, outgoing);
  });
  if (idleMs !== undefined) server.setTimeout(idleMs);
  return new Promise((resolve, reject) => {
    // For good: once it listens, a connection that the system cannot give is no reason to end.
    server.on('error', (error: NodeJS.ErrnoException) => reject(new StartError(refusal(error, host, port))));
    server.listen(port, host, () => {
      resolve({ url: addressOf(server.address()), close: (graceMs = 4000) => close(server, graceMs) });
    });
  });
}

function addressOf(bound: AddressInfo | string | null): string {
  if (bound === null || typeof bound === 'string') throw new Error('a socket without a port');
  const { address, family, port } = bound;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function refusal(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') return `port ${port} on ${host} is in use by another program`;
  if (error.code === 'EACCES') return `port ${port} on ${host} may not be opened by this user`;
  return `cannot listen on ${host} port ${port}: ${error.message}`;
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** A closing that takes longer, in ms, is not waited for; more than the 4 s that `close` gives what is in flight. */
const lastMs = 4500;

/**
 * Runs a server's start as a process: a StartError is one line and exit code 1; SIGTERM and SIGINT close it, exit 0, for
 * which a closing has 4.5 s.
 */
export async function runProcess(name: string, start: () => Promise<RunningServer>): Promise<void> {
  try {
    const server = await start();
    const exit = () => process.exit(0);
    const stop = () => {
      setTimeout(exit, lastMs);
      void server.close().then(exit);
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exitCode = 1;
  }
}
