import { LRUCache } from 'lru-cache';
import type { RequestReport } from '#relay/deps.ts';
import { ratesSource } from '#relay/feeds/extension-sources.ts';
import type { UpstreamOutcome } from '#relay/feeds/outcome.ts';

const nothing = { requests: 0, notModified: 0, upstream: 0 };

export interface ActivitySpan extends Readonly<typeof nothing> {
  /** Start, ms since 1970. */
  readonly at: number;
}

/** Something that people should know. `code` is a reason of an outcome or the code of an error. */
interface RecordedProblem {
  readonly at: number;
  /** The feed, or '' where none is concerned. */
  readonly source: string;
  readonly code: string;
  readonly status: number | undefined;
  /** How often it happened in succession. */
  readonly times: number;
}

const minute = 60_000;
export const spanMs = 15 * minute;
export const spansPerDay = 96;
const maxProblems = 50;
const maxClients = 10_000;
const clientMs = 5 * minute;

export type Activity = ReturnType<typeof createActivity>;

/** Counts for the status page. All of it is in memory, bounded, and ends with the process. */
export function createActivity(now: () => number) {
  const spans = new LRUCache<number, typeof nothing>({ max: spansPerDay });
  const clients = new LRUCache<string, true>({ max: maxClients, ttl: clientMs });
  let upstreamTimes: number[] = [];
  let problems: readonly RecordedProblem[] = [];
  const startOf = (time: number): number => Math.floor(time / spanMs) * spanMs;
  const currentSpan = () => {
    const at = startOf(now());
    const span = spans.get(at) ?? { ...nothing };
    spans.set(at, span);
    return span;
  };
  const dropOldTimes = () => {
    upstreamTimes = upstreamTimes.filter((time) => Math.abs(now() - time) < minute);
  };
  const problem = (source: string, code: string, status?: number): void => {
    const [last, ...rest] = problems;
    const isSame = last?.source === source && last.code === code && last.status === status;
    const entry = { at: now(), source, code, status, times: isSame ? last.times + 1 : 1 };
    problems = [entry, ...(isSame ? rest : problems)].slice(0, maxProblems);
  };
  return {
    request({ status }: RequestReport): void {
      const span = currentSpan();
      span.requests++;
      if (status === 304) span.notModified++;
    },
    /** Records that somebody used the relay; `client` tells clients apart. */
    client: (client: string): void => void clients.set(client, true),
    upstream(source: string, outcome: UpstreamOutcome): void {
      // Exchange rates need no key.
      if (source !== ratesSource) {
        dropOldTimes();
        upstreamTimes.push(now());
        currentSpan().upstream++;
      }
      if (outcome.kind === 'failed') problem(source, outcome.reason, outcome.status);
    },
    problem,
    /** The last day, oldest first, without gaps. */
    lastDay(): readonly ActivitySpan[] {
      const end = startOf(now());
      return Array.from({ length: spansPerDay }, (_, index) => {
        const at = end - (spansPerDay - 1 - index) * spanMs;
        return { at, ...(spans.peek(at) ?? nothing) };
      });
    },
    upstreamLastMinute(): number {
      dropOldTimes();
      return upstreamTimes.length;
    },
    clientsNow(): number {
      clients.purgeStale();
      return clients.size;
    },
    /** Newest first, at most 50. */
    problems: () => problems,
  };
}
