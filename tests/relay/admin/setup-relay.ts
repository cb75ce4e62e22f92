import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultLimits } from '#relay/limits.ts';
import { tempFolder } from '../../temp-folder.ts';
import {
  type RawResponse,
  type SendOptions,
  send as sendTo,
  startTestRelay,
  type TestRelayOptions,
} from '../test-relay.ts';
import { type Script, startUpstream } from '../upstream.ts';

export type SetupTestBed = Awaited<ReturnType<typeof startSetupRelay>>;

export interface SetupTestOptions extends TestRelayOptions {
  readonly file?: object;
  readonly key?: string;
}

/** Starts a relay whose configuration file is empty unless `file` is given; it stops when the test ends. */
export async function startSetupRelay(script: Script, options: SetupTestOptions = {}) {
  const [upstream, folder] = [await startUpstream(script), await tempFolder()];
  const { key, file = key ? {} : undefined } = options;
  const priceApi = { url: upstream.url, key };
  const configPath = file ? join(folder, 'relay.json') : (options.configPath ?? join(folder, 'config', 'relay.json'));
  if (file) await writeFile(configPath, JSON.stringify({ ...(key && { priceApi }), ...file }));
  const unset = { PRICE_API_URL: '', PRICE_API_KEY: '', RELAY_POLL_SECONDS: '', RELAY_LOG: 'off' };
  const env: Record<string, string> = { ...unset, RELAY_CACHE_DIR: join(folder, 'cache'), ...options.env };
  const limits = { backgroundPollMs: defaultLimits.backgroundPollMs, ...options.limits };
  const { relay } = await startTestRelay(script, { ...options, upstream, folder, configPath, env, limits });
  const session = URL.parse(relay.pageUrl ?? '')?.searchParams.get('session') ?? '';
  const send = (target: string, sent?: SendOptions) => sendTo(relay.url + target, sent);
  const page = async (query = '') => (await send(`/?session=${session}${query}`)).body.toString();
  return {
    relay,
    upstream,
    configPath,
    cacheDir: env['RELAY_CACHE_DIR'] ?? '',
    session,
    send,
    /** Sends a form as the page does; `headers` and `fields` replace its own. */
    async post(target: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) {
      const revision = /name="revision" value="(\d+)"/.exec(await page('&step=status'))?.[1] ?? '';
      return send(target, {
        method: 'POST',
        headers: { Origin: relay.url, 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams({ session, lang: 'en', revision, ...fields }).toString(),
      });
    },
    page,
    config: async (): Promise<unknown> => JSON.parse(await readFile(configPath, 'utf8')),
  };
}

export async function setUp({ post, upstream }: SetupTestBed, key: string, url = upstream.url): Promise<RawResponse> {
  const entered = await post('/setup/address', { url });
  const draft = new URL(entered.headers['location'] ?? '', 'http://relay').searchParams.get('draft') ?? '';
  return post('/setup/key', { draft, key });
}
