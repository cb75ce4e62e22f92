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
  const isFile = to !== 'stdout' && to !== 'off';
  const dest = isFile ? await openToAppend(to) : 1;
  const destination = pino.destination({ dest, sync: false, maxLength: maxBufferedChars });
  destination.on('error', () => undefined);
  if (isFile) keepSmall(destination, to, maxBytes);
  let isClosed = false;
  const logger = pino({ enabled: to !== 'off', base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  const bounded = createBoundedLog(logger);
  return {
    logger,
    ...bounded,
    async flush() {
      bounded.tell();
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

/** Whoever may ask, or write to a shared store, as often as he likes fills no disk: what comes again becomes one line a minute. */
export function createBoundedLog(logger: Pick<pino.Logger, 'info' | 'warn'>) {
  /** How often a line of each kind was left out. */
  const counted = new Map<string, number>();
  const tell = (): void => {
    const leftOut = Object.fromEntries([...counted].filter(([, times]) => times > 0));
    if (Object.keys(leftOut).length > 0) logger.info({ leftOut }, 'lines left out');
    counted.clear();
  };
  /** Whether it is one of the first of the minute, of which so many are written. */
  const isFirst = (kind: string, written: number): boolean => {
    if (counted.size === 0) setTimeout(tell, minuteMs).unref();
    const leftOut = (counted.get(kind) ?? -written) + 1;
    counted.set(kind, leftOut);
    return leftOut <= 0;
  };
  return {
    tell,
    logRequest(request: RequestReport): void {
      const { route, status } = request;
      const isOpen = route === '/healthz' || status === 204 || (status >= 400 && status < 500);
      if (isOpen) isFirst(`${route} ${status}`, 0);
      else logger.info(request, 'request');
    },
    logProblem(problem: string, code: string): void {
      if (isFirst(`${problem} (${code})`, 1)) logger.warn({ code }, problem);
    },
  };
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
