import { Fault } from '#core/fault.ts';
import { withTimeout } from '#core/timeout.ts';
import { createTurns } from '#core/turns.ts';
import { StorageError } from '#relay/store/storage-thread.ts';

/**
 * Runs the work on files that is not the database's one after the other: a disk that hangs holds one of the process's
 * threads, which compress answers as well, and no caller for longer than the limit. Rejects then with StorageError.
 */
export function createDiskTurns(limitMs = 3000): <T>(work: () => Promise<T>) => Promise<T> {
  const inTurn = createTurns();
  return async (work) => {
    try {
      return await withTimeout(inTurn(work), limitMs);
    } catch (error) {
      throw error instanceof Fault ? new StorageError('disk-stalled') : error;
    }
  };
}
