import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { isSea } from 'node:sea';
import { setFlagsFromString } from 'node:v8';
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { StartError } from '#protocol/environment.ts';
import { v8Flag } from '#protocol/v8-flags.ts';

export { StartError } from '#protocol/environment.ts';

export class PortInUseError extends StartError {}

export interface RunningServer {
  /** Base address without a trailing slash, such as `http://127.0.0.1:8787`. */
  readonly url: string;
  /** Stops accepting, finishes the requests in flight, and cuts the remaining connections after `graceMs`. */
  readonly close: (graceMs?: number) => Promise<void>;
}

/** Node's own request and response beside the Web-standard ones. */
export type NodeBindings = HttpBindings | Http2Bindings;

export interface ListenOptions {
  readonly fetch: (request: Request, node: NodeBindings) => Response | Promise<Response>;
  readonly host: string;
  readonly port: number;
  /** Passed on to `http.createServer`: timeouts and header limits. */
  readonly serverOptions?: Record<string, unknown> | undefined;
  /** Cuts a connection without traffic after so many ms: a client that never reads would keep it open for ever. */
  readonly idleTimeoutMs?: number | undefined;
  /** Node closes a further one at once. */
  readonly maxConnections?: number | undefined;
}

/**
 * How long a connection waits for its next request, ms. After Node's 5 s a process that gets little time cuts a response on a
 * connection that is in use again. Proxies keep theirs for 60 s and would ask on one that is being closed.
 */
const keepAliveMs = 75_000;

/** How long `close` waits for requests in flight, in ms. */
export const defaultGraceMs = 4000;

/** @throws StartError when the address cannot be bound: in use, of another machine, forbidden */
export function startServer(options: ListenOptions): Promise<RunningServer> {
  const { fetch, host, port, serverOptions = {}, idleTimeoutMs } = options;
  const listener = getRequestListener(fetch, { hostname: host });
  const server = createServer({ keepAliveTimeout: keepAliveMs, ...serverOptions }, (incoming, outgoing) => {
    // A response that Node refuses, such as one with a line break in a header, ends its own connection only.
    listener(incoming, outgoing).then(
      () => idleTimeoutMs !== undefined && watchReader(incoming.socket, outgoing, idleTimeoutMs),
      () => outgoing.destroy(),
    );
  });
  if (idleTimeoutMs !== undefined) server.setTimeout(idleTimeoutMs);
  if (options.maxConnections !== undefined) server.maxConnections = options.maxConnections;
  return new Promise((resolve, reject) => {
    // The listener stays: once the server runs, a connection that the system cannot open must not end the process.
    server.on('error', (error: NodeJS.ErrnoException) => reject(bindError(error, host, port)));
    server.listen(port, host, () => {
      resolve({ url: addressOf(server.address()), close: (graceMs = defaultGraceMs) => close(server, graceMs) });
    });
  });
}

/**
 * Halves the timeout of a connection whose client has not read its response. Node starts a timeout anew at its end if the
 * system has taken some of the response since, which it does of every response: a client that reads nothing would get twice
 * the time.
 */
function watchReader(socket: Socket, response: ServerResponse, idleTimeoutMs: number): void {
  if (socket.writableLength === 0) return;
  socket.setTimeout(idleTimeoutMs / 2);
  // One that reads a little again and again would hold its response for ever.
  const timer = setTimeout(() => socket.destroy(), 2 * idleTimeoutMs);
  // Node has begun to wait for the next request, unless that has come.
  const goOn = () => socket.timeout === idleTimeoutMs / 2 && socket.setTimeout(idleTimeoutMs);
  response.once('close', () => clearTimeout(timer)).once('finish', goOn);
}

function addressOf(bound: AddressInfo | string | null): string {
  if (bound === null || typeof bound === 'string') throw new Error('a socket without a port');
  const { address, family, port } = bound;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function bindError({ code, message }: NodeJS.ErrnoException, host: string, port: number): StartError {
  if (code === 'EADDRINUSE') return new PortInUseError(`port ${port} on ${host} is in use by another program`);
  if (code === 'EACCES') return new StartError(`port ${port} on ${host} may not be opened by this user`);
  return new StartError(`cannot listen on ${host} port ${port}: ${message}`);
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** The argument with which a packed server ends at once. Node's `-e` would be an argument of the server there. */
const endArgument = '--end-at-once';

/** `process.exit` waits for files and threads, for ever on a disk that hangs: a program that ends at once takes its place. */
function exitAtOnce(): void {
  const mayHang = process.getActiveResourcesInfo().some((name) => /^(?:FSReq|MessagePort)/.test(name));
  if (mayHang && process.platform !== 'win32') {
    const end = isSea() ? [endArgument] : ['-e', ''];
    process.execve?.(process.execPath, [process.execPath, ...end], {});
  }
  process.exit(0);
}

/** Longest that a process waits for `close`, in ms: more than `defaultGraceMs`, less than the 5 s after SIGTERM. */
export const shutdownMs = 4500;

/** A StartError becomes one line and exit code 1. SIGTERM and SIGINT close the server and exit with 0, within `shutdownMs`. */
export async function runProcess(name: string, start: () => Promise<RunningServer>): Promise<void> {
  if (isSea() && process.argv[2] === endArgument) process.exit(0);
  setFlagsFromString(v8Flag);
  const started = Promise.resolve().then(start);
  const stop = () => {
    setTimeout(exitAtOnce, shutdownMs);
    void started.then((server) => server.close()).then(exitAtOnce, () => undefined);
  };
  // By this signal, which some send to rotate logs, Node would open its debugger to every user of this machine.
  process.on('SIGUSR1', () => undefined);
  // A server may be told to end as soon as it listens, or before.
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  try {
    await started;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    // A path in the message may hold line breaks.
    process.stderr.write(`${name}: ${error.message.replaceAll(/\s+/g, ' ')}\n`);
    process.exitCode = 1;
  }
}
