import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface CuttableProxy {
  readonly url: string;
  /** `reset`: every connection ends, and so does every new one. `silent`: connections stay, but nothing gets through. */
  readonly cut: (how: 'reset' | 'silent') => void;
  readonly heal: () => void;
}

export async function startProxy(url: string): Promise<CuttableProxy> {
  const port = Number(new URL(url).port);
  const sockets = new Set<Socket>();
  let mode: 'open' | 'reset' | 'silent' = 'open';
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('data', (part) => mode === 'open' && to.write(part));
    }
    if (mode === 'reset') near.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    server.close();
    end();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: url.replace(`:${port}`, `:${address.port}`),
    cut(how) {
      mode = how;
      if (how === 'reset') end();
    },
    heal() {
      // What was lost on the way never comes, so the connections are of no use.
      end();
      mode = 'open';
    },
  };
}
