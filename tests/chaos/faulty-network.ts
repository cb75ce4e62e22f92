import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * `open`: all bytes pass. `refused`: no connection is accepted. `silent`: connections are accepted, no byte passes.
 * `cut`: each connection ends after 3,000 bytes of the response. `slow`: the response comes in chunks 20 ms apart.
 */
export const networkConditions = ['open', 'refused', 'silent', 'cut', 'slow'] as const;

type NetworkCondition = (typeof networkConditions)[number];

/** A TCP proxy between the extension and the relay, on a loopback port. */
export interface FaultyNetwork {
  readonly condition: () => NetworkCondition;
  /** Ends all connections and applies the condition to new ones. */
  readonly setCondition: (mood: NetworkCondition) => Promise<void>;
  /** The loopback port that connections go to. */
  readonly target: () => number;
  /** Ends all connections and leads new ones to another port. */
  readonly setTarget: (port: number) => void;
  readonly close: () => Promise<void>;
}

const resetAfterBytes = 3000;
const slowChunkMs = 20;

/** Starts the proxy on a port, in the condition `open`. */
export async function openFaultyNetwork(port: number, firstTarget: number): Promise<FaultyNetwork> {
  const sockets = new Set<Socket>();
  let condition: NetworkCondition = 'open';
  let target = firstTarget;
  const server = createServer((socket) => {
    track(sockets, socket);
    if (condition === 'silent') return;
    const onward = track(sockets, connect(target, '127.0.0.1'));
    socket.on('close', () => onward.destroy());
    onward.on('close', () => socket.destroy());
    socket.pipe(onward);
    carriers[condition === 'refused' ? 'open' : condition](onward, socket);
  });
  const setCondition = async (next: NetworkCondition) => {
    condition = next;
    for (const socket of sockets) socket.destroy();
    if (condition === 'refused') await stop(server);
    else if (!server.listening) await listen(server, port);
  };
  await listen(server, port);
  return {
    condition: () => condition,
    target: () => target,
    setTarget: (port) => {
      target = port;
      for (const socket of sockets) socket.destroy();
    },
    setCondition,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await stop(server);
    },
  };
}

/** Forwards the response from the relay to the extension. */
const carriers: Readonly<Record<Exclude<NetworkCondition, 'refused' | 'silent'>, (from: Socket, to: Socket) => void>> =
  {
    open: (from, to) => void from.pipe(to),
    cut: (from, to) => {
      let left = resetAfterBytes;
      from.on('data', (chunk: Buffer) => {
        to.write(chunk.subarray(0, left));
        left -= chunk.length;
        if (left <= 0) to.destroySoon();
      });
    },
    slow: (from, to) => {
      from.on('data', (chunk: Buffer) => {
        from.pause();
        to.write(chunk);
        setTimeout(() => from.resume(), slowChunkMs).unref();
      });
    },
  };

function track(sockets: Set<Socket>, socket: Socket): Socket {
  sockets.add(socket);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => sockets.delete(socket));
  return socket;
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    if (!server.listening) resolve();
    else server.close(() => resolve());
  });
