/** Something that people should know. `code` is a reason of an outcome or the code of an error. */
interface RecordedProblem {
  readonly at: number;
  /** The feed, or '' where none is concerned. */
  readonly source: string;
  readonly code: string;
  readonly status: number | undefined;
  readonly times: number;
}

const maxProblems = 50;

export type ProblemList = ReturnType<typeof createProblemList>;

export function createProblemList(now: () => number) {
  let problems: readonly RecordedProblem[] = [];
  return {
    add(source: string, code: string, status?: number): void {
      // Whoever causes two in turn pushes out no other.
      const isSame = (one: RecordedProblem) => one.source === source && one.code === code && one.status === status;
      const times = 1 + (problems.find(isSame)?.times ?? 0);
      const others = problems.filter((one) => !isSame(one));
      problems = [{ at: now(), source, code, status, times }, ...others].slice(0, maxProblems);
    },
    all: () => problems,
  };
}
