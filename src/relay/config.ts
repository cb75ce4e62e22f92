import { homedir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { commaList, numberFrom, portNumber, readEnvironment, StartError } from '#protocol/environment.ts';
import { isLoopbackHost } from '#protocol/loopback.ts';

/** The daily reference rates of the European Central Bank. */
const ecbDaily = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';

const dayInSeconds = 86_400;

const isHttp = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
};

const httpUrl = z.string().check(z.refine(isHttp, 'it is no http or https address without a password'));
const baseUrl = z.pipe(
  httpUrl.check(z.refine((text) => !/[?#]/.test(text), 'it has a query')),
  z.transform((text) => text.replace(/\/+$/, '')),
);
/** Becomes part of a header. The message never quotes the value. */
const secret = z.string().check(z.regex(/^[\x21-\x7e]+$/, 'it has characters that no header may carry'));

/** The variables of every platform (README, "Environment"). */
const relayEnvironment = z.object({
  PRICE_API_URL: baseUrl,
  PRICE_API_KEY: secret,
  RELAY_TOKENS: z._default(z.pipe(commaList, z.array(secret)), []),
  RELAY_POLL_SECONDS: z._default(numberFrom(0.001, dayInSeconds), 60),
  RELAY_RATES_URL: z._default(z.union([z.literal('off'), httpUrl]), ecbDaily),
});

const nodeEnvironment = z.extend(relayEnvironment, {
  RELAY_HOST: z._default(z.string(), '127.0.0.1'),
  RELAY_PORT: z._default(portNumber, 8787),
  RELAY_CACHE_DIR: z.optional(z.string()),
  RELAY_LOG: z._default(z.string(), 'stdout'),
});

/** The configuration of every platform. */
export interface RelayConfig {
  readonly priceApi: { readonly url: string; readonly key: string };
  readonly tokens: readonly string[];
  readonly pollMs: number;
  /** `undefined` when exchange rates are off. */
  readonly ratesUrl: string | undefined;
}

/** The configuration on Node. */
export interface NodeConfig extends RelayConfig {
  readonly host: string;
  readonly port: number;
  readonly cacheDir: string;
  /** `stdout`, `off`, or the path of a file. */
  readonly log: string;
  readonly isLoopback: boolean;
}

type Environment = Record<string, string | undefined>;

/** A shorter token could be guessed by somebody who can reach the relay. */
const minTokenLength = 16;

/** @throws StartError without quoting a token */
function checkTokens({ RELAY_TOKENS, PRICE_API_KEY }: z.infer<typeof relayEnvironment>, isLoopback: boolean): void {
  if (RELAY_TOKENS.includes(PRICE_API_KEY)) {
    throw new StartError('RELAY_TOKENS is not usable: a token is the key of the price API, which no browser may have');
  }
  if (!isLoopback && RELAY_TOKENS.some(({ length }) => length < minTokenLength)) {
    throw new StartError(
      `RELAY_TOKENS is not usable: a token is shorter than ${minTokenLength} characters, and others can reach the relay`,
    );
  }
}

const toRelayConfig = (read: z.infer<typeof relayEnvironment>): RelayConfig => ({
  priceApi: { url: read.PRICE_API_URL, key: read.PRICE_API_KEY },
  tokens: read.RELAY_TOKENS,
  pollMs: read.RELAY_POLL_SECONDS * 1000,
  ratesUrl: read.RELAY_RATES_URL === 'off' ? undefined : read.RELAY_RATES_URL,
});

/**
 * Reads the variables of a Cloudflare Worker.
 * @throws StartError naming every missing or bad variable
 */
export function readWorkerConfig(env: Environment): RelayConfig {
  const read = readEnvironment(relayEnvironment, env);
  checkTokens(read, false);
  const config = toRelayConfig(read);
  if (config.tokens.length === 0) throw new StartError('RELAY_TOKENS is missing: anybody can reach a Worker');
  return config;
}

/**
 * Reads the environment of a relay on Node.
 * @throws StartError naming every missing or bad variable; a host beyond loopback needs tokens
 */
export function readNodeConfig(env: Environment): NodeConfig {
  const read = readEnvironment(nodeEnvironment, env);
  const isLoopback = isLoopbackHost(read.RELAY_HOST);
  if (!isLoopback && read.RELAY_TOKENS.length === 0) {
    throw new StartError('RELAY_TOKENS is missing: it is required when RELAY_HOST is not loopback');
  }
  checkTokens(read, isLoopback);
  return {
    ...toRelayConfig(read),
    host: read.RELAY_HOST,
    port: read.RELAY_PORT,
    cacheDir: read.RELAY_CACHE_DIR ?? join(userCacheFolder(env), 'skinlens', 'relay'),
    log: read.RELAY_LOG,
    isLoopback,
  };
}

/** The user's cache folder by the convention of each system. */
function userCacheFolder(env: Environment): string {
  if (process.platform === 'win32' && env['LOCALAPPDATA']) return env['LOCALAPPDATA'];
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
}
