import { LRUCache } from 'lru-cache';

/** Something that people should know. `code` is a reason of an outcome or the code of an error. */
interface RecordedProblem {
  readonly at: number;
  /** The feed, or '' where none is concerned. */
  readonly source: string;
  readonly code: string;
  readonly status: number | undefined;
  readonly times: number;
}

export type ProblemList = ReturnType<typeof createProblemList>;

/** The newest first. Whoever causes two in turn pushes out no other. */
export function createProblemList(now: () => number) {
  const problems = new LRUCache<string, RecordedProblem>({ max: 50 });
  return {
    add(source: string, code: string, status?: number): void {
      const key = JSON.stringify([source, code, status]);
      problems.set(key, { at: now(), source, code, status, times: 1 + (problems.peek(key)?.times ?? 0) });
    },
    all: () => [...problems.values()],
  };
}
