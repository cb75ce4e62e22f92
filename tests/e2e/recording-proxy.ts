import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { closeServer, listenOn } from './servers.ts';

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly origin: string | undefined;
  readonly status: number;
  /** Bytes of the body on the wire. */
  readonly bytes: number;
  readonly encoding: string | undefined;
  /** All that the client sent: the address, the headers and the body. */
  readonly sent: string;
}

export type RecordingProxy = Awaited<ReturnType<typeof openRecordingProxy>>;

export async function openRecordingProxy(port: number, target: number) {
  const requests: RecordedRequest[] = [];
  const server = createServer((incoming, outgoing) =>
    forward(incoming, outgoing, target, (recorded) => requests.push(recorded)),
  );
  await listenOn(server, port);
  return { requests, close: () => closeServer(server) };
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  port: number,
  record: (recorded: RecordedRequest) => void,
): void {
  const { method = '', url: path = '', headers } = incoming;
  let sent = [path, ...incoming.rawHeaders].join('\n');
  incoming.on('data', (chunk: Buffer) => {
    sent += `${chunk}`;
  });
  const onward = { host: '127.0.0.1', port, method, path, headers: { ...headers, host: `localhost:${port}` } };
  const passed = request(onward, (response) => {
    const status = response.statusCode ?? 0;
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    response.on('end', () => {
      const encoding = response.headers['content-encoding'];
      record({ method, path, origin: headers.origin, status, bytes, encoding, sent });
    });
    outgoing.writeHead(status, response.rawHeaders);
    response.pipe(outgoing);
  });
  passed.on('error', () => outgoing.destroy());
  incoming.pipe(passed);
}
