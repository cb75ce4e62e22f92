import type { ChaosRun } from './run.ts';
import type { Random } from './sequence.ts';

/** One kind of random action on the running stack. */
export interface ChaosAction {
  /** How often it comes, relative to the others. */
  readonly weight: number;
  /** Answers a description for the log. */
  readonly perform: (run: ChaosRun, random: Random) => Promise<string>;
}
