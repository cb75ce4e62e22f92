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
      const [last, ...rest] = problems;
      const isSame = last?.source === source && last.code === code && last.status === status;
      const entry = { at: now(), source, code, status, times: isSame ? last.times + 1 : 1 };
      problems = [entry, ...(isSame ? rest : problems)].slice(0, maxProblems);
    },
    all: () => problems,
  };
}
