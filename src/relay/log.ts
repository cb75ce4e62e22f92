import pino, { type Logger } from 'pino';
import { StartError } from '#protocol/environment.ts';
import type { RequestReport } from '#relay/http/handler.ts';
import { describeOutcome, type Outcome } from '#relay/upstream/fetch-upstream.ts';

/** One JSON line for each event. What is logged is chosen here field by field, so that no secret can slip in. */
export interface Log {
  readonly request: (report: RequestReport) => void;
  readonly upstream: (source: string, outcome: Outcome) => void;
  /** Something that went wrong without costing an answer; `code` is a system's error code. */
  readonly problem: (problem: string, code: string) => void;
  /** Writes out what is still in memory, as far as that can be done in a moment. */
  readonly flush: () => Promise<void>;
}

const silent: Log = {
  request: () => undefined,
  upstream: () => undefined,
  problem: () => undefined,
  flush: async () => undefined,
};

/** What waits to be written, in characters: a full disk costs lines, not memory. */
const maxWaiting = 4 * 1024 * 1024;

/**
 * @param to `stdout`, `off`, or the path of a file that is appended to
 * @throws StartError when the file cannot be opened
 */
export async function createLog(to: string): Promise<Log> {
  if (to === 'off') return silent;
  const destination = pino.destination({ dest: to === 'stdout' ? 1 : to, sync: false, maxLength: maxWaiting });
  if (to !== 'stdout') await opened(destination, to);
  destination.on('error', () => undefined);
  let isOver = false;
  const lines = gather((text) => isOver || destination.write(text));
  const timestamp = createTimestamp(Date.now);
  const logger = pino({ base: null, timestamp }, lines);
  return {
    request: createLogRequest(logger, timestamp, lines),
    upstream: (source, outcome) => logger.info({ source, ...describeOutcome(outcome) }, 'upstream'),
    problem: (problem, code) => logger.warn({ code }, problem),
    async flush() {
      lines.flush();
      if (isOver || (await written(destination))) return;
      isOver = true;
      destination.destroy();
    },
  };
}

/** Under load requests are alike: the last so many different ones are kept written. */
const maxWritten = 8;

/** A request's line; those of one millisecond that tell the same are one text. */
interface Written {
  readonly report: RequestReport;
  readonly fields: string;
  time: string;
  line: string;
}

/** Logs requests as pino would, which for each line anew costs a twentieth of the answer. */
function createLogRequest({ levels }: Logger, timestamp: () => string, lines: Gathering): Log['request'] {
  const start = `{"level":${levels.values['info']}`;
  const kept: Written[] = [];
  let oldest = 0;
  const keep = (report: RequestReport): Written => {
    const fields = `,${JSON.stringify(report).slice(1, -1)},"msg":"request"}\n`;
    const one: Written = { report, fields, time: '', line: '' };
    kept[oldest] = one;
    oldest = (oldest + 1) % maxWritten;
    return one;
  };
  return (report) => {
    const one = kept.find((known) => isSame(known.report, report)) ?? keep(report);
    const time = timestamp();
    if (one.time !== time) {
      one.time = time;
      one.line = start + time + one.fields;
    }
    lines.write(one.line);
  };
}

const isSame = (a: RequestReport, b: RequestReport): boolean =>
  a.ms === b.ms &&
  a.status === b.status &&
  a.bytes === b.bytes &&
  a.route === b.route &&
  a.encoding === b.encoding &&
  a.cache === b.cache;

interface Gathering {
  readonly write: (line: string) => void;
  readonly flush: () => void;
}

/** Lines are gathered to about this many characters, or for so many ms. */
const gatherChars = 65_536;
const gatherMs = 500;

/** Gathers lines into few writes: pino's own buffer measures itself anew with every line, a third of a request's time. */
function gather(write: (text: string) => unknown): Gathering {
  let lines: string[] = [];
  let chars = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length > 0) write(lines.join(''));
    lines = [];
    chars = 0;
  };
  return {
    write(line) {
      lines.push(line);
      chars += line.length;
      if (chars >= gatherChars) flush();
      else timer ??= setTimeout(flush, gatherMs).unref();
    },
    flush,
  };
}

/** The ISO time of a line, made once a millisecond. */
function createTimestamp(now: () => number): () => string {
  let at = 0;
  let text = '';
  return () => {
    const time = now();
    if (time === at) return text;
    at = time;
    text = `,"time":"${new Date(time).toISOString()}"`;
    return text;
  };
}

type Destination = ReturnType<typeof pino.destination>;

/** Longest that a stopping relay waits for its log, in ms: nobody may read the pipe, or the disk be full. */
const patienceMs = 500;

/** Whether all could be written; where it cannot, pino's own `flushSync` would try for ever. */
function written(destination: Destination): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  destination.once('drain', () => resolve(true));
  destination.once('error', () => resolve(false));
  const timer = setTimeout(() => resolve(false), patienceMs);
  // Even nothing is a write, at whose end the destination tells that it is done.
  destination.write('');
  return promise.finally(() => clearTimeout(timer));
}

const opened = (destination: Destination, to: string): Promise<void> =>
  new Promise((resolve, reject) => {
    destination.once('ready', resolve);
    destination.once('error', (error) => reject(new StartError(`RELAY_LOG: cannot write to ${to}: ${error.message}`)));
  });
