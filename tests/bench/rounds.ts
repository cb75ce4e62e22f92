import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { quiet } from './quiet.ts';

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
}

/** So much of the machine's time may be stolen from a run that counts as undisturbed: one tick of the clock in a second. */
const littleStolen = 0.005;

/** How long the extra runs of all parts of a bench may take, ms. */
const mostExtraMs = 10 * 60_000;

/** What the machine tells. */
export interface Clock {
  /** ms, monotonic. */
  readonly now: () => number;
  /** ms of all cores that the host gave to other machines since the start; 0 where there is no host. */
  readonly stolen: () => number;
  readonly cores: number;
  /** Waits until the machine is quiet, or long enough. */
  readonly quiet: () => Promise<void>;
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
  #extraMs = 0;
  #kept: Kept = { runs: 0, disturbed: 0 };

  constructor(clock: Clock = thisClock) {
    this.#clock = clock;
  }

  /**
   * The same things measured in another order each round, so that none profits from its place. On a machine that shares its
   * cores with others, which stretches a run several times over, things are measured up to twice as often, and the runs
   * from which the host stole least are kept: by what the host says, never by what was measured.
   */
  async *shuffled<T>(runs: number, things: readonly T[]): AsyncGenerator<Run<T>> {
    const taken = new Map(things.map((thing) => [thing, [] as Taken[]]));
    for (let round = 0; round < 2 * runs; round++) {
      const due = round < runs ? things : things.filter((thing) => countClean(taken.get(thing)) < runs);
      if (round >= runs && this.#extraMs > mostExtraMs) break;
      const start = this.#clock.now();
      for (const thing of shuffle(due)) yield* this.#run(thing, taken.get(thing) ?? []);
      if (round >= runs) this.#extraMs += this.#clock.now() - start;
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
    await this.#clock.quiet();
    const [start, before] = [now(), stolen()];
    let put = () => {};
    const keep = (to: () => void) => {
      put = to;
    };
    yield { thing, keep };
    taken.push({ put, stolen: (stolen() - before) / Math.max(1, (now() - start) * cores) });
  }

  #keep(taken: readonly Taken[], runs: number): void {
    const best = taken.toSorted((one, other) => one.stolen - other.stolen).slice(0, runs);
    for (const { put } of best) put();
    const disturbed = best.length - countClean(best);
    this.#kept = { runs: this.#kept.runs + best.length, disturbed: this.#kept.disturbed + disturbed };
  }
}

const countClean = (taken: readonly Taken[] = []): number =>
  taken.filter(({ stolen }) => stolen <= littleStolen).length;

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
