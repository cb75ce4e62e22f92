import { faultKinds } from '#core/asks/fault.ts';
import {
  type Guard,
  isArrayOf,
  isBoolean,
  isFiniteNumber,
  isObjectOf,
  isString,
  nullable,
  oneOf,
  optional,
} from '#core/asks/guards.ts';
import { marketIds } from '#core/prices/markets.ts';
import type { FaultReport, Status } from '#protocol/messages.ts';

export const isFaultReport: Guard<FaultReport> = isObjectOf<FaultReport>({
  kind: oneOf(...faultKinds),
  status: nullable(isFiniteNumber),
  detail: isString,
  at: isFiniteNumber,
  retryAt: nullable(isFiniteNumber),
});

/** Whether a value from the session's storage is a status of this version. */
export const isStoredStatus: Guard<Status> = isObjectOf<Status>({
  table: nullable(
    isObjectOf<NonNullable<Status['table']>>({
      version: isString,
      asOf: isFiniteNumber,
      items: isFiniteNumber,
      badRows: isFiniteNumber,
      sample: optional(isBoolean),
    }),
  ),
  lastCheck: nullable(
    isObjectOf<NonNullable<Status['lastCheck']>>({
      at: isFiniteNumber,
      outcome: oneOf('new', 'unchanged', 'failed'),
    }),
  ),
  fault: nullable(isFaultReport),
  nextCheckAt: nullable(isFiniteNumber),
  checking: isBoolean,
  storageProblem: nullable(isString),
  relayName: optional(isString),
  relayVersion: optional(isString),
  newer: optional(isString),
  clockAheadMs: optional(isFiniteNumber),
  waiting: optional(isArrayOf(oneOf(...marketIds), marketIds.length)),
});
