import { open } from 'node:fs';
import { promisify } from 'node:util';
import pino from 'pino';
import { StartError } from '#protocol/environment.ts';

/** Most characters that wait to be written: a full disk costs lines, not memory. */
const maxBufferedChars = 4 * 1024 * 1024;

/**
 * Opens the log, which has one JSON line for each event.
 * @param to `stdout`, `off`, or the path of a file to append to
 * @throws StartError when the file cannot be opened
 */
export async function openLog(to: string) {
  if (to === 'off') return { logger: pino({ enabled: false }), flush: async () => undefined };
  const dest = to === 'stdout' ? 1 : await openToAppend(to);
  const destination = pino.destination({ dest, sync: false, maxLength: maxBufferedChars });
  destination.on('error', () => undefined);
  let isClosed = false;
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return {
    logger,
    /** Writes the buffered lines, as far as that takes half a second at most. */
    async flush() {
      if (isClosed || (await written(destination))) return;
      isClosed = true;
      logger.level = 'silent';
      destination.destroy();
    },
  };
}

type Destination = ReturnType<typeof pino.destination>;

/** Longest wait of a closing relay for its log, in ms: a pipe may have no reader, a disk no space. */
const flushTimeoutMs = 500;

/** Whether everything could be written. pino's own `flushSync` would retry for ever. */
function written(destination: Destination): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  destination.once('drain', () => resolve(true));
  destination.once('error', () => resolve(false));
  const timer = setTimeout(() => resolve(false), flushTimeoutMs);
  // Even an empty write ends with `drain`.
  destination.write('');
  return promise.finally(() => clearTimeout(timer));
}

/** pino opens files as well, but throws at the exit of the process when it could not. */
async function openToAppend(path: string): Promise<number> {
  try {
    return await promisify(open)(path, 'a');
  } catch (error) {
    throw new StartError(`RELAY_LOG is not usable: ${error instanceof Error ? error.message : 'unknown error'}`);
  }
}
