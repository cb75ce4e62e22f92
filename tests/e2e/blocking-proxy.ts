import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { closeServer, listenOn } from './servers.ts';

export type BlockingProxy = Awaited<ReturnType<typeof openBlockingProxy>>;

export async function openBlockingProxy() {
  const hosts: string[] = [];
  const targets = new Map<string, string>();
  const server = createServer((incoming, outgoing) => {
    const host = URL.parse(incoming.url ?? '')?.hostname ?? 'unknown';
    const target = targets.get(host);
    if (target) return pass(incoming, outgoing, target);
    hosts.push(host);
    outgoing.destroy();
  });
  server.on('connect', ({ url = '' }, socket) => {
    hosts.push(url.replace(/:\d+$/, ''));
    // The browser may close the tunnel before the response; the server no longer handles this socket's errors.
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  const port = await listenOn(server, 0);
  return {
    url: `http://127.0.0.1:${port}`,
    hosts,
    /** Passes plain http requests for a host to a server on loopback from now on. */
    passOn: (host: string, target: string) => void targets.set(host, target),
    forget: () => void hosts.splice(0),
    close: () => closeServer(server),
  };
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, target: string): void {
  const { hostname, port } = new URL(target);
  const { method, url: path, headers } = incoming;
  const passed = request({ hostname, port, method, path, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
    response.pipe(outgoing);
  });
  passed.on('error', () => outgoing.destroy());
  incoming.pipe(passed);
}
