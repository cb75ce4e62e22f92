import type { Day } from './day.ts';
import type { Draw } from './sequence.ts';

/** Does one thing to a running stack, and answers in words what it did. */
export interface Act {
  /** How often it comes, against the others. */
  readonly weight: number;
  readonly run: (day: Day, draw: Draw) => Promise<string>;
}
