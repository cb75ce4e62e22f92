import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AutostartFile } from '#relay/admin/autostart-file.ts';
import type { ChannelBases } from '#relay/alerts/channel.ts';
import type { RelayLimits } from '#relay/limits.ts';
import { type RunningRelay, startRelay } from '#relay/relay.ts';
import { tempFolder } from '../../temp-folder.ts';
import { patientLimits, type RawResponse, type SendOptions, send as sendTo } from '../test-relay.ts';
import { type Script, startUpstream, type Upstream } from '../upstream.ts';

export interface SetupTestBed {
  readonly relay: RunningRelay;
  readonly upstream: Upstream;
  readonly configPath: string;
  readonly cacheDir: string;
  readonly session: string;
  readonly send: (target: string, options?: SendOptions) => Promise<RawResponse>;
  /** Sends a form as the page does; `headers` and `fields` replace its own. */
  readonly post: (
    path: string,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ) => Promise<RawResponse>;
  readonly page: (query?: string) => Promise<string>;
  readonly config: () => Promise<unknown>;
  readonly mode: () => Promise<number>;
}

export interface SetupTestOptions {
  readonly env?: Record<string, string>;
  readonly limits?: Partial<RelayLimits>;
  readonly file?: object;
  readonly key?: string;
  readonly configPath?: string;
  readonly autostart?: AutostartFile | undefined;
  readonly alertBases?: ChannelBases;
}

/** Starts a relay whose configuration file is empty unless `file` is given; it stops when the test ends. */
export async function startSetupRelay(script: Script, options: SetupTestOptions = {}): Promise<SetupTestBed> {
  const upstream = await startUpstream(script);
  const folder = await tempFolder();
  const { key, file = key ? {} : undefined } = options;
  const priceApi = { url: upstream.url, key };
  const path = file ? join(folder, 'relay.json') : (options.configPath ?? join(folder, 'config', 'relay.json'));
  if (file) await writeFile(path, JSON.stringify({ ...(key && { priceApi }), ...file }));
  const env = {
    RELAY_PORT: '0',
    RELAY_CACHE_DIR: join(folder, 'cache'),
    RELAY_RATES_URL: 'off',
    RELAY_LOG: 'off',
    ...options.env,
  };
  const { autostart, alertBases } = options;
  const limits = { ...patientLimits, ...options.limits };
  const relay = await startRelay(env, limits, { configPath: path, autostart, alertBases });
  onTestFinished(() => relay.close(0));
  const session = URL.parse(relay.pageUrl ?? '')?.searchParams.get('session') ?? '';
  const send: SetupTestBed['send'] = (target, sent) => sendTo(relay.url + target, sent);
  const page = async (query = '') => (await send(`/?session=${session}${query}`)).body.toString();
  return {
    relay,
    upstream,
    configPath: path,
    cacheDir: env.RELAY_CACHE_DIR,
    session,
    send,
    async post(target, fields = {}, headers = {}) {
      const revision = /name="revision" value="(\d+)"/.exec(await page('&step=status'))?.[1] ?? '';
      return send(target, {
        method: 'POST',
        headers: { Origin: relay.url, 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams({ session, lang: 'en', revision, ...fields }).toString(),
      });
    },
    page,
    config: async () => JSON.parse(await readFile(path, 'utf8')),
    mode: async () => (await stat(path)).mode & 0o777,
  };
}

export async function setUp({ post, upstream }: SetupTestBed, key: string, url = upstream.url): Promise<RawResponse> {
  const entered = await post('/setup/address', { url });
  const draft = new URL(entered.headers['location'] ?? '', 'http://relay').searchParams.get('draft') ?? '';
  return post('/setup/key', { draft, key });
}
