import { createClient, RESP_TYPES } from '@redis/client';
import { withTimeout } from '#core/timeout.ts';
import { StartError } from '#protocol/environment.ts';
import { errorCode } from '#relay/error-code.ts';

const open = (url: string, timeoutMs: number, mayRetry: () => boolean) =>
  createClient({
    url,
    // Valkey and Redis, old and new, speak it.
    RESP: 2,
    maintNotifications: 'disabled',
    disableClientInfo: true,
    disableOfflineQueue: true,
    commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
    socket: {
      connectTimeout: timeoutMs,
      // A network that drops packets tells nobody. Each relay sends something every few seconds.
      socketTimeout: Math.max(5 * timeoutMs, 10_000),
      reconnectStrategy: (retries) => mayRetry() && Math.min(100 * 2 ** Math.min(retries, 6), 3000),
    },
  });

type Client = ReturnType<typeof open>;

export type RedisConnection = Awaited<ReturnType<typeof connectRedis>>;

/** An error of the server or the connection. Its code is all that a log may hold of it. */
class RedisError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Errors of the server begin with a word in capitals, such as `WRONGPASS`. The rest may quote a command. */
function redisErrorCode(error: unknown): string {
  const [word] = /^[A-Z]{3,}\b/.exec(error instanceof Error ? error.message : '') ?? [];
  return word ?? errorCode(error);
}

/**
 * Opens a connection to Redis or Valkey that comes back by itself.
 * @param url `redis://` or `rediss://`, with user and password where the server wants them
 * @throws StartError when the server cannot be reached or refuses the password. The message does not quote the password
 */
export async function connectRedis(url: string, timeoutMs: number) {
  let isStarted = false;
  const client = open(url, timeoutMs, () => isStarted);
  // The caller of a command learns of its failure.
  client.on('error', () => undefined);
  const close = () => client.destroy();
  try {
    await withTimeout(
      client.connect().then(() => client.ping()),
      2 * timeoutMs,
    );
  } catch (error) {
    close();
    throw new StartError(`RELAY_STORE is not usable: ${new URL(url).host} ${describe(redisErrorCode(error))}`);
  }
  isStarted = true;
  return {
    /** Rejects while the server does not answer, with an error that quotes nothing. */
    async run<T>(work: (client: Client) => Promise<T>): Promise<T> {
      try {
        return await withTimeout(work(client), timeoutMs);
      } catch (error) {
        throw new RedisError(redisErrorCode(error));
      }
    },
    close,
  };
}

function describe(code: string): string {
  if (/^(?:WRONGPASS|NOAUTH|NOPERM)$/.test(code)) return `refuses the user or the password (${code})`;
  return `does not answer as a Redis or Valkey server (${code})`;
}
