import { HttpError } from '#protocol/http-error.ts';
import { retryAfterHeader } from '#protocol/retry-after.ts';
import type { FailureCause } from '#relay/upstream/outcome.ts';

const descriptions: Record<Exclude<FailureCause['reason'], 'status' | 'budget'>, string> = {
  unreachable: 'cannot be reached',
  timeout: 'did not answer in time',
  'broken-body': 'broke off or garbled its answer',
  'too-large': 'answered more than the relay takes',
  malformed: 'answered something of another shape',
  emptied: 'answered without any item',
  shrunken: 'answered with less than half of the items',
  'key-in-body': 'answered something that may not be passed on',
  redirect: 'redirects, which the relay refuses',
  'rate-limited': 'asks for a pause',
  unauthorized: 'refuses the key',
  rejected: 'rejects this query',
  'store-away': 'is not asked while the store that relays share is away',
  internal: "answered what the relay's own fault lost",
};

/** The error response of a feed without data. `subject` names the upstream, such as `the price API`. */
export function toHttpError({ reason, status }: FailureCause, retryAfterMs: number, subject: string): HttpError {
  const headers = { ...retryAfterHeader(retryAfterMs), 'Cache-Status': missStatus(reason, status) };
  if (reason === 'budget') return new HttpError(429, 'too many different queries: try again later', headers);
  if (reason === 'unauthorized') return new HttpError(502, `${subject} refused the relay's key`, headers);
  if (reason === 'rejected') return new HttpError(400, `${subject} rejects this query`, headers);
  const description = reason === 'status' ? `answered ${status}` : descriptions[reason];
  return new HttpError(503, `no data yet: ${subject} ${description}`, headers);
}

const missStatus = (reason: string, status: number | undefined): string =>
  `Skinlens-Relay; fwd=uri-miss${status ? `; fwd-status=${status}` : ''}; detail=${reason}`;
