import { LRUCache } from 'lru-cache';
import { minuteMs } from '#core/prices/age.ts';
import { ratesSource } from '#relay/feeds/extension-sources.ts';
import type { UpstreamOutcome } from '#relay/feeds/outcome.ts';

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

const maxProblems = 50;
const maxClients = 10_000;
const clientMs = 5 * minuteMs;

export type Activity = ReturnType<typeof createActivity>;

/** Counts for the status page. All of it is in memory, bounded, and ends with the process. */
export function createActivity(now: () => number) {
  const clients = new LRUCache<string, true>({ max: maxClients, ttl: clientMs });
  let upstreamTimes: number[] = [];
  let problems: readonly RecordedProblem[] = [];
  const dropOldTimes = () => {
    upstreamTimes = upstreamTimes.filter((time) => Math.abs(now() - time) < minuteMs);
  };
  const problem = (source: string, code: string, status?: number): void => {
    const [last, ...rest] = problems;
    const isSame = last?.source === source && last.code === code && last.status === status;
    const entry = { at: now(), source, code, status, times: isSame ? last.times + 1 : 1 };
    problems = [entry, ...(isSame ? rest : problems)].slice(0, maxProblems);
  };
  return {
    /** Records that somebody used the relay; `client` tells clients apart. */
    client: (client: string): void => void clients.set(client, true),
    upstream(source: string, outcome: UpstreamOutcome): void {
      // Exchange rates need no key.
      if (source !== ratesSource) {
        dropOldTimes();
        upstreamTimes.push(now());
      }
      if (outcome.kind === 'failed') problem(source, outcome.reason, outcome.status);
    },
    problem,
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
