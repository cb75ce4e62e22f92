import { createClient, RESP_TYPES } from '@redis/client';
import { withTimeout } from '#core/asks/timeout.ts';
import { StartError } from '#protocol/environment.ts';
import type { RelayBase } from '#relay/base.ts';
import { errorCode } from '#relay/error-code.ts';

const open = (url: string, timeoutMs: number, mayRetry: () => boolean) => {
  // A network that drops packets tells nobody. Each relay sends something every second.
  const socketTimeout = Math.max(5 * timeoutMs, 10_000);
  return createClient({
    url,
    // Valkey and Redis, old and new, speak it.
    RESP: 2,
    maintNotifications: 'disabled',
    disableClientInfo: true,
    disableOfflineQueue: true,
    pingInterval: socketTimeout / 3,
    commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
    socket: {
      connectTimeout: timeoutMs,
      socketTimeout,
      reconnectStrategy: (retries) => mayRetry() && Math.min(100 * 2 ** Math.min(retries, 6), 3000),
    },
  }).on('error', () => undefined);
};

export type RedisClient = ReturnType<typeof open>;

export type RedisConnection = Awaited<ReturnType<typeof connectRedis>>;

/** Errors of the server begin with a word in capitals, such as `WRONGPASS`. The rest may quote a command. */
function redisErrorCode(error: unknown): string {
  const [word] = /^[A-Z]{3,}\b/.exec(error instanceof Error ? error.message : '') ?? [];
  return word ?? errorCode(error);
}

/** One connection, which comes back by itself. @throws StartError without the password */
export async function connectRedis(url: string, timeoutMs: number, reportProblem: RelayBase['reportProblem']) {
  let [isStarted, isAway, isClosed] = [false, false, false];
  const client = open(url, timeoutMs, () => isStarted);
  const close = (): void => {
    isClosed = true;
    client.destroy();
  };
  try {
    const connected = client.connect().then(() => client.ping());
    await withTimeout(connected, 2 * timeoutMs);
  } catch (error) {
    close();
    const code = redisErrorCode(error);
    const isUser = /^(?:WRONGPASS|NOAUTH|NOPERM)$/.test(code);
    const why = isUser ? 'refuses the user or the password' : 'does not answer as a Redis or Valkey server';
    throw new StartError(`RELAY_STORE is not usable: ${new URL(url).host} ${why} (${code})`);
  }
  isStarted = true;
  return {
    isAway: () => isAway,
    /** Does work on the server; `undefined` when it fails. While the server is away, only a check is tried. */
    async run<T>(work: (client: RedisClient) => Promise<T>, isCheck = false): Promise<T | undefined> {
      if (isAway && !isCheck) return undefined;
      try {
        const result = await withTimeout(work(client), timeoutMs);
        if (isAway) reportProblem('the shared store answers again', 'ok');
        isAway = false;
        return result;
      } catch (error) {
        if (!isAway && !isClosed) reportProblem('the shared store does not answer', redisErrorCode(error));
        isAway = true;
        return undefined;
      }
    },
    close,
  };
}
