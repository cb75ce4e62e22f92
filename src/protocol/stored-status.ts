import * as z from 'zod/mini';
import { faultKinds } from '#core/fault.ts';
import type { Status } from '#protocol/messages.ts';

const ms = z.number();

/** A status that was kept in the session's storage; what is there of another shape throws. */
export const storedStatus: z.ZodMiniType<Status> = z.object({
  table: z.nullable(z.object({ version: z.string(), asOf: ms, items: z.number(), badRows: z.number() })),
  lastCheck: z.nullable(z.object({ at: ms, outcome: z.enum(['new', 'unchanged', 'failed']) })),
  fault: z.nullable(
    z.object({
      kind: z.enum(faultKinds),
      status: z.nullable(z.number()),
      detail: z.string(),
      at: ms,
      retryAt: z.nullable(ms),
    }),
  ),
  nextCheckAt: z.nullable(ms),
  checking: z.boolean(),
  storageProblem: z.nullable(z.string()),
});
