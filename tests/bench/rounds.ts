import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { type Quiet, quiet } from './quiet.ts';

/** One run of one thing. What it measured is kept when `keep` was called and few other runs were disturbed less. */
export interface Run<T> {
  readonly thing: T;
  /** Takes what puts the figures where they belong; called when all runs are over. */
  readonly keep: (put: () => void) => void;
}

interface Taken {
  readonly put: () => void;
  /** Share of the machine's time, while it ran, that its host gave to others. */
  readonly stolen: number;
  /** How long a piece of work took before it and after it, ms: the longer of the two. */
  readonly workMs: number;
}

/** So much of the machine's time may be stolen from a run that counts as undisturbed: one tick of the clock in a second. */
const littleStolen = 0.005;

/** How much of the time that runs took may be spent on waiting, and of the time that had to be spent on extra runs. */
const mostShare = 0.5;

/** How long a run may wait, ms: a machine that is never quiet is measured as it is. */
const longestWaitMs = 3000;

/** What the machine tells. */
export interface Clock {
  /** ms, monotonic. */
  readonly now: () => number;
  /** ms of all cores that the host gave to other machines since the start; 0 where there is no host. */
  readonly stolen: () => number;
  readonly cores: number;
  /** Tells how fast the machine is. */
  readonly quiet: () => Pick<Quiet, 'wait' | 'look' | 'loss'>;
}

/** What came of the rounds of a bench so far. */
export interface Kept {
  readonly runs: number;
  /** Of these, those that were disturbed. */
  readonly disturbed: number;
}

/** Plans the runs of one bench. */
export class Rounds {
  readonly #clock: Clock;
  #ranMs = 0;
  #waitedMs = 0;
  #extraMs = 0;
  #kept: Kept = { runs: 0, disturbed: 0 };

  constructor(clock: Clock = thisClock) {
    this.#clock = clock;
  }

  /**
   * The same things measured in another order each round, so that none profits from its place. On a machine that shares its
   * cores with others, which stretches a run several times over, each run waits a while for the machine to be quiet, things
   * are measured up to twice as often, and the least disturbed runs are kept: by what the machine says, never by what was
   * measured.
   */
  async *shuffled<T>(runs: number, things: readonly T[]): AsyncGenerator<Run<T>> {
    const taken = new Map(things.map((thing) => [thing, [] as Taken[]]));
    for (let round = 0; round < 2 * runs; round++) {
      const extra = round >= runs;
      const due = extra ? things.filter((thing) => this.#countClean(taken.get(thing)) < runs) : things;
      if (extra && this.#extraMs > mostShare * (this.#ranMs - this.#extraMs)) break;
      const before = this.#ranMs;
      for (const thing of shuffle(due)) yield* this.#run(thing, taken.get(thing) ?? []);
      if (extra) this.#extraMs += this.#ranMs - before;
    }
    for (const all of taken.values()) this.#keep(all, runs);
  }

  /** What was kept since this was last asked. */
  take(): Kept {
    const kept = this.#kept;
    this.#kept = { runs: 0, disturbed: 0 };
    return kept;
  }

  async *#run<T>(thing: T, taken: Taken[]): AsyncGenerator<Run<T>> {
    const { now, stolen, cores } = this.#clock;
    const quiet = this.#clock.quiet();
    const mostMs = Math.min(longestWaitMs, longestWaitMs + mostShare * this.#ranMs - this.#waitedMs);
    const { waitedMs, workMs } = await quiet.wait(mostMs);
    this.#waitedMs += waitedMs;
    const [start, before] = [now(), stolen()];
    let put = () => {};
    const keep = (to: () => void) => {
      put = to;
    };
    yield { thing, keep };
    const ms = now() - start;
    this.#ranMs += ms;
    const share = (stolen() - before) / Math.max(1, ms * cores);
    taken.push({ put, stolen: share, workMs: Math.max(workMs, await quiet.look()) });
  }

  #keep(taken: readonly Taken[], runs: number): void {
    const best = taken.toSorted((one, other) => this.#loss(one) - this.#loss(other)).slice(0, runs);
    for (const { put } of best) put();
    const disturbed = best.length - this.#countClean(best);
    this.#kept = { runs: this.#kept.runs + best.length, disturbed: this.#kept.disturbed + disturbed };
  }

  #countClean(taken: readonly Taken[] = []): number {
    return taken.filter((run) => this.#loss(run) === 0).length;
  }

  /** What a run lost to others; 0 when that is little. */
  #loss({ stolen, workMs }: Taken): number {
    return (stolen <= littleStolen ? 0 : stolen) + this.#clock.quiet().loss(workMs);
  }
}

function shuffle<T>(things: readonly T[]): T[] {
  const order = things.map((thing) => ({ thing, at: Math.random() }));
  return order.sort((one, other) => one.at - other.at).map(({ thing }) => thing);
}

/** Linux tells the time that a host gave to others as the eighth number, in hundredths of a second. */
function readStolen(): number {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    return Number(line.split(/\s+/)[8] ?? 0) * 10;
  } catch {
    return 0;
  }
}

const thisClock: Clock = { now: () => performance.now(), stolen: readStolen, cores: cpus().length, quiet };

/** Those of this bench. */
const shared = new Rounds();

/** See `Rounds`. */
export const shuffledRounds = <T>(runs: number, things: readonly T[]): AsyncGenerator<Run<T>> =>
  shared.shuffled(runs, things);

/** How many runs were kept since this was last asked, and from how many of them much was stolen. */
export const takeKept = (): Kept => shared.take();
