import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that the extension sent to the relay, and how it was answered. */
export interface Tapped {
  readonly method: string;
  readonly path: string;
  readonly origin: string | undefined;
  readonly status: number;
  /** Bytes of the body on the wire. */
  readonly bytes: number;
  /** How the body was encoded there. */
  readonly encoding: string | undefined;
}

export interface Tap {
  /** In the order of their answers. */
  readonly requests: readonly Tapped[];
  readonly close: () => Promise<void>;
}

/** Listens on a loopback port and passes every request on to another, byte for byte, writing down what went by. */
export async function openTap(port: number, target: number): Promise<Tap> {
  const requests: Tapped[] = [];
  const server = createServer((incoming, outgoing) =>
    forward(incoming, outgoing, target, (seen) => requests.push(seen)),
  );
  await listenOn(server, port);
  return { requests, close: () => closeServer(server) };
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  port: number,
  note: (seen: Tapped) => void,
): void {
  const { method = '', url: path = '', headers } = incoming;
  const onward = { host: '127.0.0.1', port, method, path, headers: { ...headers, host: `localhost:${port}` } };
  const passed = request(onward, (answer) => {
    const status = answer.statusCode ?? 0;
    let bytes = 0;
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    answer.on('end', () =>
      note({ method, path, origin: headers.origin, status, bytes, encoding: answer.headers['content-encoding'] }),
    );
    outgoing.writeHead(status, answer.rawHeaders);
    answer.pipe(outgoing);
  });
  passed.on('error', () => outgoing.destroy());
  incoming.pipe(passed);
}

/** An HTTP proxy that lets nothing through and remembers who was wanted. */
export interface Trap {
  readonly url: string;
  /** Hosts, in the order in which they were asked for. */
  readonly hosts: readonly string[];
  readonly close: () => Promise<void>;
}

/** Opens a trap: a browser that uses it as its proxy reaches nobody but loopback. */
export async function openTrap(): Promise<Trap> {
  const hosts: string[] = [];
  const server = createServer((incoming, outgoing) => {
    hosts.push(URL.parse(incoming.url ?? '')?.hostname ?? 'unknown');
    outgoing.writeHead(502).end();
  });
  server.on('connect', ({ url = '' }, socket) => {
    hosts.push(url.replace(/:\d+$/, ''));
    // Its reader may be gone before the answer; the server no longer hears of this socket's errors.
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  const port = await listenOn(server, 0);
  return { url: `http://127.0.0.1:${port}`, hosts, close: () => closeServer(server) };
}

/** Listens on loopback; answers the port. */
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

/** A loopback port that nobody uses now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOn(server, 0);
  await closeServer(server);
  return port;
}
