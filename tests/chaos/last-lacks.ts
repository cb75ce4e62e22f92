import { until, type WaitOptions, WaitTimeout } from '#demo/until.ts';

/**
 * Looks until nothing is lacking, and answers what its last look lacked. That one counts, and no other behind it: what is
 * whole may soon show something else again. Rejects when a look does.
 */
export async function lastLacks(look: () => Promise<string[]>, patience: WaitOptions): Promise<string[]> {
  let lacks = ['was never looked at'];
  const isWhole = async () => {
    lacks = await look();
    return lacks.length === 0 || undefined;
  };
  await until('nothing to lack', isWhole, patience).catch((error: unknown) => {
    if (!(error instanceof WaitTimeout)) throw error;
  });
  return lacks;
}
