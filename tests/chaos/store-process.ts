import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { until } from '#demo/until.ts';
import { freePort } from '../e2e/servers.ts';
import { redisProgram, spawnRedis } from '../relay/redis-program.ts';

/** The store that the relays share: a Redis or Valkey server that keeps nothing on disk. */
export interface StoreProcess {
  readonly url: string;
  /** Starts it, empty, unless it runs. Resolves when it accepts connections. */
  readonly start: () => Promise<void>;
  /** SIGKILL. */
  readonly kill: () => Promise<void>;
}

/** Prepares a store on a free loopback port without starting it; `undefined` on a machine without such a server. */
export async function createStoreProcess(folder: string): Promise<StoreProcess | undefined> {
  if (redisProgram === undefined) return undefined;
  const port = await freePort();
  let child: ChildProcess | undefined;
  return {
    url: `redis://127.0.0.1:${port}`,
    start: async () => {
      if (child) return;
      child = spawnRedis(String(port), folder);
      await until('the store', () => isListening(port));
    },
    kill: async () => {
      const ending = child;
      child = undefined;
      if (!ending) return;
      const exit = once(ending, 'exit');
      ending.kill('SIGKILL');
      await exit;
    },
  };
}

const isListening = (port: number): Promise<true | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(undefined));
    socket.on('connect', () => socket.destroy());
  });
