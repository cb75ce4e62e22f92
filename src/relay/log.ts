import { once } from 'node:events';
import { open, rename, statSync } from 'node:fs';
import { promisify } from 'node:util';
import pino from 'pino';
import { minuteMs } from '#core/prices/age.ts';
import { StartError } from '#protocol/environment.ts';
import type { RequestReport } from '#relay/api/api-context.ts';

/** Most characters that wait to be written: a full disk costs lines, not memory. */
const maxBufferedChars = 4 * 1024 * 1024;

/** A log file that is larger becomes `<file>.1`, in place of the one before, in bytes. */
const maxLogBytes = 64 * 1024 * 1024;

/** To `stdout`, `off`, or a file. @throws StartError when the file cannot be opened */
export async function openLog(to: string, maxBytes = maxLogBytes) {
  if (to === 'off')
    return { logger: pino({ enabled: false }), logRequest: () => undefined, flush: async () => undefined };
  const dest = to === 'stdout' ? 1 : await openToAppend(to);
  const destination = pino.destination({ dest, sync: false, maxLength: maxBufferedChars });
  destination.on('error', () => undefined);
  if (to !== 'stdout') keepSmall(destination, to, maxBytes);
  let isClosed = false;
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  const requests = createRequestLog(logger);
  return {
    logger,
    logRequest: requests.log,
    async flush() {
      requests.tell();
      if (isClosed || (await written(destination))) return;
      isClosed = true;
      logger.level = 'silent';
      destination.destroy();
    },
  };
}

/** Renames the file when it has grown, and goes on in a new one. Of a disk that refuses, the same file is used. */
function keepSmall(destination: Destination, path: string, maxBytes: number): void {
  // Without its path pino reopens nothing.
  Object.assign(destination, { file: path });
  let bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  destination.on('ready', () => {
    bytes = 0;
  });
  destination.on('write', (written: number) => {
    bytes += written;
    if (bytes < maxBytes) return;
    bytes = -Infinity;
    rename(path, `${path}.1`, () => destination.reopen(path));
  });
}

/** Whoever has no token may ask as often as he likes: what he is answered becomes one line a minute. */
export function createRequestLog(logger: Pick<pino.Logger, 'info'>) {
  const counted = new Map<string, number>();
  const tell = (): void => {
    if (counted.size > 0) logger.info({ counted: Object.fromEntries(counted) }, 'requests without a line of their own');
    counted.clear();
  };
  const count = (kind: string): void => {
    if (counted.size === 0) setTimeout(tell, minuteMs).unref();
    counted.set(kind, (counted.get(kind) ?? 0) + 1);
  };
  const log = (request: RequestReport): void => {
    const { route, status } = request;
    const isOpen = route === '/healthz' || status === 204 || (status >= 400 && status < 500);
    if (isOpen) count(`${route} ${status}`);
    else logger.info(request, 'request');
  };
  return { log, tell };
}

type Destination = ReturnType<typeof pino.destination>;

/** Longest wait of a closing relay for its log, in ms: a pipe may have no reader, a disk no space. */
const flushTimeoutMs = 500;

/** Whether everything could be written. pino's own `flushSync` would retry for ever. */
function written(destination: Destination): Promise<boolean> {
  const drained = once(destination, 'drain', { signal: AbortSignal.timeout(flushTimeoutMs) });
  // Even an empty write ends with `drain`.
  destination.write('');
  return drained.then(
    () => true,
    () => false,
  );
}

/** pino opens files as well, but throws at the exit of the process when it could not. */
async function openToAppend(path: string): Promise<number> {
  try {
    return await promisify(open)(path, 'a');
  } catch (error) {
    throw new StartError(`RELAY_LOG is not usable: ${error instanceof Error ? error.message : 'unknown error'}`);
  }
}
