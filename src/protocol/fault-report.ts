import { faultKinds } from '#core/asks/fault.ts';
import { type Guard, isFiniteNumber, isObjectOf, isString, nullable, oneOf } from '#core/asks/guards.ts';
import type { FaultReport } from '#protocol/messages.ts';

export const isFaultReport: Guard<FaultReport> = isObjectOf<FaultReport>({
  kind: oneOf(...faultKinds),
  status: nullable(isFiniteNumber),
  detail: isString,
  at: isFiniteNumber,
  retryAt: nullable(isFiniteNumber),
});
