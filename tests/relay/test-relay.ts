import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { delay } from '#core/asks/timeout.ts';
import type { RelayLimits } from '#relay/limits.ts';
import { type RelayOptions, startRelay } from '#relay/relay.ts';
import { tempFolder } from '../temp-folder.ts';
import { key, type Script, startUpstream, type Upstream } from './upstream.ts';

const pollMs = 100;

export type RelayTestBed = Awaited<ReturnType<typeof startTestRelay>>;

export interface RawResponse {
  readonly status: number;
  readonly headers: Record<string, string | undefined>;
  readonly body: Buffer;
}

export interface TestRelayOptions extends Partial<RelayOptions> {
  readonly env?: Record<string, string>;
  readonly limits?: Partial<RelayLimits>;
  /** The folder of an earlier relay, to restart it. */
  readonly folder?: string;
  readonly upstream?: Upstream;
}

export async function startTestRelay(script: Script, circumstances: TestRelayOptions = {}) {
  const upstream = circumstances.upstream ?? (await startUpstream(script));
  const folder = circumstances.folder ?? (await tempFolder());
  const log = join(folder, 'requests.log');
  const env = {
    PRICE_API_URL: upstream.url,
    PRICE_API_KEY: key,
    RELAY_PORT: '0',
    RELAY_POLL_SECONDS: String(pollMs / 1000),
    RELAY_CACHE_DIR: join(folder, 'cache'),
    RELAY_RATES_URL: 'off',
    RELAY_LOG: log,
    ...circumstances.env,
  };
  // A busy machine's disk may take seconds: only a test of a disk that hangs waits for the limit. Tests count the requests to
  // upstream: none comes by itself, unless they ask for that.
  const limits = { diskTimeoutMs: 60_000, backgroundPollMs: 3_600_000, ...circumstances.limits };
  const relay = await startRelay(env, limits, { configPath: join(folder, 'relay.json'), ...circumstances });
  const close = () => relay.close(0);
  onTestFinished(close);
  return {
    relay,
    upstream,
    url: relay.url,
    folder,
    get: (target: string, headers?: Record<string, string>) => get(relay.url + target, headers),
    async logged() {
      await close();
      return (await readFile(log, 'utf8')).split('\n').filter((line) => line !== '');
    },
    close,
  };
}

export interface SendOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer | undefined;
}

/** Sends a request with this target and these headers only; `fetch` would change the target and decode the body. */
export function send(url: string, { method = 'GET', headers = {}, body }: SendOptions = {}): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const path = url.slice(url.indexOf('/', 'http://'.length));
    const sent = request(new URL(url).origin, { path, method, headers, agent: false }, (response) => {
      const flat = Object.entries(response.headers).map(([name, value]) => [name, value?.toString()]);
      buffer(response).then(
        (bytes) =>
          resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(flat), body: Buffer.from(bytes) }),
        reject,
      );
    });
    sent.on('error', reject).end(body);
  });
}

export const get = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawResponse> =>
  send(url, { method, headers });

export const jsonOf = (got: RawResponse): unknown => JSON.parse(got.body.toString('utf8'));

/** Polls until a condition holds. The number of polls is bounded, not the time, so a slow machine only takes longer. */
export const until = <T>(read: () => T | Promise<T>, attempts = 200) => ({
  async gives(holds: (value: T) => boolean): Promise<T> {
    let value = await read();
    for (let turn = 0; turn < attempts && !holds(value); turn++) {
      await delay(25);
      value = await read();
    }
    if (!holds(value)) throw new Error('the condition never held');
    return value;
  },
});

export const partner = '/api/get-partner-prices';
