export interface Step {
  readonly id: string;
  readonly title: string;
  readonly needs: readonly string[];
  /** How many cores it keeps busy; 0 for a step that mostly waits. */
  readonly cores: number;
  /** What only one step at a time may use. */
  readonly locks?: readonly string[];
  /** Which of the printed lines stand again at the end of the run. */
  readonly keep?: RegExp;
  /** Resolves to what it printed. Rejects with all there is to say about a failure, and soon after `signal` aborts. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
}

/** What became of a run: the output of each step that failed, and the lines that the others keep. */
export interface RunResult {
  readonly passed: number;
  readonly failures: readonly string[];
  readonly notes: readonly string[];
}

export interface RunOptions {
  /** Steps run side by side as long as they keep no more cores busy than this. */
  readonly cores: number;
  readonly say: (line: string) => void;
  /** After a failure steps that do not need it start all the same. */
  readonly goOn?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The steps of these ids and all that they need, in the order of `steps`. @throws Error for an unknown id. */
export function selectSteps(steps: readonly Step[], ids: readonly string[]): Step[] {
  const selected = new Set<string>();
  const select = (id: string): void => {
    const step = steps.find((each) => each.id === id);
    if (!step) throw new Error(`there is no step ${id}`);
    selected.add(id);
    step.needs.forEach(select);
  };
  ids.forEach(select);
  return steps.filter(({ id }) => selected.has(id));
}

/** The first that may start does; none overtakes one that only waits for cores. Settles when every started step has. */
export async function runSteps(steps: readonly Step[], options: RunOptions): Promise<RunResult> {
  const { cores, say, goOn = false, signal = new AbortController().signal } = options;
  const passed = new Set<string>();
  const running = new Map<Step, Promise<void>>();
  const failures: string[] = [];
  const notes: string[] = [];

  const start = async (step: Step): Promise<void> => {
    const from = performance.now();
    const error = await step.run(signal).then((printed) => void notes.push(...kept(step, printed)), reasonOf);
    running.delete(step);
    if (signal.aborted) return;
    say(`${step.title} … ${error === undefined ? 'ok' : 'FAILED'} (${secondsSince(from)} s)`);
    if (error === undefined) passed.add(step.id);
    else failures.push(error);
  };

  const waiting = [...steps];
  while (!signal.aborted && (goOn || failures.length === 0)) {
    for (let next = nextStep(waiting, passed, running, cores); next; next = nextStep(waiting, passed, running, cores)) {
      waiting.splice(waiting.indexOf(next), 1);
      running.set(next, start(next));
    }
    if (running.size === 0) break;
    await Promise.race(running.values());
  }
  await Promise.all(running.values());
  return { passed: passed.size, failures: signal.aborted ? ['interrupted'] : failures, notes };
}

/** The first step that may start now. One that wants more cores than there are gets all of them. */
function nextStep(
  waiting: readonly Step[],
  passed: ReadonlySet<string>,
  running: ReadonlyMap<Step, unknown>,
  cores: number,
): Step | undefined {
  const busy = [...running.keys()].reduce((sum, step) => sum + step.cores, 0);
  const locked = new Set([...running.keys()].flatMap(({ locks = [] }) => locks));
  const ready = waiting.filter(
    ({ needs, locks = [] }) => needs.every((id) => passed.has(id)) && !locks.some((lock) => locked.has(lock)),
  );
  const fits = (step: Step) => busy + Math.min(step.cores, cores) <= cores;
  const [first] = ready;
  return first && fits(first) ? first : ready.find((step) => step.cores === 0);
}

const kept = ({ keep }: Step, printed: unknown): string[] =>
  keep && typeof printed === 'string' ? printed.split('\n').filter((line) => keep.test(line)) : [];

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const secondsSince = (from: number): string => ((performance.now() - from) / 1000).toFixed(1);
