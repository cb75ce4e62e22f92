import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import type { Found } from './claim.ts';
import { claimsOf } from './targets.ts';

/** What one thread is to try. */
const order = z.object({
  target: z.string(),
  cases: z.number(),
  seed: z.number(),
  path: z.optional(z.string()),
  limitMs: z.optional(z.number()),
});

export type Order = z.infer<typeof order>;

/** What came of one claim. */
export interface Line extends Found {
  readonly target: string;
  readonly says: string;
  readonly seconds: number;
}

/** Shares the cases, and the time, among the claims of a target; tells of each as soon as it is done. */
async function work({ target, cases, limitMs, ...search }: Order, tell: (line: Line) => void): Promise<void> {
  const claims = await claimsOf(target);
  const shares = claims.reduce((sum, { share }) => sum + share, 0);
  for (const { says, share, check } of claims) {
    const part = share / shares;
    const start = performance.now();
    const found = await check({
      ...search,
      cases: Math.ceil(cases * part),
      ...(limitMs !== undefined && { limitMs: limitMs * part }),
    });
    tell({ ...found, target, says, seconds: (performance.now() - start) / 1000 });
  }
}

if (parentPort) {
  const port = parentPort;
  await work(order.parse(workerData), (line) => port.postMessage(line));
}
