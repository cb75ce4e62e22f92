import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * What becomes of connections: all passes; none is taken; each is taken and nothing passes; each ends after some bytes
 * of the answer; bytes trickle.
 */
export const moods = ['open', 'refused', 'silent', 'cut', 'slow'] as const;

type Mood = (typeof moods)[number];

/** The network between the extension and the relay: a loopback port that passes bytes on, or does not. */
export interface Network {
  readonly mood: () => Mood;
  /** Ends all connections; new ones meet the new mood. */
  readonly turn: (mood: Mood) => Promise<void>;
  readonly close: () => Promise<void>;
}

const cutAfterBytes = 3000;
const slowChunkMs = 20;

/** Opens the network on a port, open at first. */
export async function openNetwork(port: number, target: number): Promise<Network> {
  const sockets = new Set<Socket>();
  let mood: Mood = 'open';
  const server = createServer((socket) => {
    keep(sockets, socket);
    if (mood === 'silent') return;
    const onward = keep(sockets, connect(target, '127.0.0.1'));
    // An end of the line is one for both sides.
    socket.on('close', () => onward.destroy());
    onward.on('close', () => socket.destroy());
    socket.pipe(onward);
    carriers[mood === 'refused' ? 'open' : mood](onward, socket);
  });
  const turn = async (next: Mood) => {
    mood = next;
    for (const socket of sockets) socket.destroy();
    if (mood === 'refused') await stop(server);
    else if (!server.listening) await listen(server, port);
  };
  await listen(server, port);
  return {
    mood: () => mood,
    turn,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await stop(server);
    },
  };
}

/** How the answer gets from the relay to the extension. */
const carriers: Readonly<Record<Exclude<Mood, 'refused' | 'silent'>, (from: Socket, to: Socket) => void>> = {
  open: (from, to) => void from.pipe(to),
  cut: (from, to) => {
    let left = cutAfterBytes;
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

function keep(sockets: Set<Socket>, socket: Socket): Socket {
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
