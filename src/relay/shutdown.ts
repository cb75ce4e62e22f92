import { Fault } from '#core/fault.ts';
import { withTimeout } from '#core/timeout.ts';

/** Longest that closing may take in all, in ms: less than the 5 s that the contract allows. */
const closeLimitMs = 4800;

/** Settles with the work, or after the limit: a disk, a thread or a log that hangs must not hold up the end. */
export async function endWithin(close: () => Promise<void>, limitMs = closeLimitMs): Promise<void> {
  await withTimeout(close(), limitMs).catch((error) => {
    if (!(error instanceof Fault)) throw error;
  });
}
