import { homedir, totalmem } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { marketIds, referenceMarkets } from '#core/prices/markets.ts';
import {
  commaList,
  type EnvironmentVariables,
  numberFrom,
  portNumber,
  readEnvironment,
  StartError,
  withoutEmpty,
} from '#protocol/environment.ts';
import { isLoopbackHost } from '#protocol/loopback.ts';
import { quote } from '#protocol/price-query.ts';
import {
  baseUrl,
  type ConfigFile,
  hostNames,
  httpUrl,
  isPlainHttp,
  redisUrl,
  secret,
} from '#relay/admin/config-store.ts';
import { ecbDaily } from '#relay/feeds/ecb-rates.ts';

const noMarket = ({ input }: { readonly input?: unknown }): string =>
  `${quote(String(input))} is no market of ${marketIds.join(', ')}`;

/** A shorter one could be guessed by whoever can reach the relay, also through a proxy on its machine. */
const token = secret.check(z.minLength(16, 'a token is shorter than 16 characters'));

const environment = z.object({
  RELAY_TOKENS: z._default(z.pipe(commaList, z.array(token)), []),
  RELAY_POLL_SECONDS: z._default(numberFrom(0.001, 86_400), 60),
  RELAY_RATES_URL: z._default(z.union([z.literal('off'), httpUrl]), ecbDaily),
  RELAY_NOTICES_URL: z.optional(z.union([z.literal('off'), httpUrl])),
  RELAY_HISTORY_MARKETS: z._default(z.pipe(commaList, z.array(z.enum(marketIds, { error: noMarket }))), [
    ...referenceMarkets,
  ]),
  RELAY_PORT: z._default(portNumber, 8787),
  RELAY_CACHE_DIR: z.optional(z.string()),
  RELAY_LOG: z.optional(z.string()),
  RELAY_HISTORY: z.optional(z.string()),
  RELAY_STORE: z.optional(redisUrl),
  RELAY_MEMORY_MB: z.optional(numberFrom(256, 1024 * 1024)),
  RELAY_PLAIN_HTTP: z._default(z.pipe(commaList, hostNames), []),
});

export type PriceApi = Readonly<NonNullable<ConfigFile['priceApi']>>;

/** @throws StartError without quoting a token */
function checkTokens(tokens: readonly string[], key: string | undefined): void {
  if (key !== undefined && tokens.includes(key))
    throw new StartError('RELAY_TOKENS is not usable: a token is the key of the price API, which no browser may have');
}

/** @throws StartError for an address to which others could read the key on its way */
function checkEncryption(priceApi: PriceApi | undefined, allowed: readonly string[], isPriceApiFixed: boolean): void {
  if (priceApi === undefined || !isPlainHttp(priceApi.url, allowed)) return;
  throw new StartError(
    `${isPriceApiFixed ? 'PRICE_API_URL' : 'priceApi.url'} is not usable: over http others can read the key; ` +
      'it needs https, or its host in RELAY_PLAIN_HTTP if it is in a network of your own',
  );
}

/** Address and key count as one: the key of the file never goes to an address of the environment. @throws StartError */
export function readConfig(given: EnvironmentVariables, file: ConfigFile = {}) {
  const env = withoutServiceLink(given);
  const isPriceApiFixed = Boolean(env['PRICE_API_URL'] || env['PRICE_API_KEY']);
  const own = isPriceApiFixed ? undefined : file.priceApi;
  const merged = { ...toEnvironment(file), ...withoutEmpty(env) };
  const host = (merged['RELAY_HOST'] ?? 'localhost').replace(/^localhost$/i, '127.0.0.1');
  const isLoopback = isLoopbackHost(host);
  const isNeeded = isPriceApiFixed || (own === undefined && !isLoopback);
  const hasTokens = /[^\s,]/.test(merged['RELAY_TOKENS'] ?? '');
  const isOpen = !isLoopback && !hasTokens && file.invites === undefined;
  const missing = isOpen ? ['RELAY_TOKENS is missing: it is required when RELAY_HOST is not loopback'] : [];
  const { priceApi = own, ...read } = isNeeded
    ? readWithPriceApi(merged, missing)
    : { priceApi: undefined, ...readEnvironment(environment, merged, missing) };
  checkTokens(read.RELAY_TOKENS, priceApi?.key);
  checkEncryption(priceApi, read.RELAY_PLAIN_HTTP, isPriceApiFixed);
  return {
    /** `undefined` until there is a key: the relay then serves sample prices. */
    priceApi,
    /** Whether the environment names the price API, so that the setup page cannot change it. */
    isPriceApiFixed,
    plainHttpHosts: read.RELAY_PLAIN_HTTP,
    tokens: read.RELAY_TOKENS,
    pollMs: read.RELAY_POLL_SECONDS * 1000,
    ratesUrl: read.RELAY_RATES_URL === 'off' ? undefined : read.RELAY_RATES_URL,
    noticesUrl: read.RELAY_NOTICES_URL,
    host,
    port: read.RELAY_PORT,
    isPortFixed: Boolean(env['RELAY_PORT']),
    isLoopback,
    namedFolder: read.RELAY_CACHE_DIR,
    log: read.RELAY_LOG ?? (process.stdout.isTTY ? 'off' : 'stdout'),
    databaseFile: databaseFileOf(read.RELAY_HISTORY, read.RELAY_CACHE_DIR, env),
    recordsHistory: read.RELAY_HISTORY !== 'off',
    historyMarkets: read.RELAY_HISTORY_MARKETS,
    storeUrl: read.RELAY_STORE,
    memoryMb: read.RELAY_MEMORY_MB ?? memoryOfMachine(),
  };
}

export type RelayConfig = Readonly<ReturnType<typeof readConfig>>;

/** Kubernetes gives each pod a variable for a service: one called `relay` is no port of this relay. */
export function withoutServiceLink(env: EnvironmentVariables): EnvironmentVariables {
  const isLink = env['RELAY_SERVICE_HOST'] !== undefined && env['RELAY_PORT']?.startsWith('tcp://');
  return isLink ? { ...env, RELAY_PORT: undefined } : env;
}

function readWithPriceApi(env: EnvironmentVariables, missing: readonly string[]) {
  const read = readEnvironment(z.extend(environment, { PRICE_API_URL: baseUrl, PRICE_API_KEY: secret }), env, missing);
  return { ...read, priceApi: { url: read.PRICE_API_URL, key: read.PRICE_API_KEY } };
}

/** The settings of a configuration file by the names of the variables: `pollSeconds` is `RELAY_POLL_SECONDS`. Lists become comma lists. */
const toEnvironment = (file: ConfigFile): EnvironmentVariables => {
  const named = Object.entries(file).map(
    ([field, value]) => [`RELAY_${field.replace(/[A-Z]/g, '_$&').toUpperCase()}`, value?.toString()] as const,
  );
  return withoutEmpty(Object.fromEntries(named));
};

const memoryOfMachine = (): number => Math.min(process.constrainedMemory() || Infinity, totalmem()) / 1024 ** 2;

/** The file that `RELAY_HISTORY` names, else one in the relay's folder. */
function databaseFileOf(named = 'off', folder: string | undefined, env: EnvironmentVariables): string {
  return named === 'off' ? join(folder || join(userFolder('data', env), 'skinlens'), 'relay.db') : named;
}

/** By the convention of each system: the variables of Windows and of others, and the place without them. */
const userFolders = {
  data: ['LOCALAPPDATA', 'XDG_DATA_HOME', '.local/share'],
  config: ['APPDATA', 'XDG_CONFIG_HOME', '.config'],
} as const;

function userFolder(kind: keyof typeof userFolders, env: EnvironmentVariables): string {
  const [windows, xdg, home] = userFolders[kind];
  const roaming = process.platform === 'win32' && env[windows];
  if (roaming) return roaming;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return env[xdg] || join(homedir(), home);
}

export const defaultConfigPath = (env: EnvironmentVariables): string =>
  join(userFolder('config', env), 'skinlens', 'relay.json');
