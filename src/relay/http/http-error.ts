import type { Trouble } from '#relay/upstream/feed.ts';
import type { Reason } from '#relay/upstream/fetch-upstream.ts';

/** A request that is answered with an error; `message` is for the client, so it never quotes upstream. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** `Retry-After` in whole seconds, at least one. */
export const retryAfter = (ms: number): Record<string, string> => ({
  'Retry-After': String(Math.max(1, Math.ceil(ms / 1000))),
});

const words: Record<Exclude<Reason, 'status'>, string> = {
  unreachable: 'cannot be reached',
  timeout: 'did not answer in time',
  'broken-body': 'broke off or garbled its answer',
  'too-large': 'answered more than the relay takes',
  malformed: 'answered something of another shape',
  emptied: 'answered without any item',
  'key-in-body': 'answered something that may not be passed on',
  redirect: 'redirects, which the relay refuses',
  'rate-limited': 'asks for a pause',
  unauthorized: 'refuses the key',
  rejected: 'rejects this query',
  internal: "answered what the relay's own fault lost",
};

/** Why there is nothing to give, as an answer. `subject` is who was asked, such as `the price API`. */
export function toRefusal({ reason, status }: Trouble, retryAfterMs: number, subject: string): Refusal {
  const headers = { ...retryAfter(retryAfterMs), 'Cache-Status': missStatus(reason, status) };
  if (reason === 'budget') return new Refusal(429, 'too many different queries: try again later', headers);
  if (reason === 'unauthorized') return new Refusal(502, `${subject} refused the relay's key`, headers);
  if (reason === 'rejected') return new Refusal(400, `${subject} rejects this query`, headers);
  const what = reason === 'status' ? `answered ${status}` : words[reason];
  return new Refusal(503, `no data yet: ${subject} ${what}`, headers);
}

const missStatus = (reason: string, status: number | undefined): string =>
  `Skinlens-Relay; fwd=uri-miss${status ? `; fwd-status=${status}` : ''}; detail=${reason}`;
