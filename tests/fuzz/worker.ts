import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import type { SearchResult } from './claim.ts';
import { claimsOf } from './targets.ts';

/** The task of one thread. */
const job = z.object({
  target: z.string(),
  cases: z.number(),
  seed: z.number(),
  path: z.optional(z.string()),
  limitMs: z.optional(z.number()),
});

export type Job = z.infer<typeof job>;

/** The result of one claim. */
export interface ClaimResult extends SearchResult {
  readonly target: string;
  readonly says: string;
  readonly seconds: number;
}

/** Divides cases and time among the claims of a target, and reports each claim as soon as it is done. */
async function run({ target, cases, limitMs, ...options }: Job, report: (result: ClaimResult) => void): Promise<void> {
  const claims = await claimsOf(target);
  const shares = claims.reduce((sum, { share }) => sum + share, 0);
  for (const { says, share, check } of claims) {
    const part = share / shares;
    const start = performance.now();
    const result = await check({
      ...options,
      cases: Math.ceil(cases * part),
      ...(limitMs !== undefined && { limitMs: limitMs * part }),
    });
    report({ ...result, target, says, seconds: (performance.now() - start) / 1000 });
  }
}

if (parentPort) {
  const port = parentPort;
  await run(job.parse(workerData), (result) => port.postMessage(result));
}
