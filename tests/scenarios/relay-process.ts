import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { until } from '#demo/until.ts';
import { root } from '../e2e/browser.ts';
import { freePort } from '../e2e/servers.ts';
import { redisProgram, spawnRedis } from '../relay/redis-program.ts';

export interface RelayProcess {
  readonly url: string;
  readonly port: number;
  readonly historyFile: string;
  /** The address of the status page, with the secret of its session; `undefined` while the process does not run. */
  readonly pageUrl: () => string | undefined;
  readonly isRunning: () => boolean;
  /** Starts the process unless it runs. The relay listens some time later. */
  readonly start: (key: string) => Promise<void>;
  /** `SIGKILL`, as in a power cut, or `SIGTERM`, after which the relay has to exit with 0. */
  readonly end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>;
  /** Unexpected exits, and output to stderr. */
  readonly problems: readonly string[];
}

export interface RelayProcessOptions {
  readonly port: number;
  readonly priceApiUrl: string;
  readonly ratesUrl: string;
  readonly cacheDir: string;
  /** The store that it shares with other relays. */
  readonly storeUrl: string | undefined;
}

/** Shortest time between two requests for the same data, s. A key has 60 requests a minute, for five kinds of data. */
const pollSeconds = '2';

const startupLine = /^relay: listening on \S+\nrelay: setup and status: (\S+)\s*$/;

export function createRelayProcess(options: RelayProcessOptions): RelayProcess {
  const { port, cacheDir, storeUrl } = options;
  const problems: string[] = [];
  let child: ChildProcess | undefined;
  let pageUrl: string | undefined;
  const historyFile = join(cacheDir, 'relay.db');
  const args = [join(root, 'src/relay/main.ts'), '--no-open', '--config', join(cacheDir, 'relay.json')];
  const env = {
    ...process.env,
    PRICE_API_URL: options.priceApiUrl,
    RELAY_PORT: String(port),
    RELAY_CACHE_DIR: cacheDir,
    RELAY_RATES_URL: options.ratesUrl,
    RELAY_LOG: 'off',
    RELAY_POLL_SECONDS: pollSeconds,
    RELAY_HISTORY: historyFile,
    ...(storeUrl === undefined ? {} : { RELAY_STORE: storeUrl }),
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    historyFile,
    pageUrl: () => pageUrl,
    isRunning: () => child !== undefined,
    start: async (key) => {
      if (child) return;
      const started = spawn(process.execPath, args, {
        cwd: root,
        env: { ...env, PRICE_API_KEY: key },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child = started;
      started.stderr.on('data', (chunk: Buffer) => {
        const text = chunk.toString();
        const [, page] = startupLine.exec(text) ?? [];
        if (page !== undefined) pageUrl = page;
        else problems.push(`the relay wrote to stderr: ${text.slice(0, 500)}`);
      });
      started.on('exit', (code, signal) => {
        if (child === started) problems.push(`the relay exited by itself with ${code ?? signal}`);
      });
      await once(started, 'spawn');
    },
    end: async (signal) => {
      const ending = child;
      child = undefined;
      pageUrl = undefined;
      if (!ending || ending.exitCode !== null) return;
      const exit = once(ending, 'exit');
      ending.kill(signal);
      const [code] = await exit;
      // Before the relay handles signals, SIGTERM itself ends it, without a code.
      if (signal === 'SIGTERM' && code !== 0 && code !== null)
        problems.push(`the relay exited with ${code} after SIGTERM`);
    },
    problems,
  };
}

/** The store that the relays share: a Redis or Valkey server that keeps nothing on disk. */
export interface StoreProcess {
  readonly url: string;
  /** Starts it, empty, unless it runs. Resolves when it accepts connections. */
  readonly start: () => Promise<void>;
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
