import { open } from 'node:fs';
import { promisify } from 'node:util';
import pino from 'pino';
import { StartError } from '#protocol/environment.ts';
import type { RequestReport } from '#relay/deps.ts';
import { describeOutcome, type UpstreamOutcome } from '#relay/feeds/outcome.ts';

/** Writes one JSON line for each event. The fields are chosen one by one, so that no secret can slip in. */
export interface RelayLog {
  readonly request: (report: RequestReport) => void;
  readonly upstream: (source: string, outcome: UpstreamOutcome) => void;
  /** A fault that cost no answer; `code` is an error code. */
  readonly problem: (problem: string, code: string) => void;
  /** Writes the buffered lines, as far as that takes half a second at most. */
  readonly flush: () => Promise<void>;
}

const silentLog: RelayLog = {
  request: () => undefined,
  upstream: () => undefined,
  problem: () => undefined,
  flush: async () => undefined,
};

/** Most characters that wait to be written: a full disk costs lines, not memory. */
const maxBufferedChars = 4 * 1024 * 1024;

/**
 * @param to `stdout`, `off`, or the path of a file to append to
 * @throws StartError when the file cannot be opened
 */
export async function createLog(to: string): Promise<RelayLog> {
  if (to === 'off') return silentLog;
  const dest = to === 'stdout' ? 1 : await openToAppend(to);
  const destination = pino.destination({ dest, sync: false, maxLength: maxBufferedChars });
  destination.on('error', () => undefined);
  let isClosed = false;
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return {
    request: (report) => logger.info(report, 'request'),
    upstream: (source, outcome) => logger.info({ source, ...describeOutcome(outcome) }, 'upstream'),
    problem: (problem, code) => logger.warn({ code }, problem),
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
