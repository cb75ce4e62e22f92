import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../e2e/browser.ts';

/** A relay in a process of its own, as users run it, always with the same port and folder. */
export interface RelayProcess {
  readonly url: string;
  readonly port: number;
  readonly historyFile: string;
  /** The address of the status page, with the secret of its session; `undefined` while the process does not run. */
  readonly pageUrl: () => string | undefined;
  readonly isRunning: () => boolean;
  /** Starts the process unless it runs. The relay listens some time later. */
  readonly start: (key: string) => Promise<void>;
  /** SIGKILL, as in a power cut. */
  readonly kill: () => Promise<void>;
  /** SIGTERM. The relay has to exit with 0. */
  readonly stop: () => Promise<void>;
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

/** Prepares the relay without starting it. */
export function createRelayProcess({
  port,
  priceApiUrl,
  ratesUrl,
  cacheDir,
  storeUrl,
}: RelayProcessOptions): RelayProcess {
  const problems: string[] = [];
  let child: ChildProcess | undefined;
  let pageUrl: string | undefined;
  const historyFile = join(cacheDir, 'relay.db');
  const env = {
    ...process.env,
    PRICE_API_URL: priceApiUrl,
    RELAY_PORT: String(port),
    RELAY_CACHE_DIR: cacheDir,
    RELAY_RATES_URL: ratesUrl,
    RELAY_LOG: 'off',
    RELAY_POLL_SECONDS: pollSeconds,
    RELAY_HISTORY: historyFile,
    ...(storeUrl === undefined ? {} : { RELAY_STORE: storeUrl }),
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
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
  };
  const start = async (key: string) => {
    if (child) return;
    const stdio: ['ignore', 'ignore', 'pipe'] = ['ignore', 'ignore', 'pipe'];
    const started = spawn(
      process.execPath,
      [join(root, 'src/relay/main.ts'), '--no-open', '--config', join(cacheDir, 'relay.json')],
      {
        cwd: root,
        env: { ...env, PRICE_API_KEY: key },
        stdio,
      },
    );
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
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    historyFile,
    pageUrl: () => pageUrl,
    isRunning: () => child !== undefined,
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    problems,
  };
}
