import { InVain, type Patience, until } from '#demo/until.ts';

/**
 * Repeats a check until it passes once, and answers the failures of its last run. Later changes do not count. Rejects
 * when the check itself rejects.
 */
export async function checkUntilPassed(check: () => Promise<string[]>, patience: Patience): Promise<string[]> {
  let failures = ['was never checked'];
  const passes = async () => {
    failures = await check();
    return failures.length === 0 || undefined;
  };
  await until('the check to pass', passes, patience).catch((error: unknown) => {
    if (!(error instanceof InVain)) throw error;
  });
  return failures;
}
