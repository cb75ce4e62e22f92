import { connect, createServer, type Socket } from 'node:net';
import { listenOn } from '../e2e/servers.ts';

/**
 * `open`: all bytes pass. `refused`: no connection is accepted. `silent`: connections are accepted, no byte passes.
 * `cut`: each connection ends after 3,000 bytes of the response. `slow`: the response comes in chunks 20 ms apart.
 * `stranger`: another program answers every request. `nonsense`: what answers allows the extension to read it, and is no
 * prices.
 */
export const networkConditions = ['open', 'refused', 'silent', 'cut', 'slow', 'stranger', 'nonsense'] as const;

type NetworkCondition = (typeof networkConditions)[number];

/** A TCP proxy between the extension and the relay, on a loopback port. */
export interface FaultyNetwork {
  readonly condition: () => NetworkCondition;
  /** Ends all connections and applies the condition to new ones. */
  readonly setCondition: (condition: NetworkCondition) => Promise<void>;
  readonly target: () => number;
  /** Ends all connections and leads new ones to another port. */
  readonly setTarget: (port: number) => void;
  readonly close: () => Promise<void>;
}

const cutAfterBytes = 3000;
const slowChunkMs = 20;

const answerOf = (body: string, ...headers: readonly string[]): string =>
  ['HTTP/1.1 200 OK', `Content-Length: ${body.length}`, 'Connection: close', ...headers, '', body].join('\r\n');

const answers: Partial<Record<NetworkCondition, string>> = {
  stranger: answerOf('<!doctype html><title>Router</title>'),
  nonsense: answerOf('{"items":{"a":1}}', 'Access-Control-Allow-Origin: *', 'Access-Control-Allow-Headers: *'),
};

/** Starts the proxy on a port, in the condition `open`. */
export async function openFaultyNetwork(port: number, firstTarget: number): Promise<FaultyNetwork> {
  const sockets = new Set<Socket>();
  let condition: NetworkCondition = 'open';
  let target = firstTarget;
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((socket) => {
    track(socket);
    if (condition === 'silent') return;
    const answer = answers[condition];
    if (answer !== undefined) return void socket.once('data', () => socket.end(answer));
    const onward = track(connect(target, '127.0.0.1'));
    socket.on('close', () => onward.destroy());
    onward.on('close', () => socket.destroy());
    socket.pipe(onward);
    if (condition === 'cut') cut(onward, socket);
    else if (condition === 'slow') slowDown(onward, socket);
    else onward.pipe(socket);
  });
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const stop = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  await listenOn(server, port);
  return {
    condition: () => condition,
    target: () => target,
    setTarget: (port) => {
      target = port;
      endAll();
    },
    setCondition: async (next) => {
      condition = next;
      endAll();
      if (condition === 'refused') await stop();
      else if (!server.listening) await listenOn(server, port);
    },
    close: async () => {
      endAll();
      await stop();
    },
  };
}

function cut(from: Socket, to: Socket): void {
  let left = cutAfterBytes;
  from.on('data', (chunk: Buffer) => {
    to.write(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) to.destroySoon();
  });
}

function slowDown(from: Socket, to: Socket): void {
  from.on('data', (chunk: Buffer) => {
    from.pause();
    to.write(chunk);
    setTimeout(() => from.resume(), slowChunkMs).unref();
  });
}
