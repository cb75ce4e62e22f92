import { HttpError } from '#protocol/http-error.ts';
import { retryAfterHeader } from '#protocol/retry-after.ts';
import { failureReasons } from '#relay/upstream/failure-reasons.ts';
import type { FailureCause } from '#relay/upstream/outcome.ts';

/** The error response of a feed without data. `subject` names the upstream, such as `the price API`. */
export function toHttpError({ reason, status }: FailureCause, retryAfterMs: number, subject: string): HttpError {
  const headers = { ...retryAfterHeader(retryAfterMs), 'Cache-Status': missStatus(reason, status) };
  const { words, status: ownStatus = 503 } = failureReasons[reason];
  return new HttpError(ownStatus, `${ownStatus === 503 ? 'no data yet: ' : ''}${subject} ${words}`, headers);
}

const missStatus = (reason: string, status: number | undefined): string =>
  `Skinlens-Relay; fwd=uri-miss${status ? `; fwd-status=${status}` : ''}; detail=${reason}`;
