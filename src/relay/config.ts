import { homedir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { portNumber, readEnvironment, StartError } from '#protocol/environment.ts';
import { type Common, commonSchema, toCommon } from '#relay/settings.ts';

const schema = z.extend(commonSchema, {
  RELAY_HOST: z._default(z.string(), '127.0.0.1'),
  RELAY_PORT: z._default(portNumber, 8787),
  RELAY_CACHE_DIR: z.optional(z.string()),
  RELAY_LOG: z._default(z.string(), 'stdout'),
});

/** What the relay is told when it starts on Node. */
export interface Settings extends Common {
  readonly host: string;
  readonly port: number;
  readonly cacheDir: string;
  /** `stdout`, `off`, or a file. */
  readonly log: string;
  readonly isLoopback: boolean;
}

type Environment = Record<string, string | undefined>;

/**
 * Reads the relay's environment variables (README, "Environment").
 * @throws StartError naming what is missing or bad; a host beyond loopback without tokens is bad
 */
export function readSettings(env: Environment): Settings {
  const read = readEnvironment(schema, env);
  const isLoopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i.test(read.RELAY_HOST);
  if (!isLoopback && read.RELAY_TOKENS.length === 0) {
    throw new StartError('RELAY_TOKENS is missing: it is required when RELAY_HOST is not loopback');
  }
  return {
    ...toCommon(read),
    host: read.RELAY_HOST,
    port: read.RELAY_PORT,
    cacheDir: read.RELAY_CACHE_DIR ?? join(userCache(env), 'skinlens', 'relay'),
    log: read.RELAY_LOG,
    isLoopback,
  };
}

/** Where programs keep what they can make again: the convention of each system. */
function userCache(env: Environment): string {
  if (process.platform === 'win32' && env['LOCALAPPDATA']) return env['LOCALAPPDATA'];
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
}
