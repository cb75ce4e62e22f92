import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../e2e/browser.ts';

/** A relay that runs as its users run it, in a process of its own, always on the same port and folder. */
export interface RelayProcess {
  readonly url: string;
  readonly runs: () => boolean;
  /** Starts it unless it runs; it listens some time later. */
  readonly start: (key: string) => Promise<void>;
  /** Ends it as a power cut does. */
  readonly kill: () => Promise<void>;
  /** Ends it as its user does: it has to exit with 0. */
  readonly stop: () => Promise<void>;
  /** Ends that nobody asked for, and whatever it wrote to stderr. */
  readonly problems: readonly string[];
}

export interface RelayParts {
  readonly port: number;
  readonly priceApiUrl: string;
  readonly ratesUrl: string;
  readonly cacheDir: string;
}

/** Least time between two questions for the same data, s: a key has 60 a minute, for five kinds of data. */
const pollSeconds = '2';

const greeting = /^relay: listening on \S+\s*$/;

/** Makes the relay known; it does not run yet. */
export function createRelayProcess({ port, priceApiUrl, ratesUrl, cacheDir }: RelayParts): RelayProcess {
  const problems: string[] = [];
  let child: ChildProcess | undefined;
  const env = {
    ...process.env,
    PRICE_API_URL: priceApiUrl,
    RELAY_PORT: String(port),
    RELAY_CACHE_DIR: cacheDir,
    RELAY_RATES_URL: ratesUrl,
    RELAY_LOG: 'off',
    RELAY_POLL_SECONDS: pollSeconds,
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null) return;
    const exit = once(ending, 'exit');
    ending.kill(signal);
    const [code] = await exit;
    // It may have been told before it was there, and then the signal itself ended it.
    if (signal === 'SIGTERM' && code !== 0 && code !== null)
      problems.push(`the relay ended with ${code} when it was told to end`);
  };
  const start = async (key: string) => {
    if (child) return;
    const stdio: ['ignore', 'ignore', 'pipe'] = ['ignore', 'ignore', 'pipe'];
    const started = spawn(process.execPath, [join(root, 'src/relay/main.ts')], {
      cwd: root,
      env: { ...env, PRICE_API_KEY: key },
      stdio,
    });
    child = started;
    started.stderr.on('data', (chunk: Buffer) => {
      const said = chunk.toString();
      if (!greeting.test(said)) problems.push(`the relay says ${said.slice(0, 500)}`);
    });
    started.on('exit', (code, signal) => {
      if (child === started) problems.push(`the relay ended by itself with ${code ?? signal}`);
    });
    await once(started, 'spawn');
  };
  return {
    url: `http://127.0.0.1:${port}`,
    runs: () => child !== undefined,
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    problems,
  };
}
