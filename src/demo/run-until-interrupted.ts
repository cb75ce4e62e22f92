import { once } from 'node:events';
import { fail } from '#protocol/command-line.ts';
import { StartError } from '#protocol/environment.ts';

/**
 * Ends the process when the work ends or somebody interrupts it, after all that it opened. The exit code is the last one that it
 * noted, and 130 before; 1 with a line for a StartError.
 */
export async function runUntilInterrupted(
  work: (stack: AsyncDisposableStack, note: (code: number) => void) => Promise<unknown>,
): Promise<never> {
  let code = 130;
  try {
    await using stack = new AsyncDisposableStack();
    const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    // The stack is disposed of only after the awaited promise.
    await Promise.race([work(stack, (known) => (code = known)), interrupted]);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    fail(error);
    code = 1;
  }
  return process.exit(code);
}
